package player_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/player/playertest"
	"github.com/kaeshi/kaeshi/record"
)

func newKaeshi(t *testing.T, spec string) player.Player {
	t.Helper()
	p, err := player.Makers{{Name: "kaeshi", Main: "level", New: player.NewLocalEngine}}.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// line returns the moves of a game between two players of the same spec, and the number of book moves.
func line(t *testing.T, p player.Player, plies int) (moves string, booked int) {
	t.Helper()
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	for range plies {
		c, err := p.Choose(t.Context(), g, player.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		if c.Report.Book {
			booked++
			if c.Report.Nodes != 0 || c.Report.Position != g.Position() {
				t.Errorf("the report of a book move is %+v, want no nodes and the position", c.Report)
			}
		}
		if err := g.Play(c.Move); err != nil {
			t.Fatal(err)
		}
	}
	return g.Transcript(), booked
}

func TestEngineWithBook(t *testing.T) {
	path := playertest.Book(t)
	best, booked := line(t, newKaeshi(t, "kaeshi:level=1,book="+path), 24)
	if booked < 3 || booked == 24 {
		t.Errorf("%d book moves of 24, want 3 to 23", booked)
	}
	if again, _ := line(t, newKaeshi(t, "kaeshi:level=1,book="+path), 24); again != best {
		t.Errorf("the second game is %s, want %s", again, best)
	}
	if _, booked := line(t, newKaeshi(t, "kaeshi:level=1,-book"), 4); booked != 0 {
		t.Errorf("%d book moves without a book, want 0", booked)
	}
	games := map[string]bool{}
	for seed := range strings.SplitSeq("123456789", "") {
		spec := "kaeshi:level=1,book=" + path + ",variance=2,seed=" + seed
		moves, _ := line(t, newKaeshi(t, spec), 6)
		if again, _ := line(t, newKaeshi(t, spec), 6); again != moves {
			t.Errorf("seed %s: the second game is %s, want %s", seed, again, moves)
		}
		games[moves] = true
	}
	if len(games) < 4 {
		t.Errorf("%d different lines with nine seeds, want at least 4", len(games))
	}
	varied := newKaeshi(t, "kaeshi:level=1,book="+path+",variance=2")
	for seed := range uint64(9) {
		varied.(player.Seeder).Seed(seed)
		moves, _ := line(t, varied, 6)
		varied.(player.Seeder).Seed(seed)
		if again, _ := line(t, varied, 6); again != moves {
			t.Errorf("seed %d: the second game is %s, want %s", seed, again, moves)
		}
	}
}

func TestBookArguments(t *testing.T) {
	path := playertest.Book(t)
	broken := filepath.Join(t.TempDir(), "broken.book")
	data, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(broken, data[:len(data)-1], 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for spec, want := range map[string]string{
		"kaeshi:level=1,book=nowhere.book":              "nowhere.book: no such file",
		"kaeshi:level=1,book=" + broken:                 "truncated or damaged",
		"kaeshi:level=1,book=" + filepath.Dir(path):     "is not a regular file",
		"kaeshi:level=1,book=" + path + ",variance=-1":  "from 0 to 64 discs",
		"kaeshi:level=1,book=" + path + ",variance=NaN": "from 0 to 64 discs",
		"kaeshi:level=1,-book,variance=2":               "variance requires a book",
		"kaeshi:level=1,book=" + path + ",seed=1":       "a level makes no random choices",
		"kaeshi:skill=3,book=" + path:                   `unknown option "book"`,
	} {
		_, err := player.Makers{{Name: "kaeshi", Main: "level", New: player.NewLocalEngine}}.New(spec)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", spec, err, want)
		}
	}
	// NewEngine itself accepts no files.
	_, err = player.Makers{{Name: "kaeshi", Main: "level", New: player.NewEngine}}.New("kaeshi:level=1,book=" + path)
	if err == nil || !strings.Contains(err.Error(), "files are accepted on the command line only") {
		t.Errorf("NewEngine with a file: error %v, want one about the command line", err)
	}
}
