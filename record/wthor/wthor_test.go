package wthor_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/wthor"
)

// base returns the three files of the small base in testdata.
func base(t testing.TB) (wtb, jou, trn []byte) {
	t.Helper()
	var files [3][]byte
	for i, suffix := range []string{"wtb", "JOU", "TRN"} {
		data, err := os.ReadFile("testdata/KAESHI." + suffix)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = data
	}
	return files[0], files[1], files[2]
}

// read returns all games and errors of a base.
func read(wtb, jou, trn []byte) (games []*record.Game, faults []error) {
	names, err := wthor.ReadNames(bytes.NewReader(jou), bytes.NewReader(trn))
	if err != nil {
		faults = append(faults, err)
	}
	games, more := recordtest.Collect(wthor.ReadWith(bytes.NewReader(wtb), names, ""))
	return games, append(faults, more...)
}

func TestWTHOR(t *testing.T) {
	wtb, jou, trn := base(t)
	games, faults := read(wtb, jou, trn)
	if len(games) != 24 || faults != nil {
		t.Fatalf("%d games, want 24; errors %v", len(games), faults)
	}
	unfinished := 0
	for i, g := range games {
		p := g.Position()
		if g.Result.Reason == record.Unfinished {
			unfinished++
		} else if !p.Over() || g.Result != (record.Result{Known: true, ScoreBlack: p.ScoreBlack()}) {
			t.Errorf("game %d: the result is %+v, the board is %s", i, g.Result, p)
		}
		if err := g.Validate(); err != nil {
			t.Errorf("game %d: %v", i, err)
		}
		if g.Date != "2026" || g.Event == "" {
			t.Errorf("game %d: %q in %q, want a tournament of 2026", i, g.Event, g.Date)
		}
	}
	if unfinished != 4 {
		t.Errorf("%d games are unfinished, want 4", unfinished)
	}
	for _, name := range []string{"Björn Éclair", "Zoë van der Meer-Lan", ""} {
		// one name has all 20 bytes; an unknown player is written as ???
		if !slices.ContainsFunc(games, func(g *record.Game) bool { return g.White == name || g.Black == name }) {
			t.Errorf("no game has the player %q", name)
		}
	}
}

// TestWTHORStaysTheSame checks that a base is written back unchanged, and that its lists are found.
func TestWTHORStaysTheSame(t *testing.T) {
	wtb, jou, trn := base(t)
	games, _ := read(wtb, jou, trn)
	names, err := wthor.ReadNames(bytes.NewReader(jou), bytes.NewReader(trn))
	if err != nil {
		t.Fatal(err)
	}
	var wtbOut, jouOut, trnOut bytes.Buffer
	lost, err := wthor.Write(&wtbOut, &jouOut, &trnOut, names, time.Now(), slices.Values(games))
	if err != nil || lost != nil {
		t.Fatalf("error %v, losses %v; want none", err, lost)
	}
	wantFiles(t, "KAESHI", [3][]byte{wtb, jou, trn}, [3][]byte{wtbOut.Bytes(), jouOut.Bytes(), trnOut.Bytes()})
	i := 0
	for g, err := range files.ReadFile(filepath.Join("testdata", "KAESHI.wtb")) {
		if err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
		if diff := cmp.Diff(games[i], g); diff != "" {
			t.Fatalf("game %d (-want +got):\n%s", i, diff)
		}
		i++
	}
	for g, err := range wthor.Read(bytes.NewReader(wtb), "") {
		if err != nil || g.Black != "" {
			t.Fatalf("without lists: game %v, error %v; want a game without names", g, err)
		}
		if number, ok := g.Tag("WTHORBlack"); !ok || number == "" {
			t.Fatalf("without lists, the tag of the number is missing: %v", g.Tags)
		}
	}
}

// wantFiles compares the files of games, players and tournaments.
func wantFiles(t *testing.T, name string, want, got [3][]byte) {
	t.Helper()
	for i, kind := range []string{"games", "players", "tournaments"} {
		if !bytes.Equal(want[i], got[i]) {
			t.Errorf("%s: the file of %s (-want +got):\n%s", name, kind,
				cmp.Diff(want[i], got[i]))
		}
	}
}

func TestWTHORFaults(t *testing.T) {
	wtb, jou, trn := base(t)
	change := func(at int, b byte) []byte { c := slices.Clone(wtb); c[at] = b; return c }
	game := func(n, at int) int { return 16 + 68*n + at }
	for _, c := range []struct {
		wtb, jou, trn []byte
		games         int
		want          string
	}{
		{wtb[:5], jou, trn, 0, "header of 16 bytes: the file is truncated"},
		{wtb[:game(2, 30)], jou, trn, 2, "game 3: 2 of 24 games: the file is truncated"},
		{append(slices.Clone(wtb), 1, 2), jou, trn, 24, "2 bytes after the last of 24 games"},
		{change(game(1, 8), 99), jou, trn, 23, "game 2: move 1: 99 is not a square (want 11 to 88, row and column)"},
		{change(game(1, 8), 11), jou, trn, 23, `game 2: move 1, "a1": a1 turns nothing over for black`},
		{change(game(1, 8), 0), jou, trn, 23, "after the end of the moves"},
		{change(game(0, 6), 65), jou, trn, 23, "scores of 65 and"},
		{change(12, 10), jou, trn, 0, "games on a 10×10 board"},
		{change(13, 1), jou, trn, 0, "records of kind 1: want 0 (games)"},
		{change(game(3, 3), 1), jou, trn, 24, "game 4: player 25"},
		{wtb, jou[:60], trn, 24, "list of players: name 2 of 7: the file is truncated"},
		{wtb, jou, append(slices.Clone(trn), 0), 24, "list of tournaments: 1 bytes after the last of 4 names"},
		{jou, jou, trn, 0, "a list of 7 names contains no games"},
	} {
		games, faults := read(c.wtb, c.jou, c.trn)
		if len(games) != c.games {
			t.Errorf("%q: %d games, want %d", c.want, len(games), c.games)
		}
		if len(faults) == 0 || !strings.Contains(faults[0].Error(), c.want) {
			t.Errorf("errors %v, want %q first", faults, c.want)
		}
	}
	for g, err := range files.ReadFile("testdata/KAESHI.JOU") {
		if g != nil {
			t.Errorf("a list of players is read as the game %v", g)
		}
		if err == nil || !strings.Contains(err.Error(), "a list of players contains no games; pass the .wtb file") {
			t.Errorf("a list of players: error %v, want one about the .wtb file", err)
		}
	}
}

// TestWTHOROfOtherGames checks that the names of other games are numbered, and that losses are reported.
func TestWTHOROfOtherGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var games []*record.Game
		for range rapid.IntRange(0, 4).Draw(t, "games") {
			games = append(games, recordtest.Game(t))
		}
		var wtb, jou, trn bytes.Buffer
		lost, err := wthor.Write(&wtb, &jou, &trn, nil, time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
			slices.Values(games))
		if err != nil {
			t.Fatal(err)
		}
		usual := othello.Start(othello.Size8, othello.Usual)
		games = slices.DeleteFunc(games, func(g *record.Game) bool { return g.Start != usual })
		back, faults := read(wtb.Bytes(), jou.Bytes(), trn.Bytes())
		if len(back) != len(games) || faults != nil {
			t.Fatalf("%d games, want %d; errors %v", len(back), len(games), faults)
		}
		for i, g := range games {
			if !slices.Equal(recordtest.Played(back[i]), recordtest.Played(g)) {
				t.Fatalf("%s is read as %s", recordtest.Names(g), recordtest.Names(back[i]))
			}
			if len(lost) > 0 {
				continue
			}
			type kept struct {
				Black, White, Event, Date string
				ScoreBlack                int
			}
			keptOf := func(g *record.Game) kept {
				return kept{g.Black, g.White, g.Event, g.Date, g.Outcome().ScoreBlack}
			}
			if diff := cmp.Diff(keptOf(g), keptOf(back[i])); diff != "" {
				t.Fatalf("game %d (-written +read):\n%s", i, diff)
			}
		}
		if binary.LittleEndian.Uint32(wtb.Bytes()[4:]) != uint32(len(games)) {
			t.Fatalf("the header states %d games, want %d", binary.LittleEndian.Uint32(wtb.Bytes()[4:]), len(games))
		}
	})
}

// TestYears checks that the year of a date is kept exactly, or that what is lost of the date is reported.
func TestYears(t *testing.T) {
	for date, want := range map[string]struct{ read, lost string }{
		"":                  {},
		"1997":              {read: "1997"},
		"12":                {read: "12"},
		"65535":             {read: "65535"},
		"1997-05-03":        {read: "1997", lost: "the date except the year"},
		"0000":              {lost: "the date"},
		"0000-01-01T00:00Z": {lost: "the date"},
		"0012":              {read: "12", lost: "the date except the year"},
		"-123":              {lost: "the date"},
		"+123":              {lost: "the date"},
		"70000":             {lost: "the date"},
		"last summer":       {lost: "the date"},
	} {
		g := &record.Game{
			Start: othello.Start(othello.Size8, othello.Usual), Date: date, Result: record.Result{Known: true},
		}
		var wtb, jou, trn bytes.Buffer
		lost, err := wthor.Write(&wtb, &jou, &trn, nil, time.Time{}, slices.Values([]*record.Game{g}))
		if err != nil {
			t.Fatal(err)
		}
		var what []string
		for _, l := range lost {
			what = append(what, l.What)
		}
		back, faults := read(wtb.Bytes(), jou.Bytes(), trn.Bytes())
		if len(back) != 1 || faults != nil {
			t.Fatalf("%q: %d games, errors %v; want one game", date, len(back), faults)
		}
		if got := [2]string{back[0].Date, strings.Join(what, ", ")}; got != [2]string{want.read, want.lost} {
			t.Errorf("%q: read back and lost %q, want %q", date, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	wtb, jou, trn := base(f)
	f.Add(wtb[:16+3*68], jou[:16+40], trn[:16+52])
	f.Add(wtb, jou, trn)
	f.Add([]byte{20, 7, 5, 22, 255, 255, 255, 255, 0, 0, 0, 0, 8, 0, 24, 0}, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, wtb, jou, trn []byte) {
		games, _ := read(wtb, jou, trn)
		if len(games) > len(wtb)/68 {
			t.Fatalf("%d games in %d bytes, want at most one in 68 bytes", len(games), len(wtb))
		}
		for _, g := range games {
			if err := g.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		var again, players, tournaments bytes.Buffer
		if _, err := wthor.Write(&again, &players, &tournaments, nil, time.Time{}, slices.Values(games)); err != nil {
			t.Fatal(err)
		}
		back, faults := read(again.Bytes(), players.Bytes(), tournaments.Bytes())
		if len(back) != len(games) || faults != nil {
			t.Fatalf("%d games are written and %d read back; errors %v", len(games), len(back), faults)
		}
	})
}
