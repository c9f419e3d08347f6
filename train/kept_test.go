package train

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
)

// TestKeptGames reads files of games by folder and by name. One of them ends with an incomplete block.
func TestKeptGames(t *testing.T) {
	dir, m := t.TempDir(), play.New(tinyGames(), nil)
	var want []games.Game
	var files []string
	for i, name := range []string{"a.games", "b.games"} {
		path := filepath.Join(dir, name)
		f, err := games.Create(path, games.Header{Kind: name})
		if err != nil {
			t.Fatal(err)
		}
		for number := range 16 {
			lines, err := m.Play(t.Context(), 16*i+number)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Write(lines); err != nil {
				t.Fatal(err)
			}
			want = append(want, lines...)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	truncateFile(t, files[1])
	for _, from := range [][]string{{dir}, files} {
		d, err := load(t.TempDir(), from)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, d.games); d != "" {
			t.Error(d)
		}
	}
	learn, check, read, err := harvested([]string{dir + ":20"})
	if err != nil {
		t.Fatal(err)
	}
	if len(learn) < 200 {
		t.Errorf("%d training positions, want at least 200", len(learn))
	}
	if len(check) < 20 {
		t.Errorf("%d validation positions, want at least 20", len(check))
	}
	if d := cmp.Diff(files, read); d != "" {
		t.Error(d)
	}
	for _, x := range append(learn, check...) {
		if x.empties() > 20 {
			t.Errorf("a position with %d empty squares, want at most 20", x.empties())
		}
		if x.want < -64 || x.want > 64 {
			t.Errorf("a position with %d empty squares has the value %g, want -64 to 64", x.empties(), x.want)
		}
	}
}

// truncateFile appends an incomplete block.
func truncateFile(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("line\x07"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
