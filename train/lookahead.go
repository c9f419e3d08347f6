package train

import (
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// lookahead is a small alpha-beta search: it plays the games of a training, and judges positions, a few plies deep. It remembers nothing, so that what
// it finds depends on the position alone.
type lookahead struct {
	weights *eval.Weights                                   // nil: the plain evaluation
	leaf    func(p, o bitboard.Set, value, alpha, beta int) // told of the positions at the ends of lines; nil: no one asks
	levels  [maxDepth + 1][mostMoves]child
}

const (
	maxDepth  = 12
	mostMoves = 34 // no position has more
	worst     = 1 << 20
)

// child is a position after a move.
type child struct {
	state eval.State
	p, o  bitboard.Set
	sq    int8
	worth int // to the side that played the move, as far as is known
}

// value is what a position is worth to the side to move, in hundredths of a disc, depth plies ahead.
func (l *lookahead) value(p, o bitboard.Set, depth int) int {
	s := eval.NewState(p, o)
	return l.search(&s, p, o, -worst, worst, min(depth, maxDepth))
}

// choose is the move that is worth the most to the side to move, which must have one, when each is worth favour more, in hundredths of a
// disc, than the search says.
func (l *lookahead) choose(p othello.Position, depth int, favour func() int) othello.Square {
	s := eval.NewState(p.Mover, p.Other)
	depth = min(max(depth, 1), maxDepth)
	best, most := othello.Pass, -worst
	list := l.children(&s, p.Mover, p.Other, p.Legal(), depth)
	for i := range list {
		c, extra := next(list[i:]), favour()
		if value := extra - l.search(&c.state, c.p, c.o, -worst, extra-most, depth-1); value > most {
			best, most = othello.Square(c.sq), value
		}
	}
	return best
}

// search is fail-soft alpha-beta; a pass takes no ply.
func (l *lookahead) search(s *eval.State, p, o bitboard.Set, alpha, beta, depth int) int {
	legal := bitboard.Moves(p, o)
	if legal == 0 {
		if bitboard.Moves(o, p) == 0 {
			return eval.Disc * final(p, o)
		}
		var passed eval.State
		passed.Pass(s)
		return -l.search(&passed, o, p, -beta, -alpha, depth)
	}
	if depth <= 0 {
		value := l.evaluate(s, p, o, legal)
		if l.leaf != nil {
			l.leaf(p, o, value, alpha, beta)
		}
		return value
	}
	best := -worst
	list := l.children(s, p, o, legal, depth)
	for i := range list {
		c := next(list[i:])
		value := -l.search(&c.state, c.p, c.o, -beta, -alpha, depth-1)
		best, alpha = max(best, value), max(alpha, value)
		if best >= beta {
			break
		}
	}
	return best
}

func (l *lookahead) evaluate(s *eval.State, p, o, legal bitboard.Set) int {
	if l.weights == nil {
		return eval.PlainBits(p, o, othello.Size8)
	}
	c := eval.Counts{Empties: (^(p | o)).Len(), Moves: legal.Len(), Replies: bitboard.Moves(o, p).Len()}
	return l.weights.Refine(l.weights.ValueOf(s, c), s, c)
}

// children are the positions after the legal moves; where ordering pays they have been evaluated.
func (l *lookahead) children(s *eval.State, p, o, legal bitboard.Set, depth int) []child {
	n := 0
	for ; legal != 0; legal &= legal - 1 {
		c := &l.levels[depth][n]
		sq := legal.First()
		flips, replies := bitboard.Replies(sq, p, o)
		c.p, c.o, c.sq, c.worth = o&^flips, p|flips|1<<sq, int8(sq), 0
		if l.weights != nil {
			c.state.Play(s, sq, flips)
		}
		if depth > 1 {
			c.worth = -l.evaluate(&c.state, c.p, c.o, replies)
		}
		n++
	}
	return l.levels[depth][:n]
}

// next brings the child of the highest worth to the front, the first among equals.
func next(list []child) *child {
	at := 0
	for i := range list {
		if list[i].worth > list[at].worth {
			at = i
		}
	}
	if at > 0 {
		list[0], list[at] = list[at], list[0]
	}
	return &list[0]
}

// final is the result of a finished game for p, empty squares to the winner.
func final(p, o bitboard.Set) int {
	return othello.Position{Mover: p, Other: o, Size: othello.Size8}.Score()
}
