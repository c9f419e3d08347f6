package match

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadOpenings checks that openings are read like all files of games, and as lists with names.
func TestReadOpenings(t *testing.T) {
	const board = "--------------OX----XO-------------- X"
	for text, want := range map[string]string{
		"f5d6\nf5f6\n":                             "f5d6 f5f6",
		"f5 d6 c3\n":                               "f5d6c3",
		"1. f5 d6\n2. c3 d3\n":                     "f5d6c3d3",
		"F5-D6-C3 # a comment":                     "f5d6c3",
		"f5d6c3 Tiger\nf5f6e6 +0.5\nf5f4\t2 A":     "f5d6c3 f5f6e6 f5f4",
		board + "\n":                               board,
		"(;FF[4]GM[2];B[f5];W[d6])":                "f5d6",
		"(;GM[Othello]PB[a]PW[b]TY[8]B[F5]W[D6];)": "f5d6",
		`{"schema":"kaeshi/game-record/1","position":"` + board + `","plies":[{"move":"c2"}]}`: "c2",
		"id,moves\n1,f5d6\n": "f5d6",

		"f5d6\nhello\n": `error: openings FILE: line 2: game 2: move 1, "he" at character 1: ` +
			`"he" is not a square`,
		"f5d6 Tiger\nf5a1 ":  `error: openings FILE: line 2: move 2, "a1": a1 turns nothing over for white`,
		"f5 d6 hello\n":      `error: openings FILE: line 1: game 1: move 3, "he" at character 7`,
		"e6f4e3f6g5d6e7f5c5": "error: openings FILE: game 1: the game is over after this opening",
		"<html>f5d6</html>":  "error: openings FILE: line 1: game 1: the source of an HTML page",
		"":                   "error: openings FILE: the file has no openings",
		"# nothing\n":        "error: openings FILE: ",
	} {
		path := filepath.Join(t.TempDir(), "FILE")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := readOpenings(path)
		var names []string
		for _, l := range list {
			names = append(names, l.String())
		}
		got := strings.Join(names, " ")
		if err != nil {
			got = "error: " + strings.ReplaceAll(err.Error(), path, "FILE")
		}
		if got != want && (err == nil || !strings.HasPrefix(got, want)) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestGeneratedOpenings checks openings that are not read from a file.
func TestGeneratedOpenings(t *testing.T) {
	for text, want := range map[string]int{"balanced:3": 3, "random:40": 40, "start": 1} {
		lines, err := openings(t.Context(), text, 5)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, l := range lines {
			seen[l.Position().String()] = true
		}
		if len(seen) != want {
			t.Errorf("%s: %d different openings, want %d", text, len(seen), want)
		}
	}
}
