package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// printed is the output of a command with its games and positions.
type printed struct {
	command string
	input   string
	file    string // file that the command writes, if its output is not standard output
	games   int    // games or positions in the output
	lines   bool   // each line, except summaries, is a game or a position, which verbs with "-" read
	endings bool   // the positions have few empty squares
}

const (
	someGames = "f5d6c3d3c4f4f6f3e6e7\nf5f6e6f4g5e7\n"
	ending    = "OOOOOOOOOOOOOOOOXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOXXXXXXXXXXXXXX-O O"
	smallGame = "(;GM[Othello]PB[a]PW[b]TY[4]BO[4 -----O*--*O----- *]B[B1]W[A1];)\n"
)

// printers returns commands that print games or positions.
func printers() []printed {
	return []printed{
		{command: "openings name f5d6c3", games: 1, lines: true},
		{command: "openings name f5d6c3 --json", games: 1, lines: true},
		{command: "openings name f5", games: 1, lines: true},
		{command: "openings balanced --count 3 --plies 3 --level 1", games: 3, lines: true},
		{command: "openings balanced --count 3 --plies 4 --level 1 --json", games: 3, lines: true},
		{command: "hint --level 1 --hash 1MB -n 3 --json -", input: someGames, games: 2, lines: true},
		{command: "move -p greedy --json -", input: someGames, games: 2, lines: true},
		{
			command: "move -p kaeshi:level=1,-book --json " + strings.Fields(ending)[0] + "X",
			games:   1, lines: true,
		},
		{
			command: "solve --hash 1MB --json -",
			input:   ending + "\n" + ending + ";\n", games: 2, lines: true, endings: true,
		},
		{
			command: "accuracy -p kaeshi:level=1 --details --json -",
			input:   ending + "; g8:-10\n", games: 1, lines: true, endings: true,
		},
		{command: "puzzles --count 2", games: 2, lines: true, endings: true},
		{command: "tree --size 4 --depth 1 --format json", games: 1, lines: true, endings: true},
		{command: "book show shipped f5d6 --json", games: 1, lines: true},
		{command: "analyze --level 0 --hash 1MB --json -", input: someGames, games: 2, lines: true},
		{
			command: "analyze --level 0 --hash 1MB --stdio",
			input:   `{"id":"1","moves":"f5d6"}` + "\n", games: 1, lines: true,
		},
		{command: "match greedy random --games 2 --db :memory: --json", games: 2, lines: true, endings: true},
		{command: "convert - - --to transcript", input: someGames, games: 2, lines: true},
		{command: "convert - - --to obf", input: someGames, games: 2, lines: true},
		{command: "convert - - --to json", input: smallGame + smallGame, games: 2, lines: true},
		{command: "convert - - --to ggf", input: smallGame + smallGame, games: 2, lines: true},
		{command: "convert - - --to sgf", input: someGames, games: 2},
		{command: "convert - - --to pgn", input: someGames, games: 2},
		{
			command: "match greedy random --games 2 --db :memory: --out FILE",
			file:    "x.json", games: 2, lines: true, endings: true,
		},
		{
			command: "match greedy random --games 2 --db :memory: --out FILE",
			file:    "x.ggf", games: 2, lines: true, endings: true,
		},
		{
			command: "match greedy random --games 2 --db :memory: --out FILE",
			file:    "x.sgf", games: 2, endings: true,
		},
		{
			command: "match greedy random --games 2 --db :memory: --out FILE",
			file:    "x.pgn", games: 2, endings: true,
		},
		{
			command: "match greedy random --games 2 --db :memory: --out FILE",
			file:    "x.txt", games: 2, lines: true, endings: true,
		},
		{command: "find --db BASE --json", games: 2},
		{command: "export --db BASE FILE", file: "y.json", games: 2, lines: true},
		{command: "export --db BASE FILE", file: "y.ggf", games: 2, lines: true},
		{command: "export --db BASE FILE", file: "y.txt", games: 2, lines: true},
		{command: "schema kaeshi/hint/1", games: 0},
		{command: "perft 2", games: 0},
		{command: "levels --json", games: 0},
	}
}

// runWith runs kaeshi with an input and returns its exit status, output and messages.
func runWith(t *testing.T, input string, args ...string) (status int, out, errs string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = io.WriteString(w, input) // the command may end before it has read everything
		w.Close()
	}()
	defer r.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var stdout, stderr bytes.Buffer
	variables := map[string]string{"XDG_DATA_HOME": t.TempDir(), "CI": "true"}
	p := &program{Env: &verb.Env{
		In: r, Out: &terminal.Output{Writer: &stdout}, Err: &stderr,
		Getenv: func(name string) string { return variables[name] },
	}}
	status = p.run(ctx, args)
	return status, stdout.String(), stderr.String()
}

// TestOutputsAreInputs checks that the commands read the games and positions that other commands print.
func TestOutputsAreInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a hundred commands")
	}
	dir := t.TempDir()
	base := filepath.Join(dir, "games.db")
	if status, _, errs := runWith(t, someGames, "import", "--db", base, "-"); status != 0 {
		t.Fatal(errs)
	}
	for _, c := range printers() {
		t.Run(c.command+" "+c.file, func(t *testing.T) {
			path := filepath.Join(dir, c.file)
			command := strings.NewReplacer("BASE", base, "FILE", path).Replace(c.command)
			status, out, errs := runWith(t, c.input, strings.Fields(command)...)
			if status != 0 {
				t.Fatalf("status %d\n%s", status, errs)
			}
			if c.file != "" {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				out = string(text)
			}
			checkReaders(t, c, out)
		})
	}
}

// checkReaders checks that the commands that read games and positions read those of an output.
func checkReaders(t *testing.T, c printed, out string) {
	t.Helper()
	readers := []struct{ command, counts string }{
		{"convert - - --to json", `"schema":"kaeshi/game-record/1"`},
		{"analyze --level 0 --hash 1MB --json -", `"schema":"kaeshi/analysis/2"`},
	}
	if c.lines {
		readers = append(readers, []struct{ command, counts string }{
			{"hint --level 0 --hash 1MB -n 1 --json -", `"schema":"kaeshi/hint/1"`},
			{"move -p greedy --json -", `"schema":"kaeshi/move/1"`},
		}...)
	}
	if c.endings {
		readers = append(readers, struct{ command, counts string }{
			"solve --hash 1MB --json -", `"schema":"kaeshi/solve/1"`,
		})
	}
	for _, r := range readers {
		status, got, errs := runWith(t, out, strings.Fields(r.command)...)
		if n := strings.Count(got, r.counts); n != c.games {
			t.Errorf("%s: %d games or positions, want %d; status %d\n%s%s", r.command, n, c.games, status, out, errs)
		}
		if want := map[bool]int{true: 0, false: terminal.ExitIllegal}[c.games > 0]; status != want {
			t.Errorf("%s: status %d, want %d\n%s%s", r.command, status, want, out, errs)
		}
	}
}
