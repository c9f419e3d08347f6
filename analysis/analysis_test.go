package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/analysis/schema"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/search"
)

// quick returns an Analyst at a low level with a small hash table.
func quick(t testing.TB, level int) *Analyst {
	t.Helper()
	return New(search.Options{HashBytes: 1 << 20}, atLevel(t, level), UsualMarks())
}

func atLevel(t testing.TB, level int) Effort {
	t.Helper()
	e, err := AtLevel(level)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// randomGame returns a finished game of random moves.
func randomGame(n othello.Size, seed uint64) *record.Game {
	chance := rand.New(rand.NewPCG(seed, 0))
	g := &record.Game{Start: othello.Start(n, othello.Usual)}
	for p := g.Position(); !p.Over(); p = g.Position() {
		moves := p.Moves()
		g.Moves = append(g.Moves, moves[chance.IntN(len(moves))])
	}
	return g
}

func judged(t testing.TB, a *Analyst, g *record.Game) *Game {
	t.Helper()
	d, err := a.Game(t.Context(), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestExactLosses checks that exact losses and best moves agree with solving each position separately.
func TestExactLosses(t *testing.T) {
	a, oracle := quick(t, 10), search.New(search.Options{HashBytes: 1 << 20})
	for seed := range uint64(20) {
		g := randomGame(othello.Size4, seed)
		d := judged(t, a, g)
		if d.ExactFrom != 1 {
			t.Fatalf("game %d: exact from ply %d, want 1", seed, d.ExactFrom)
		}
		for i, m := range d.Moves {
			p := g.PositionAt(i)
			best, err := oracle.Solve(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			played := othello.Score(-g.PositionAt(i + 1).Score())
			if next := p.Play(g.Moves[i]); !next.Over() {
				r, err := oracle.Solve(t.Context(), next)
				if err != nil {
					t.Fatal(err)
				}
				played = -r.Score
			}
			want := Move{
				Score: best.Score.Discs(), Played: played.Discs(), Loss: (best.Score - played).Discs(),
				Confidence: 100, Exact: true,
			}
			got := Move{Score: m.Score, Played: m.Played, Loss: m.Loss, Confidence: m.Confidence, Exact: m.Exact}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("game %d, ply %d (-want +got):\n%s", seed, i+1, diff)
			}
			for _, name := range m.Best {
				if s, err := p.Size.Parse(name); name != "pass" && (err != nil || !slices.Contains(best.Best, s)) {
					t.Errorf("game %d, ply %d: %s is not among the best moves %v", seed, i+1, name, best.Best)
				}
			}
			if (m.Loss == 0) != slices.Contains(m.Best, m.Move) {
				t.Errorf("game %d, ply %d: loss %g, played %s, best %v", seed, i+1, m.Loss, m.Move, m.Best)
			}
		}
	}
}

// TestLossesAreSound checks that losses are not negative, that every score has its depth and confidence, that lines are
// legal, and that results are reproducible.
func TestLossesAreSound(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	for level, size := range map[int]othello.Size{
		0: othello.Size8, 1: othello.Size6, 4: othello.Size8,
		5: othello.Size6,
	} {
		a := quick(t, level)
		g := randomGame(size, uint64(level))
		d := judged(t, a, g)
		if len(d.Moves) != len(g.Moves) {
			t.Fatalf("level %d: %d moves, want %d", level, len(d.Moves), len(g.Moves))
		}
		if d.Nodes == 0 {
			t.Fatalf("level %d: no nodes were searched", level)
		}
		if want := new(g.Position().ScoreBlack()); cmp.Diff(want, d.ScoreBlack) != "" {
			t.Fatalf("level %d: the result (-want +got):\n%s", level, cmp.Diff(want, d.ScoreBlack))
		}
		for i, m := range d.Moves {
			p := g.PositionAt(i)
			if want := round(m.Score-m.Played, hundredths); m.Loss < 0 || m.Loss != want {
				t.Errorf("level %d, ply %d: the loss is %g, want %g", level, i+1, m.Loss, want)
			}
			if m.Depth < 1 {
				t.Errorf("level %d, ply %d: depth %d, want at least 1", level, i+1, m.Depth)
			}
			if m.Confidence < 1 {
				t.Errorf("level %d, ply %d: confidence %d, want at least 1", level, i+1, m.Confidence)
			}
			if m.Exact && m.Score != float64(int(m.Score)) {
				t.Errorf("level %d, ply %d: exact score %g, want an integer", level, i+1, m.Score)
			}
			want := Move{Ply: i + 1, Move: size.Name(g.Moves[i]), Pov: p.Turn.String(), Empties: p.Empties()}
			got := Move{Ply: m.Ply, Move: m.Move, Pov: m.Pov, Empties: m.Empties}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("level %d, ply %d (-want +got):\n%s", level, i+1, diff)
			}
			follow(t, p, m.PV)
			follow(t, p.Play(g.Moves[i]), m.Reply)
		}
		if level > 0 && d.ExactFrom == 0 {
			t.Errorf("level %d: no move is exact", level)
		}
		again := judged(t, a, g)
		again.Seconds = d.Seconds
		if diff := cmp.Diff(d, again); diff != "" {
			t.Errorf("level %d: the second result differs (-first +second):\n%s", level, diff)
		}
	}
}

// follow checks that a line is legal.
func follow(t *testing.T, p othello.Position, line []string) {
	t.Helper()
	for _, name := range line {
		s, err := p.Size.Parse(name)
		if err == nil {
			err = p.Check(s)
		}
		if err != nil {
			t.Errorf("line %v: %v", line, err)
			return
		}
		p = p.Play(s)
	}
}

// TestFirstMovesAreEqual checks that the four first moves, which are symmetric, are all among the best.
func TestFirstMovesAreEqual(t *testing.T) {
	for _, move := range []string{"f5", "d3", "c4", "e6"} {
		g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), move)
		if err != nil {
			t.Fatal(err)
		}
		if m := judged(t, quick(t, 5), g).Moves[0]; m.Loss != 0 || !slices.Contains(m.Best, move) {
			t.Errorf("%s: loss %g, best moves %v; want no loss and %s among the best moves", move, m.Loss, m.Best, move)
		}
	}
}

// TestAsGoodAsBest checks that a move with the best score is listed second among the best moves.
func TestAsGoodAsBest(t *testing.T) {
	p := othello.Start(othello.Size8, othello.Usual)
	moves := p.Moves()
	best := search.Report{Position: p, Move: moves[0], Score: 1, Depth: 3, Confidence: 100, PV: moves[:1]}
	m := newMove(best, moves[1], 1, nil)
	if diff := cmp.Diff(p.Size.NamesOf(moves[:2]), m.Best); diff != "" || m.Loss != 0 {
		t.Errorf("loss %g, want 0; best moves (-want +got):\n%s", m.Loss, diff)
	}
}

// TestSameEffort checks that the search after a move has the same effort as the search before it.
func TestSameEffort(t *testing.T) {
	g := randomGame(othello.Size8, 5)
	for _, e := range []Effort{
		{NoLevel, search.Limits{Depth: 4, Exact: 7, Selective: 9}},
		{NoLevel, search.Limits{Depth: 5}},
		{NoLevel, search.Limits{Depth: 3, Confidence: 95}},
		{NoLevel, search.Limits{Depth: MaxDepth, Nodes: 3000}},
	} {
		engine := search.New(search.Options{HashBytes: 1 << 20})
		for ply := range g.Moves {
			p := g.PositionAt(ply)
			best, err := engine.Search(t.Context(), p, e.Limits, nil)
			if err != nil {
				t.Fatal(err)
			}
			child := p.Play(best.Move)
			if child.Over() || child.MustPass() || best.Depth == 1 {
				continue
			}
			engine.Forget()
			r, err := engine.Search(t.Context(), child, e.behind(best), nil)
			if err != nil {
				t.Fatal(err)
			}
			want := search.Report{Depth: best.Depth - 1, Exact: best.Exact}
			if diff := cmp.Diff(want, search.Report{Depth: r.Depth, Exact: r.Exact}); diff != "" {
				t.Errorf("%+v, %d empty, after the move (-want +got):\n%s", e.Limits, p.Empties(), diff)
			}
			if r.Confidence < best.Confidence {
				t.Errorf("%+v, %d empty: confidence %d %% after the move, want at least %d %%", e.Limits, p.Empties(),
					r.Confidence, best.Confidence)
			}
		}
	}
}

func TestGameStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := quick(t, 3).Game(ctx, randomGame(othello.Size8, 1), func(done, of int) {
		if done == of/2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestEfforts(t *testing.T) {
	for _, level := range []int{-1, 61} {
		if _, err := AtLevel(level); err == nil {
			t.Errorf("AtLevel(%d) succeeded, want an error", level)
		}
	}
	for _, depth := range []int{0, 61} {
		if _, err := ToDepth(depth); err == nil {
			t.Errorf("ToDepth(%d) succeeded, want an error", depth)
		}
	}
	if _, err := ForTime(0); err == nil {
		t.Error("ForTime(0) succeeded, want an error")
	}
}

func documentsSchema(t testing.TB) *schema.Schema {
	t.Helper()
	s, err := schema.Load("documents.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestDocumentsFitTheSchema checks documents as they are written.
func TestDocumentsFitTheSchema(t *testing.T) {
	s := documentsSchema(t)
	a := quick(t, 2)
	summing := NewSumming()
	var documents []any
	for seed := range uint64(3) {
		d := judged(t, a, randomGame(othello.Size8, seed))
		d.Game = 1
		summing.Add(d)
		documents = append(documents, d)
	}
	documents = append(documents, judged(t, a, &record.Game{Start: othello.Start(othello.Size6, othello.Usual)}),
		summing.Sum(), NewSumming().Sum())
	for _, p := range []othello.Position{
		othello.Start(othello.Size8, othello.Usual),
		randomGame(othello.Size6, 2).Position(),
	} {
		h, err := a.Hint(t.Context(), p, 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, h)
	}
	for _, d := range documents {
		text, err := json.Marshal(d)
		if err == nil {
			err = s.Check(string(text), "")
		}
		if err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// BenchmarkGame judges a game of 60 moves at the default level on one thread.
func BenchmarkGame(b *testing.B) {
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), tournamentGame)
	if err != nil {
		b.Fatal(err)
	}
	a := New(search.Options{}, atLevel(b, 10), UsualMarks())
	for b.Loop() {
		judged(b, a, g)
	}
}

// tournamentGame is a game of the Australian National 2001.
const tournamentGame = "f5d6c5f4e3c6d3f6e6d7g3c4g5c3f7d2e7f2c8f3c7h3e2f1d1e1g1g4c1h6h4h5b5h2g6c2b1a6b3b4a3f8a5a4g2d8" +
	"e8b8a7h1b7a1a2b2b6a8g7h7h8g8"

// TestEndedIsExact checks that the score of a move that ends the game is exact at any effort.
func TestEndedIsExact(t *testing.T) {
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), "e6f4e3f6g5d6e7f5c5")
	if err != nil {
		t.Fatal(err)
	}
	a := New(search.Options{}, atLevel(t, 3), UsualMarks())
	d := judged(t, a, g)
	last := len(g.Moves) - 1
	m := d.Moves[last]
	want := Move{Empties: 52, Score: 64, Depth: 52, Confidence: 100, Exact: true}
	got := Move{
		Empties: m.Empties, Score: m.Score, Loss: m.Loss, Depth: m.Depth, Confidence: m.Confidence, Exact: m.Exact,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the move that wipes White out (-want +got):\n%s", diff)
	}
	if d.ExactFrom != last+1 {
		t.Errorf("exact from ply %d, want %d", d.ExactFrom, last+1)
	}
	h, err := a.Hint(t.Context(), g.PositionAt(last), 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantLine := Line{Move: "c5", Score: 64, Depth: 52, Confidence: 100, Exact: true, PV: []string{"c5"}}
	if diff := cmp.Diff(wantLine, h.Lines[0]); diff != "" {
		t.Errorf("the best line (-want +got):\n%s", diff)
	}
	if h.Lines[1].Exact {
		t.Errorf("the second line is exact, want an estimate: %+v", h.Lines[1])
	}
}
