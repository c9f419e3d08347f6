package book

import (
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Pick is a move of the present position of a game that the book knows, or ok is false. Without a loss to give it is
// the best one; else it is chosen by chance, which depends on the seed and the position alone, among those whose
// loss, with the losses that the same side's earlier moves had by the book, is not more in all than the loss: however
// long the game is in the book, it costs no more. The better of two moves is the more likely one.
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

// loss is what a move loses against the best one; nothing where the book does not know it.
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
