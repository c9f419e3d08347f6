package api

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/webtest"
)

func TestPuzzles(t *testing.T) {
	s := serve(t, func(o *setup) { o.Store = nil })
	list := read[puzzleList](s, "GET", Path+"puzzles?n=20&difficulty=2-3&empties=6-12&seed=7", "")
	if len(list.Puzzles) != 20 {
		t.Errorf("%d puzzles, want the requested 20", len(list.Puzzles))
	}
	for _, z := range list.Puzzles {
		p, err := othello.Parse(z.Position)
		if err != nil {
			t.Fatal(err)
		}
		if p.MustPass() || len(z.Best) == 0 {
			t.Errorf("%s: best moves %v, want one or more", z.Position, z.Best)
		}
		webtest.Same(t, z.Position+": scored moves", len(p.Moves()), len(z.Scores))
		if z.Difficulty < 2 || z.Difficulty > 3 {
			t.Errorf("%s: difficulty %d, want 2 or 3", z.Position, z.Difficulty)
		}
		if z.Empties < 6 || z.Empties > 12 {
			t.Errorf("%s: %d empty squares, want 6 to 12", z.Position, z.Empties)
		}
		for move, score := range z.Scores {
			if best := z.Scores[z.Best[0]]; score > best || (score == best) != slices.Contains(z.Best, move) {
				t.Errorf("puzzle %+v: the best moves are not those with the highest score", z)
			}
		}
	}
	again := read[puzzleList](s, "GET", Path+"puzzles?n=20&difficulty=2-3&empties=6-12&seed=7", "")
	if fmt.Sprint(again) != fmt.Sprint(list) {
		t.Error("two requests with the same seed return different puzzles")
	}
	for query, words := range map[string][]string{
		"difficulty=6": {"difficulty", "1 to 5"},
		"empties=3":    {"empties", "4 to 16"},
		"empties=9-4":  {"empties"},
		"n=0":          {"n"},
		"source=games": {"database"},

		"kind=midgame&source=games": {"shipped"},
		"kind=midgame&empties=8":    {"20 to 46"},
		"source=nobody":             {"source"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", Path+"puzzles?"+query, "", words...)
	}
}

func TestMidgameExercises(t *testing.T) {
	s := serve(t, func(o *setup) { o.Store = nil })
	list := read[puzzleList](s, "GET", Path+"puzzles?kind=midgame&n=200&seed=7", "")
	if len(list.Puzzles) < 30 {
		t.Errorf("%d exercises, want at least 30", len(list.Puzzles))
	}
	for _, z := range list.Puzzles {
		if len(z.Pair) != 2 || !slices.Contains(z.Pair, z.Best[0]) {
			t.Errorf("%s: candidates %v, want two, among them %v", z.Position, z.Pair, z.Best)
		}
	}
}

func TestPuzzlesOfGames(t *testing.T) {
	var kept *store.Store
	s := serve(t, func(o *setup) { kept, o.MaxMake, o.MaxThink = o.Store, time.Minute, time.Minute })
	if list := read[puzzleList](s, "GET", Path+"puzzles?source=games", ""); list.Puzzles == nil ||
		len(list.Puzzles) != 0 {
		t.Errorf("without games: %+v, want no puzzles", list)
	}
	in := kept.NewImport()
	g, err := (GameInput{Size: 8, Start: "usual", Moves: game60}).game()
	if err != nil {
		t.Fatal(err)
	}
	g.Black, g.White, g.Event = "Ada", "Ben", "Cup"
	if err := in.Add(t.Context(), "test", g); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	list := read[puzzleList](s, "GET", Path+"puzzles?source=games&n=2&empties=4-9", "")
	if len(list.Puzzles) == 0 || list.Puzzles[0].From != "Ada – Ben, Cup" {
		t.Errorf("puzzles %+v, want some from %q", list.Puzzles, "Ada – Ben, Cup")
	}
}
