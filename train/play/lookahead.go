// Package play plays the games of a training. Its players are fast and deliberately weak: they search a few plies,
// misjudge moves and play random ones, so that games contain all kinds of positions.
package play

import (
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// Lookahead is an alpha-beta search of a few plies. It has no hash table, so results depend only on the position. It
// must be used by one goroutine at a time.
type Lookahead struct {
	Weights *eval.Weights                                   // nil for the plain evaluation
	Leaf    func(p, o bitboard.Set, value, alpha, beta int) // called for each evaluated leaf; may be nil
	levels  [MaxDepth + 1][maxMoves]child
}

const (
	// MaxDepth is the maximum depth in plies.
	MaxDepth = 12
	maxMoves = 34 // no position has more legal moves
	worst    = 1 << 20
)

// child is a position after a move.
type child struct {
	state eval.State
	p, o  bitboard.Set
	sq    int8
	worth int // estimate for the side that played the move
}

// Value returns the value of a search of depth plies for the side to move, p, in hundredths of a disc.
func (l *Lookahead) Value(p, o bitboard.Set, depth int) int {
	s := eval.NewState(p, o)
	return l.search(&s, p, o, -worst, worst, min(depth, MaxDepth))
}

// Choose returns the move with the greatest sum of its value and its favour, in hundredths of a disc. Favour is called
// once for each move. The side to move must have a move.
func (l *Lookahead) Choose(p othello.Position, depth int, favour func() int) othello.Square {
	s := eval.NewState(p.Mover, p.Other)
	depth = min(max(depth, 1), MaxDepth)
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
func (l *Lookahead) search(s *eval.State, p, o bitboard.Set, alpha, beta, depth int) int {
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
		value := l.Evaluate(s, p, o, legal)
		if l.Leaf != nil {
			l.Leaf(p, o, value, alpha, beta)
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

// Evaluate returns the static evaluation of a position for the side to move, p, in hundredths of a disc. Legal are its
// moves.
func (l *Lookahead) Evaluate(s *eval.State, p, o, legal bitboard.Set) int {
	if l.Weights == nil {
		return eval.PlainBits(p, o, othello.Size8)
	}
	c := eval.Counts{Empties: (^(p | o)).Len(), Moves: legal.Len(), Replies: bitboard.Moves(o, p).Len()}
	return l.Weights.Refine(l.Weights.ValueOf(s, c), s, c)
}

// children returns the positions after the legal moves. They are evaluated if the depth makes ordering worthwhile.
func (l *Lookahead) children(s *eval.State, p, o, legal bitboard.Set, depth int) []child {
	n := 0
	for sq := range legal.All() {
		c := &l.levels[depth][n]
		flips, replies := bitboard.Replies(sq, p, o)
		c.p, c.o, c.sq, c.worth = o&^flips, p|flips|1<<sq, int8(sq), 0
		if l.Weights != nil {
			c.state.Play(s, sq, flips)
		}
		if depth > 1 {
			c.worth = -l.Evaluate(&c.state, c.p, c.o, replies)
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

// final returns the result of a finished game for p; empty squares count for the winner.
func final(p, o bitboard.Set) int {
	return othello.Position{Mover: p, Other: o, Size: othello.Size8}.Score()
}
