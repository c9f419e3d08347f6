package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/analysis/queries"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// answers contains the best move of a position from each interface at the same effort.
type answers struct{ Played, Hint, HintOfAll, Study, Review, Stdio string }

// TestInterfacesAgree checks that the move of a level, the first of its hints and the best move of its review are the
// same.
func TestInterfacesAgree(t *testing.T) {
	levels, every := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 5
	if testing.Short() {
		levels, every = []int{1, 4}, 19
	}
	for _, level := range levels {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(level), 2))
			checkInterfaces(t, level, randomMoves(r, othello.Start(othello.Size8, othello.Usual)), every)
			checkInterfaces(t, level, randomMoves(r, othello.Start(othello.Size6, othello.Usual)), every)
		})
	}
}

// randomMoves returns a game of random moves.
func randomMoves(r *rand.Rand, start othello.Position) *record.Game {
	g := &record.Game{Start: start}
	for p := start; !p.Over(); {
		moves := p.Moves()
		m := moves[r.IntN(len(moves))]
		g.Moves = append(g.Moves, m)
		p = p.Play(m)
	}
	return g
}

// checkInterfaces compares the interfaces at one ply in each group of every plies of a game.
func checkInterfaces(t *testing.T, level int, g *record.Game, every int) {
	t.Helper()
	effort, err := analysis.AtLevel(level)
	if err != nil {
		t.Fatal(err)
	}
	makers := player.Makers{{Name: "kaeshi", Main: "level", New: player.NewEngine}}
	plays, err := makers.New(fmt.Sprintf("kaeshi:level=%d,-book", level))
	if err != nil {
		t.Fatal(err)
	}
	analyst := analysis.New(search.Options{}, effort, analysis.UsualMarks())
	study := analysis.NewStudy(search.Options{HashBytes: 8 << 20})
	review, err := analyst.Game(t.Context(), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	for ply := 0; ply < len(g.Moves); ply += every {
		p := g.PositionAt(ply)
		if p.MustPass() {
			continue
		}
		var got answers
		choice, err := plays.Choose(t.Context(), &record.Game{Start: g.Start, Moves: g.Moves[:ply]}, player.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		got.Played = p.Size.Name(choice.Move)
		got.Hint = best(t)(analyst.Hint(t.Context(), p, 1, nil))
		got.HintOfAll = best(t)(analyst.Hint(t.Context(), p, analysis.MaxLines, nil))
		got.Study = best(t)(study.Look(t.Context(), p, effort.Limits, 4, nil))
		got.Review = review.Moves[ply].Best[0]
		got.Stdio = stdio(t, effort, p)
		m := got.Played
		if diff := cmp.Diff(answers{m, m, m, m, m, m}, got); diff != "" {
			t.Errorf("level %d, %v (-played +got):\n%s", level, p, diff)
		}
	}
}

// best returns the first move of a hint, whose moves must be in the order of their scores.
func best(t *testing.T) func(analysis.Hint, error) string {
	return func(h analysis.Hint, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(h.Lines); i++ {
			if before := h.Lines[i-1]; h.Lines[i].Score > before.Score {
				t.Errorf("%s: %s with %v is below %s with %v", h.Position, h.Lines[i].Move,
					h.Lines[i].Score,
					before.Move, before.Score)
			}
		}
		return h.Lines[0].Move
	}
}

// stdio returns the first move of the reply to a query.
func stdio(t *testing.T, effort analysis.Effort, p othello.Position) string {
	t.Helper()
	s := queries.Server{Effort: effort, Lines: 3, Options: search.Options{Threads: 1}}
	var out strings.Builder
	query := strings.NewReader(fmt.Sprintf("{\"id\":\"x\",\"position\":%q}\n", p))
	if err := s.Serve(t.Context(), query, &out); err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(out.String(), `"move":"`)
	move, _, _ := strings.Cut(after, `"`)
	return move
}
