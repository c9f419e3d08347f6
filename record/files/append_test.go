package files_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/transcript"
)

func played(t *testing.T, moves string) *record.Game {
	t.Helper()
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), moves)
	if err != nil {
		t.Fatal(err)
	}
	g.Black = "Ann"
	return g
}

// TestAppend checks that the file consists of whole games after each appended game, in every format and after
// reopening.
func TestAppend(t *testing.T) {
	for _, name := range []string{"a.txt", "a.obf", "a.ggf", "a.sgf", "a.pgn", "a.json"} {
		path := filepath.Join(t.TempDir(), name)
		for n := 1; n <= 4; n += 2 {
			a, err := files.Append(path)
			if err != nil {
				t.Fatal(err)
			}
			if a.Fresh != (n == 1) {
				t.Errorf("%s: Fresh is %t before game %d, want %t", name, a.Fresh, n, n == 1)
			}
			for i := range 2 {
				if err := a.Add(played(t, "f5d6c3d3"[:2*(n+i)])); err != nil {
					t.Fatal(err)
				}
				if games, faults := readAll(path); games != n+i || faults != "" {
					t.Errorf("%s: %d games and errors %q, want %d games", name, games, faults, n+i)
				}
			}
			if _, err := a.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func readAll(path string) (games int, faults string) {
	list, errs := recordtest.Collect(files.ReadFile(path))
	if errs != nil {
		faults = fmt.Sprint(errs)
	}
	return len(list), faults
}

// TestAppendLosses checks that losses are counted over all games, and that an unterminated last line is completed.
func TestAppendLosses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte("f5f6"), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := files.Append(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, moves := range []string{"f5", "d3"} {
		if err := a.Add(played(t, moves)); err != nil {
			t.Fatal(err)
		}
	}
	lost, err := a.Close()
	if err != nil {
		t.Fatal(err)
	}
	want := []record.Loss{{What: "the names of the players", Games: 2, First: 1}}
	if diff := cmp.Diff(want, lost); diff != "" {
		t.Errorf("losses (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("f5f6\nf5\nd3\n", string(readFile(t, path))); diff != "" {
		t.Errorf("the file (-want +got):\n%s", diff)
	}
}

func TestAppendRefuses(t *testing.T) {
	folder := t.TempDir()
	foreign := filepath.Join(folder, "a.pgn")
	if err := os.WriteFile(foreign, []byte(oneSGF), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a.pgn": "contains games in the format sgf; choose another file", "a.xyz": "no format has this suffix",
		"a.wtb": "cannot append to wthor, which consists of several files", "none/a.pgn": "no such file",
	} {
		if _, err := files.Append(filepath.Join(folder, name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if diff := cmp.Diff(oneSGF, string(readFile(t, foreign))); diff != "" {
		t.Errorf("the file (-want +got):\n%s", diff)
	}
}

// TestMissing checks that the games that a file lacks are found in every format, also those that are listed twice.
func TestMissing(t *testing.T) {
	for _, name := range []string{"a.txt", "a.obf", "a.ggf", "a.sgf", "a.pgn", "a.json"} {
		path := filepath.Join(t.TempDir(), name)
		var all []*record.Game
		for n := range 4 {
			all = append(all, played(t, "f5d6c3d3"[:2*(n+1)]))
		}
		all = append(all, all[1], all[3])
		for _, now := range []int{1, 2, 4, 6} { // games in the file
			a, err := files.Append(path)
			if err != nil {
				t.Fatal(err)
			}
			missing, err := a.Missing(all)
			if err != nil {
				t.Fatal(err)
			}
			had, _ := readAll(path)
			if len(missing) != len(all)-had {
				t.Errorf("%s: %d games are missing from %d of %d", name, len(missing), had, len(all))
			}
			for _, g := range missing[:now-had] {
				if err := a.Add(g); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := a.Close(); err != nil {
				t.Error(err)
			}
		}
		if games, faults := readAll(path); games != len(all) || faults != "" {
			t.Errorf("%s: %d games and errors %q, want %d games", name, games, faults, len(all))
		}
	}
}
