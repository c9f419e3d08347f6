//go:build slow

package player_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

var known = player.Makers{
	{Name: "random", Usage: "random", New: player.NewRandom},
	{Name: "greedy", Usage: "greedy", New: player.NewGreedy},
	{Name: "alphabeta", Main: "depth", Usage: "alphabeta:DEPTH", New: player.NewAlphaBeta},
	{Name: "kaeshi", Main: "level", Usage: "kaeshi:LEVEL", New: player.NewEngine},
}

// tally counts the results of a match from the first player's point of view.
type tally struct{ wins, draws, losses int }

func (t tally) String() string { return fmt.Sprintf("+%d =%d -%d", t.wins, t.draws, t.losses) }

// playMatch plays pairs of games. The games of a pair begin with the same six random plies and have exchanged colours.
func playMatch(t *testing.T, first, second string, games int) (result tally) {
	t.Helper()
	players := [2]player.Player{}
	for i, spec := range []string{first, second} {
		p, err := known.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		players[i] = p
	}
	r := rand.New(rand.NewPCG(1, uint64(games)))
	for range games / 2 {
		opening := randomOpening(r, 6)
		for swapped := range 2 {
			g := opening
			referee := player.Referee{Black: players[swapped], White: players[1-swapped]}
			end, err := referee.Play(t.Context(), &g)
			if err != nil || end.Fault != nil {
				t.Fatalf("%s v %s: error %v, fault %v", first, second, err, end.Fault)
			}
			result.add(end.ScoreBlack * (1 - 2*swapped))
		}
	}
	t.Logf("| %s | %s | %v |", first, second, result)
	return result
}

func (t *tally) add(score int) {
	switch {
	case score > 0:
		t.wins++
	case score < 0:
		t.losses++
	default:
		t.draws++
	}
}

func randomOpening(r *rand.Rand, plies int) record.Game {
	g := record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	for range plies {
		moves := g.Position().Moves()
		g.Moves = append(g.Moves, moves[r.IntN(len(moves))])
	}
	g.Moves = slices.Clip(g.Moves) // so that the two games of a pair do not share memory
	return g
}

// TestLadder repeats the measurement of experiments/001-plain-evaluation.md and a short version of that of
// experiments/051-skills.md.
func TestLadder(t *testing.T) {
	for _, c := range []struct {
		weaker, stronger string
		games            int
	}{
		{"greedy", "alphabeta:1", 200},
		{"alphabeta:3,eval=discs", "alphabeta:3", 200},
		{"alphabeta:1", "alphabeta:3", 200},
		{"kaeshi:skill=1", "random", 400},
		{"kaeshi:skill=1", "greedy", 200},
		{"alphabeta:3", "kaeshi:level=6", 100},
		{"kaeshi:skill=1", "kaeshi:skill=2", 200},
		{"kaeshi:skill=2", "kaeshi:skill=3", 200},
		{"kaeshi:skill=3", "kaeshi:skill=4", 200},
		{"kaeshi:skill=4", "kaeshi:skill=5", 200},
		{"kaeshi:skill=5", "kaeshi:skill=6", 200},
		{"kaeshi:skill=6", "kaeshi:skill=7", 200},
		{"kaeshi:skill=7", "kaeshi:skill=8", 200},
		{"kaeshi:skill=8", "kaeshi:skill=9", 200},
		{"kaeshi:skill=9", "kaeshi:skill=10", 20},
	} {
		t.Run(c.stronger+" v "+c.weaker, func(t *testing.T) {
			if m := playMatch(t, c.stronger, c.weaker, c.games); m.wins <= m.losses {
				t.Errorf("%s against %s: %v, want more wins than losses", c.stronger, c.weaker, m)
			}
		})
	}
}
