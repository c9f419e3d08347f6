package play

import (
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/train/games"
)

// PositionFinder finds positions like those in searches. Good players seldom reach the positions that a search cuts
// off, so up to two of the last moves before a position are random. It must be used by one goroutine at a time.
type PositionFinder struct {
	Lookahead
	Games []games.Game // source of positions; if nil, it plays games
}

const (
	strays    = 2  // maximum number of random moves before a position
	starts    = 10 // maximum number of random moves at the start of a game
	playDepth = 2  // search depth of the players in plies
	squares   = 60 // empty squares at the start
)

// Position returns a random position with the given number of empty squares in which the side to move has a legal move.
// ok is false if the game that was tried has none.
func (w *PositionFinder) Position(r *rand.Rand, empties int) (p othello.Position, ok bool) {
	stray := empties + r.IntN(strays+1)
	if w.Games == nil {
		p = w.Play(r, stray)
	} else {
		p = replay(&w.Games[r.IntN(len(w.Games))], stray)
	}
	for !p.Over() && p.Empties() > empties {
		p = anyMove(r, p)
	}
	return p, p.Empties() == empties && p.Legal() != 0
}

// Play plays a game that starts with random moves until the given number of squares is empty or the game is over.
func (w *PositionFinder) Play(r *rand.Rand, empties int) othello.Position {
	p, random := othello.Start(othello.Size8, othello.Usual), min(r.IntN(starts+1), squares-empties)
	for n := 0; !p.Over() && p.Empties() > empties; n++ {
		if n >= random || p.MustPass() {
			p = w.Move(r, p)
		} else {
			p = anyMove(r, p)
		}
	}
	return p
}

// Move returns the position after a pass or after a move of a player whose errors have a standard deviation of a disc.
func (w *PositionFinder) Move(r *rand.Rand, p othello.Position) othello.Position {
	if p.MustPass() {
		return p.Play(othello.Pass)
	}
	return p.Play(w.Choose(p, playDepth, func() int { return int(float64(eval.Disc) * r.NormFloat64()) }))
}

// anyMove returns the position after a random move or a pass.
func anyMove(r *rand.Rand, p othello.Position) othello.Position {
	moves := p.Moves()
	return p.Play(moves[r.IntN(len(moves))])
}

// replay returns the position of a game with the given number of empty squares, or a later one if that is among the
// random moves. It returns a finished position if the game has neither.
func replay(g *games.Game, empties int) othello.Position {
	found, ply := othello.Position{Size: othello.Size8}, squares-empties
	g.Between(max(ply, min(g.Random, starts)), ply+1, func(b games.Board, _ int) { found = b.Position() })
	return found
}
