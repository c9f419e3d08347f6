package puzzles

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/search"
)

// game is a game of the WTHOR database of 2001.
const game = "f5f6e6f4g5e7e3g6d6c4f7h5h6h7d7d8c6e8c5h4f3b6c8b8c7b4b5a6a3a4g8" +
	"c3d3g4g3f8a8b7h3h2a7c2d2f2e2d1f1c1a5e1b1b2g1g2h1h8a2a1b3g7"

func parsed(t *testing.T, moves string) *record.Game {
	t.Helper()
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), moves)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// check compares a puzzle with the result of a search.
func check(t *testing.T, z Puzzle) {
	t.Helper()
	p, err := othello.Parse(z.Position)
	if err != nil {
		t.Fatal(err)
	}
	r, err := search.New(search.Options{HashBytes: 4 << 20}).Solve(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	best := names(p.Size, r.Best)
	if diff := cmp.Diff(best, z.Best); diff != "" {
		t.Fatalf("%s: the best moves (-solved +puzzle):\n%s", z.Position, diff)
	}
	if want := int(math.Round(r.Score.Discs())); z.Scores[best[0]] != want {
		t.Errorf("%s: %s has the score %+d, want %+d", z.Position, best[0], z.Scores[best[0]], want)
	}
	if want := len(p.Moves()); len(z.Scores) != want {
		t.Errorf("%s: scores of %d moves, want %d: %v", z.Position, len(z.Scores), want, z.Scores)
	}
	if z.Empties != p.Empties() {
		t.Errorf("%s: %d empty squares, want %d", z.Position, z.Empties, p.Empties())
	}
	for move, score := range z.Scores {
		s, err := p.Size.Parse(move)
		if err != nil {
			t.Fatalf("%s: %v", z.Position, err)
		}
		if err := p.Check(s); err != nil {
			t.Errorf("%s: %v", z.Position, err)
		}
		if score > int(r.Score) {
			t.Errorf("%s: %s has the score %+d, want at most %v, that of the best move", z.Position, move, score,
				r.Score)
		}
	}
	if z.Difficulty < 1 || z.Difficulty > 5 {
		t.Errorf("%s: difficulty %d, want 1 to 5", z.Position, z.Difficulty)
	}
	if z.Depth < 1 || z.Depth > z.Empties {
		t.Errorf("%s: depth %d, want 1 to %d", z.Position, z.Depth, z.Empties)
	}
	if len(z.ID) != 12 {
		t.Errorf("%s: id %q, want 12 characters", z.Position, z.ID)
	}
}

func names(n othello.Size, squares []othello.Square) []string {
	list := make([]string, len(squares))
	for i, s := range squares {
		list[i] = n.Name(s)
	}
	slices.Sort(list)
	return list
}

func TestMake(t *testing.T) {
	g := parsed(t, game)
	g.Black, g.White, g.Event = "Ada", "Ben", "Cup"
	list, err := NewMaker().Make(t.Context(), g, 5, 12)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d puzzles, want some; error %v", len(list), err)
	}
	for _, z := range list {
		slices.Sort(z.Best)
		check(t, z)
		if z.Empties < 5 || z.Empties > 12 {
			t.Errorf("%s: %d empty squares, want 5 to 12", z.Position, z.Empties)
		}
		if z.From != "Ada – Ben, Cup" {
			t.Errorf("%s is from %q, want %q", z.Position, z.From, "Ada – Ben, Cup")
		}
		if 3*len(z.Best) > len(z.Scores) {
			t.Errorf("%s: %d of %d moves are best, want at most a third", z.Position, len(z.Best), len(z.Scores))
		}
	}
	again, err := NewMaker().Make(t.Context(), g, 5, 12)
	if err != nil {
		t.Fatal(err)
	}
	for i, z := range again {
		slices.Sort(z.Best)
		one, _ := json.Marshal(z)
		two, _ := json.Marshal(list[i])
		if !bytes.Equal(one, two) {
			t.Errorf("puzzle %d of a second call is %s, want %s", i, one, two)
		}
	}
}

// TestID checks that symmetric positions have the same ID and difficulty.
func TestID(t *testing.T) {
	m := NewMaker()
	p := parsed(t, game).PositionAt(50)
	one, err := m.Of(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	two, err := m.Of(t.Context(), p.Transform(3))
	if err != nil {
		t.Fatal(err)
	}
	want := Puzzle{ID: one.ID, Difficulty: one.Difficulty}
	if diff := cmp.Diff(want, Puzzle{ID: two.ID, Difficulty: two.Difficulty}); diff != "" {
		t.Errorf("turned (-want +got):\n%s", diff)
	}
	if len(one.Best) != len(two.Best) {
		t.Errorf("best moves %v of the transformed position, want as many as %v", two.Best, one.Best)
	}
}

func TestDifficulty(t *testing.T) {
	for _, c := range [][3]int{
		{1, 0, 1},
		{1, 3, 2},
		{2, 0, 2},
		{3, 2, 2},
		{4, 0, 3},
		{6, 0, 4},
		{6, 3, 5},
		{9, 0, 5},
		{14, 9, 5},
	} {
		if d := difficulty(c[0], c[1]); d != c[2] {
			t.Errorf("difficulty(%d, %d) = %d, want %d", c[0], c[1], d, c[2])
		}
	}
}

// TestDepth checks that the depth is 1 if the shallowest search finds a best move, and that of the whole ending if no
// search does.
func TestDepth(t *testing.T) {
	m := NewMaker()
	p := parsed(t, game).PositionAt(46)
	r, err := m.engine.Search(t.Context(), p, search.Limits{Depth: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	always := func(othello.Square) bool { return true }
	never := func(othello.Square) bool { return false }
	if d, err := m.depth(t.Context(), p, always); d != 1 || err != nil {
		t.Errorf("every move is best: depth %d, error %v; want 1", d, err)
	}
	if d, err := m.depth(t.Context(), p, never); d != p.Empties() || err != nil {
		t.Errorf("no move is best: depth %d, error %v; want %d", d, err, p.Empties())
	}
	if n, err := m.tempting(t.Context(), p, func(s othello.Square) bool { return s == r.Move }); n != 0 || err != nil {
		t.Errorf("%d moves look better than the one with the best evaluation, want none; error %v", n, err)
	}
}

// TestHarvestStops checks that the error of a cancelled input is not reported as that of a game.
func TestHarvestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	h := Harvest{Bad: func(err error) { t.Errorf("Bad(%v), want no call", err) }}
	err := h.Games(ctx, func(yield func(*record.Game, error) bool) {
		cancel()
		yield(nil, ctx.Err())
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// TestShipped checks that the puzzles of the program are different and cover every difficulty. It solves one in ten of
// those with at most 12 empty squares.
func TestShipped(t *testing.T) {
	list, err := Shipped()
	if err != nil || len(list) < 200 {
		t.Fatalf("%d puzzles, want at least 200; error %v", len(list), err)
	}
	seen, count := map[string]bool{}, map[int]int{}
	for i, z := range list {
		if seen[z.ID] || z.From == "" {
			t.Errorf("puzzle %+v, want a unique ID and an origin", z)
		}
		seen[z.ID] = true
		count[z.Difficulty]++
		if i%10 == 0 && z.Empties <= 12 {
			slices.Sort(z.Best)
			check(t, z)
		}
	}
	for d := 1; d <= 5; d++ {
		if count[d] < 20 {
			t.Errorf("%d puzzles of difficulty %d, want at least 20", count[d], d)
		}
	}
}

// TestShippedMidgame checks the exercises of the program. It searches every tenth again, with less depth.
func TestShippedMidgame(t *testing.T) {
	list, err := ShippedMidgame()
	if err != nil || len(list) < 30 {
		t.Fatalf("%d exercises, want at least 30; error %v", len(list), err)
	}
	seen := map[string]bool{}
	for i, z := range list {
		p, err := othello.Parse(z.Position)
		if err != nil {
			t.Fatal(err)
		}
		if seen[z.ID] || !MidgameEmpties().Has(p.Empties()) {
			t.Errorf("exercise %+v, want a unique middle-game position", z)
		}
		if len(z.Scores) != len(p.Moves()) {
			t.Errorf("%s: scores of %d moves, want %d", z.Position, len(z.Scores), len(p.Moves()))
		}
		seen[z.ID] = true
		right, wrong := z.Best[0], z.Pair[0]
		if wrong == right {
			wrong = z.Pair[1]
		}
		if gap := z.Scores[right] - z.Scores[wrong]; gap < pairGap-1 {
			t.Errorf("%s: %s is %d discs better than %s, want %d", z.Position, right, gap, wrong, pairGap)
		}
		if i%10 > 0 {
			continue
		}
		e := search.New(search.Options{HashBytes: 4 << 20})
		r, err := e.Search(t.Context(), p, search.Limits{Depth: 10}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.Size.Name(r.Move) == wrong {
			t.Errorf("%s: a search of ten plies plays %s, want another move than the wrong one", z.Position, wrong)
		}
	}
}

// TestMidgame checks that exercises are reproducible, and that their wrong candidate looks best after one ply.
func TestMidgame(t *testing.T) {
	list, err := ShippedMidgame()
	if err != nil {
		t.Fatal(err)
	}
	p, err := othello.Parse(list[0].Position)
	if err != nil {
		t.Fatal(err)
	}
	made, err := NewMaker().Midgame(t.Context(), &record.Game{Start: p, Black: "Ada", White: "Ben"}, MidgameEmpties())
	if err != nil || len(made) != 1 {
		t.Fatalf("%d exercises, want 1; error %v", len(made), err)
	}
	want := list[0]
	want.From = "Ada – Ben"
	if diff := cmp.Diff(want, made[0]); diff != "" {
		t.Errorf("made again (-shipped +made):\n%s", diff)
	}
	if made, err := NewMaker().Midgame(t.Context(), &record.Game{Start: p}, Range{20, 21}); made != nil || err != nil {
		t.Errorf("%v, %v for other numbers of empty squares, want none", made, err)
	}
}

func TestChoice(t *testing.T) {
	list := []Puzzle{
		{ID: "a", Empties: 5, Difficulty: 1},
		{ID: "b", Empties: 9, Difficulty: 2},
		{ID: "c", Empties: 9, Difficulty: 3},
		{ID: "d", Empties: 12, Difficulty: 3},
	}
	c := Choice{N: 10, Empties: Range{8, 16}, Difficulty: Range{2, 3}, Seed: 4}
	if got := c.Of(list); len(got) != 3 {
		t.Errorf("%d puzzles, want 3: %+v", len(got), got)
	}
	c.N = 1
	if one, two := c.Of(list), c.Of(list); len(one) != 1 || one[0].ID != two[0].ID {
		t.Errorf("choices %+v and %+v with the same seed, want the same puzzle", one, two)
	}
	if _, err := Read(strings.NewReader("{}\n{")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v, want one in line 2", err)
	}
}
