package player_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/player/playertest"
	"github.com/kaeshi/kaeshi/record"
)

// TestMain loads the weights before the tests, because this takes seconds with the race detector and would disturb
// tests of times.
func TestMain(m *testing.M) {
	if _, err := eval.Learned(); err != nil {
		panic(err)
	}
	m.Run()
}

// everyone returns the makers of the computer players and of a human player that never answers.
func everyone() player.Makers {
	return player.Makers{
		{Name: "human", Usage: "human", New: player.NewHuman(nil)},
		{Name: "random", Usage: "random[:seed=N]", New: player.NewRandom},
		{Name: "greedy", Usage: "greedy", New: player.NewGreedy},
		{Name: "minimax", Main: "depth", Usage: "minimax:DEPTH[,eval=plain|discs]", New: player.NewMinimax},
		{Name: "alphabeta", Main: "depth", Usage: "alphabeta:DEPTH[,eval=plain|discs]", New: player.NewAlphaBeta},
		{Name: "kaeshi", Main: "level", Usage: "kaeshi:level=0…60", New: player.NewEngine},
	}
}

func newPlayer(t testing.TB, spec string) player.Player {
	t.Helper()
	return playertest.New(t, everyone(), spec)
}

// choose returns the choice of p in the position and checks that it is legal.
func choose(t testing.TB, p player.Player, position othello.Position) player.Choice {
	t.Helper()
	c, err := p.Choose(t.Context(), &record.Game{Start: position}, player.Clock{})
	if err != nil {
		t.Fatalf("%s in %s: %v", p.Name(), position, err)
	}
	if err := position.Check(c.Move); err != nil {
		t.Fatalf("%s in %s: %v", p.Name(), position, err)
	}
	return c
}

// starts returns all start positions.
func starts() []othello.Position {
	var list []othello.Position
	for _, size := range []othello.Size{othello.Size4, othello.Size6, othello.Size8} {
		list = append(list, othello.Start(size, othello.Usual), othello.Start(size, othello.Parallel))
	}
	return list
}

// somePositions returns positions of random games in which there is a choice or a forced pass.
func somePositions(seed uint64, games int) []othello.Position {
	chance := rand.New(rand.NewPCG(seed, 0))
	var list []othello.Position
	for range games {
		for _, p := range starts() {
			for moves := p.Moves(); len(moves) > 0; moves = p.Moves() {
				list = append(list, p)
				p = p.Play(moves[chance.IntN(len(moves))])
			}
		}
	}
	return list
}

func TestPlayersAreLegalEverywhere(t *testing.T) {
	for _, spec := range []string{
		"random", "random:seed=1", "greedy", "minimax:2", "alphabeta:3",
		"alphabeta:2,eval=discs", "kaeshi:level=2", "kaeshi:skill=1",
	} {
		t.Run(spec, func(t *testing.T) {
			p := newPlayer(t, spec)
			if p.Name() != spec {
				t.Errorf("Name() = %q, want %q", p.Name(), spec)
			}
			for _, position := range somePositions(1, 2) {
				choose(t, p, position)
			}
		})
	}
}

// TestDeterministicPlayers checks that the moves of deterministic players do not depend on earlier calls.
func TestDeterministicPlayers(t *testing.T) {
	for _, spec := range []string{
		"random:seed=7", "greedy", "minimax:2", "alphabeta:3", "kaeshi:level=3",
		"kaeshi:skill=2,seed=5",
	} {
		t.Run(spec, func(t *testing.T) {
			forth, back := newPlayer(t, spec), newPlayer(t, spec)
			positions := somePositions(2, 1)
			moves := make([]othello.Square, len(positions))
			for i, position := range positions {
				moves[i] = choose(t, forth, position).Move
			}
			for i, position := range slices.Backward(positions) {
				if m := choose(t, back, position).Move; m != moves[i] {
					t.Fatalf("%s: the second move is %d, want %d", position, m, moves[i])
				}
			}
		})
	}
}

func TestPlayersWithoutAMove(t *testing.T) {
	over := othellotest.Parse(t, "XXXXXXXXXXXXXXXX X")
	for _, spec := range []string{"random", "greedy", "minimax:2", "alphabeta:2", "kaeshi:level=1", "kaeshi:skill=3"} {
		p := newPlayer(t, spec)
		if c, err := p.Choose(t.Context(), &record.Game{Start: over}, player.Clock{}); err == nil {
			t.Errorf("%s plays %v in a finished game, want an error", spec, c.Move)
		}
	}
}

func TestPlayersPass(t *testing.T) {
	pass := othellotest.Parse(t, "XO--XXX-XXXXXXXX O")
	for _, spec := range []string{
		"human", "random", "greedy", "minimax:2", "alphabeta:2", "kaeshi:level=1",
		"kaeshi:skill=3",
	} {
		if c := choose(t, newPlayer(t, spec), pass); c.Move != othello.Pass {
			t.Errorf("%s plays %v, want the forced pass", spec, c.Move)
		}
	}
}
