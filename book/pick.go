package book

import (
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Pick returns a move for the last position of a game, or false if the book has none. If loss is 0, it is the best
// move. Otherwise it is a random one, and better moves are more likely. Loss is then a budget for the whole game: the
// sum of the losses of this side's moves, according to the book, stays within it. The choice depends on the seed and
// the position alone.
func (b *Book) Pick(g *record.Game, loss Value, seed uint64) (m Move, ok bool) {
	p := g.Position()
	found, ok := b.Look(p)
	if !ok || len(found.Moves) == 0 || found.Moves[0].Value < found.Value {
		return Move{}, false // the best move is not known
	}
	left := int(loss) - b.spent(g, p.Turn)
	var fit []Move
	var weights []float64
	sum := 0.0
	for _, m := range found.Moves {
		costs := int(found.Value - m.Value)
		if costs > 0 && costs > left {
			continue
		}
		w := 1 - float64(costs)/float64(left+1)
		if costs == 0 {
			w = 1
		}
		fit, weights, sum = append(fit, m), append(weights, w), sum+w
	}
	if loss <= 0 {
		return fit[0], true
	}
	r := chance(seed, p).Float64() * sum
	for i, w := range weights {
		if r -= w; r < 0 {
			return fit[i], true
		}
	}
	return fit[0], true
}

// spent returns the sum of the losses, by the book, of the moves that the side has made.
func (b *Book) spent(g *record.Game, side othello.Color) (sum int) {
	p := g.Start
	for _, m := range g.Moves {
		if p.Turn == side && m != othello.Pass {
			sum += int(b.loss(p, m))
		}
		p = p.Play(m)
	}
	return sum
}

// loss returns how much a move is worse than the best one, or 0 if the book does not have it.
func (b *Book) loss(p othello.Position, m othello.Square) Value {
	found, ok := b.Look(p)
	if !ok {
		return 0
	}
	for _, known := range found.Moves {
		if known.Move == m {
			return found.Value - known.Value
		}
	}
	return 0
}

// chance is a source of random numbers that depends on the seed and the position alone.
func chance(seed uint64, p othello.Position) *rand.Rand {
	mover, other := uint64(p.Mover), uint64(p.Other)
	return rand.New(rand.NewPCG(seed^mover*0x9e3779b97f4a7c15, other*0xc2b2ae3d27d4eb4f^uint64(p.Turn)))
}
