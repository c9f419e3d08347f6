package protocol

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/transcript"
)

func TestSplitWords(t *testing.T) {
	for text, want := range map[string][]string{
		``:                             nil,
		"  \t ":                        nil,
		`edax -gtp`:                    {"edax", "-gtp"},
		` a  b	c `:                     {"a", "b", "c"},
		`'my engine' -n 1`:             {"my engine", "-n", "1"},
		`"my engine" ""`:               {"my engine", ""},
		`a\ b 'c\d' "e\"f" "g\h"`:      {"a b", `c\d`, `e"f`, `g\h`},
		`C:\engines\edax.exe -gtp`:     {`C:\engines\edax.exe`, "-gtp"},
		`"C:\my engines\edax.exe" x`:   {`C:\my engines\edax.exe`, "x"},
		`un'quo'te"d"`:                 {"unquoted"},
		`$HOME *.txt; rm -rf / && a|b`: {"$HOME", "*.txt;", "rm", "-rf", "/", "&&", "a|b"},
		`a\\b \`:                       {`a\b`, `\`},
		"two\nlines":                   {"two", "lines"},
	} {
		if got, err := splitWords(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, error %v, want %q", text, got, err, want)
		}
	}
}

// quoted returns a command that splits into the words.
func quoted(words []string) string {
	var list []string
	for _, w := range words {
		list = append(list, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(w)+`"`)
	}
	return strings.Join(list, " ")
}

func FuzzSplitWords(f *testing.F) {
	for _, text := range []string{`'a b' c\ d "e\"" f\\g`, `dir=/x depth=3 ./ntest x`, `'`, `"\`, ``} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, err := splitWords(text)
		if err != nil {
			return
		}
		again, err := splitWords(quoted(words))
		if err != nil || !slices.Equal(again, words) {
			t.Fatalf("%q is split into %q, and their quoted form into %q; error %v", text, words, again, err)
		}
	})
}

func TestCommandOptions(t *testing.T) {
	folder := t.TempDir()
	c, err := parseCommand(`dir='` + folder + `' depth=7 wait=3s go depth=9`)
	if err != nil {
		t.Fatal(err)
	}
	want := command{dir: folder, args: []string{"depth=9"}, depth: 7, wait: 3 * time.Second}
	if diff := cmp.Diff(want, c, cmp.AllowUnexported(command{}), cmpopts.IgnoreFields(command{}, "path")); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if name := strings.TrimSuffix(filepath.Base(c.path), ".exe"); name != "go" {
		t.Errorf("the program is %s, want go", c.path)
	}
}

// TestProgramPath checks that a path is looked up from the working directory or from dir=, and a name in PATH.
func TestProgramPath(t *testing.T) {
	here, other := t.TempDir(), t.TempDir()
	t.Chdir(here)
	for _, path := range []string{
		filepath.Join(here, "engine.exe"), filepath.Join(here, "sub", "engine.exe"),
		filepath.Join(other, "engine.exe"),
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		"./engine.exe":                       filepath.Join(here, "engine.exe"),
		"sub/engine.exe":                     filepath.Join(here, "sub", "engine.exe"),
		"dir='" + other + "' ./engine.exe":   filepath.Join(other, "engine.exe"),
		filepath.Join(other, "engine.exe"):   filepath.Join(other, "engine.exe"),
		"dir='" + other + "' sub/engine.exe": "",
		"engine.exe":                         "", // not in PATH
		"./missing":                          "",
	} {
		c, err := parseCommand(text)
		if (err != nil) != (want == "") || c.path != want {
			t.Errorf("%s: path %q, want %q; error %v", text, c.path, want, err)
		}
	}
}

func startPosition() othello.Position { return othello.Start(othello.Size8, othello.Usual) }

// TestNBoardMoves parses moves in the notations of different programs.
func TestNBoardMoves(t *testing.T) {
	for text, want := range map[string]string{
		" F5": "f5", " F5/1.50/0.2": "f5", " d3 -1.00 0.0": "d3", "f5//": "f5", "  c4 ": "c4", " F5/nan/1": "f5",
		" F5/1e9": "f5",
	} {
		th := searchOutput{position: startPosition()}
		c, err := th.decide(text)
		if err != nil || th.position.Size.Name(c.Move) != want {
			t.Errorf("===%s: %v, error %v; want %s", text, c, err, want)
		}
		if (c.Report != nil) != strings.Contains(text, ".") {
			t.Errorf("===%s: report %+v, want one only with a score", text, c.Report)
		}
	}
	for _, text := range []string{"", " ", " /", " XX", " ♞"} {
		th := searchOutput{position: startPosition()}
		if c, err := th.decide(text); err == nil {
			t.Errorf("===%s: move %v, want an error", text, c)
		}
	}
}

// TestNBoardHints parses intermediate results in the notations of different programs.
func TestNBoardHints(t *testing.T) {
	type report struct {
		PV    string
		Score othello.Score
		Depth int
		Exact bool
	}
	for text, want := range map[string]report{
		"search F5d6C3 +1.39 0 12":        {"f5d6c3", 1.39, 12, false},
		"search F5-D6-C3 -2 0 100% book?": {"f5d6c3", -2, 60, true},
		"search f5 0 0 100%W":             {"f5", 0, 0, false},
		"search F5        +0.98 0   2":    {"f5", 0.98, 2, false},
		"book c4 -1.5,2.5 12 20":          {"c4", -1.5, 20, false},
		"search F5A1 1 0 999999999":       {"f5", 1, 60, false},
		"search F5 1 0 x":                 {"f5", 1, 0, false},
	} {
		th := searchOutput{position: startPosition()}
		c, ok := th.parse(text)
		if !ok {
			t.Errorf("%s: no result, want one", text)
			continue
		}
		var pv strings.Builder
		for _, m := range c.Report.PV {
			pv.WriteString(th.position.Size.Name(m))
		}
		r := c.Report
		if diff := cmp.Diff(want, report{pv.String(), r.Score, r.Depth, r.Exact}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		if c.Move != r.PV[0] {
			t.Errorf("%s: the move is %s, want the first move of the line", text, th.position.Size.Name(c.Move))
		}
	}
	for _, text := range []string{
		"", "search", "search F5 1 0", "search A1 1 0 3", "search F5 high 0 3",
		"search F5 1000 0 3", "search F5 NaN 0 3", "status F5 1 0 3", "nodestats x 1",
	} {
		th := searchOutput{position: startPosition()}
		if c, ok := th.parse(text); ok {
			t.Errorf("%q: report %+v, want none", text, c.Report)
		}
	}
}

// FuzzNBoardAnswer checks that moves and scores parsed from any output are legal and within the range of the board.
func FuzzNBoardAnswer(f *testing.F) {
	for _, line := range []string{
		"search F5d6C3 +1.39 0 12", "book c4 -1.5,2.5 12 20", "nodestats 123 0.5",
		"=== F5/1.50/0.2", "=== d6 -1.00 0.0", "=== PA", "===", "search PA 0 0 100%",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		th := searchOutput{position: startPosition()}
		c, ok := th.parse(line)
		if move, is := strings.CutPrefix(line, "==="); is {
			var err error
			if c, err = th.decide(move); err != nil {
				return
			}
			ok = c.Report != nil
		}
		if !ok {
			return
		}
		r := c.Report
		if r.Depth < 0 || r.Depth > maxDepth {
			t.Fatalf("%q has the depth %d, want 0 to %d", line, r.Depth, maxDepth)
		}
		if !(r.Score >= -64 && r.Score <= 64) {
			t.Fatalf("%q has the score %v, want -64 to 64", line, r.Score)
		}
		if c.Move != r.Move {
			t.Fatalf("%q has the move %v, but %v in its report", line, c.Move, r.Move)
		}
	})
}

// FuzzGTPAnswer checks that the result of an answer is the text after its sign up to the empty line.
func FuzzGTPAnswer(f *testing.F) {
	for _, text := range []string{
		"= d3\n\n", "=12 d3\n\n", "? no\n\n", "Edax 4.6\n= \n\n", "=\nline\nline\n\n",
		"\n\n=\n\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var a gtpAnswer
		for line := range strings.SplitSeq(text, "\n") {
			if a.add(line) {
				body, err := a.result("x")
				if err != nil && !refused(err) {
					t.Fatalf("%q: %v", text, err)
				}
				if strings.Contains(body, "\n\n") || body != strings.TrimSpace(body) {
					t.Fatalf("the result of %q is %q, want trimmed text without an empty line", text, body)
				}
				return
			}
		}
	})
}

// TestGameText checks that the text of a game for an NBoard program is one line and survives a round trip.
func TestGameText(t *testing.T) {
	g, err := transcript.Parse(othello.Start(othello.Size4, othello.Usual), "d3b4a1d2a3b1a4d4c4--")
	if err != nil {
		t.Fatal(err)
	}
	for clock, want := range map[player.Clock]string{
		{}:                       "1h",
		{Left: 90 * time.Second}: "1m30s",
		{Left: time.Millisecond}: "1s",
		{Move: 2500 * time.Millisecond, Left: time.Hour}:        "2s",
		{Left: time.Minute, Increment: 2500 * time.Millisecond}: "1m+2s",
	} {
		text, err := gameText(g, clock)
		if err != nil || strings.Contains(text, "\n") {
			t.Fatalf("%q, want one line; error %v", text, err)
		}
		for again, err := range files.Read(strings.NewReader(text), "") {
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			want := &record.Game{Start: g.Start, Moves: g.Moves, Clock: want}
			got := &record.Game{Start: again.Start, Moves: again.Moves, Clock: again.Clock}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%+v: %q (-want +got):\n%s", clock, text, diff)
			}
		}
	}
}
