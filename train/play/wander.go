package play

import (
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/train/games"
)

// Wanderer finds positions as searches see them. Good players seldom reach the positions that a search cuts off, so up
// to two of the last moves before a position are random. It belongs to one goroutine.
type Wanderer struct {
	Lookahead
	Games []games.Game // from which positions are taken; nil: games that it plays itself
}

const (
	strays    = 2  // random moves before a position, at most
	starts    = 10 // random moves at the start of a game, at most
	playDepth = 2  // plies that the players look ahead
	squares   = 60 // empty squares at the start
)

// Position returns a random position with that number of empty squares in which the side to move can move. Ok is false
// if the game that was tried has none.
func (w *Wanderer) Position(r *rand.Rand, empties int) (p othello.Position, ok bool) {
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

// Play plays a game that begins with random moves, until that number of squares is empty or the game is over.
func (w *Wanderer) Play(r *rand.Rand, empties int) othello.Position {
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

// Move returns the position after a pass or after the move of a player that misjudges moves by about a disc.
func (w *Wanderer) Move(r *rand.Rand, p othello.Position) othello.Position {
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

// replay returns the position of a game with that number of empty squares, or one later if these lie among its random
// moves. It returns a finished position if the game has neither.
func replay(g *games.Game, empties int) othello.Position {
	found, ply := othello.Position{Size: othello.Size8}, squares-empties
	g.Between(max(ply, min(g.Random, starts)), ply+1, func(b games.Board, _ int) { found = b.Position() })
	return found
}
