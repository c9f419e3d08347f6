// Package solve computes the exact score of Othello endings on boards of any size. It uses no evaluation and only a
// small hash table. From about twelve empty squares on, package search is faster because of its larger table; it calls
// this package for the last plies.
//
// The methods are those of Othello programs since Brand, Logistello and Zebra: alpha-beta (Knuth and Moore
// 1975), fastest first (the reply count of the opponent orders moves), and parity (moves into regions with an odd
// number of empty squares first).
package solve

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sys/cpu"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Score returns the final disc difference of p with perfect play by both sides, from the view of the side to move.
// Empty squares count for the winner. The time grows about threefold with each empty square, so p should have at most
// twelve. The error is that of ctx if it ends first, or reports an invalid position.
func Score(ctx context.Context, p othello.Position) (othello.Score, error) {
	return New(p.Size).Solve(ctx, p, -p.Size.Squares(), p.Size.Squares())
}

// Solver solves positions of one board size and counts its work. One goroutine uses it at a time. [New] makes one.
type Solver struct {
	_         cpu.CacheLinePad
	Nodes     uint64 // positions entered so far, one-empty positions and passes included
	stop      *atomic.Bool
	board     bitboard.Set
	corners   bitboard.Set
	squares   int
	without   Heuristic
	unordered regionSet // [anyOrder] when Parity is omitted
	table     []entry
	moves     [][64]Child // by the number of empty squares
}

// Heuristic is a set of methods that make the solver faster.
type Heuristic uint8

// The methods that can be left out.
const (
	Stability Heuristic = 1 << iota // bounds from stable discs
	Fastest                         // moves that leave few replies first
	Parity                          // moves into regions with an odd number of empty squares first
)

// New returns a solver for boards of size n.
func New(n othello.Size) *Solver {
	return &Solver{
		stop: new(atomic.Bool), board: n.Board(), corners: bitboard.Corners(n.Board()), squares: n.Squares(),
		table: make([]entry, 1<<tableBits), moves: make([][64]Child, n.Squares()+1),
	}
}

// StopWith makes the solver stop when the flag becomes true: calls of [Solver.Score], also running ones, return soon
// with a meaningless value. It is for searches that share a flag among their threads. Other programs call
// [Solver.Solve] with a context.
func (s *Solver) StopWith(stop *atomic.Bool) { s.stop = stop }

// Omit disables the methods. The solver becomes slower; the scores stay the same.
func (s *Solver) Omit(h Heuristic) {
	s.without |= h
	if h&Parity != 0 {
		s.unordered = anyOrder
	}
}

// Solve returns the final disc difference of p with perfect play, from the view of the side to move, if it lies
// strictly between alpha and beta. A result ≤ alpha is an upper bound, and one ≥ beta a lower bound. The error is that
// of ctx if it ends first, or reports that p is invalid or of another board size than the solver.
func (s *Solver) Solve(ctx context.Context, p othello.Position, alpha, beta int) (othello.Score, error) {
	switch {
	case s.board == 0 || p.Size.Board() != s.board:
		return 0, fmt.Errorf("position has board size %d: want that of the solver (squares: %d)", p.Size, s.squares)
	case p.Mover&p.Other != 0 || (p.Mover|p.Other)&^s.board != 0:
		return 0, fmt.Errorf("invalid position: %w", p.Validate())
	}
	stop, before := new(atomic.Bool), s.stop
	s.stop = stop
	defer func() { s.stop = before }()
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	score := s.Score(p.Mover, p.Other, alpha, beta)
	if stop.Load() {
		return 0, ctx.Err()
	}
	return othello.Score(score), nil
}

// Score returns the final disc difference from the view of the side to move, which holds p, if it lies strictly between
// alpha and beta. A result ≤ alpha is an upper bound, and one ≥ beta a lower bound (fail-soft).
func (s *Solver) Score(p, o bitboard.Set, alpha, beta int) int {
	s.Nodes++
	n := Node{p, o, s.board &^ (p | o)}
	return s.score(n, bitboard.Moves(p, o)&n.Empty, alpha, beta, oddRegions(n.Empty)|s.unordered)
}

// score searches the legal moves of a node by alpha-beta. The caller counts the node.
func (s *Solver) score(n Node, legal bitboard.Set, alpha, beta int, odd regionSet) int {
	empties := n.Empty.Len()
	if bound := s.StableBound(n.Mover, n.Other, alpha, empties); bound <= alpha {
		return bound
	}
	if empties <= fewSquares {
		v, nodes := finishEnding(n, alpha, beta, s.squares, odd)
		s.Nodes += uint64(nodes)
		return v
	}
	if s.stop.Load() {
		return alpha
	}
	if legal == 0 {
		return s.pass(n, alpha, beta, odd)
	}
	known := s.entryOf(n.Mover, n.Other)
	lower, upper, first := -widest, widest, noMove
	if known.p == n.Mover && known.o == n.Other {
		lower, upper, first = int(known.lower), int(known.upper), int(known.move)
		if lower >= beta || lower == upper {
			return lower
		}
		if upper <= alpha {
			return upper
		}
	}
	list, next := s.children(n, legal, empties, odd, first)
	best, move := -s.squares, noMove
	for i := range list {
		if i > 0 {
			next = least(list)
		}
		c := &list[next&63]
		c.Order = done
		sq := int(c.Square & 63)
		s.Nodes++
		v := -s.score(n.play(sq, c.Flips), c.Replies, -beta, -max(alpha, best), odd.after(sq))
		if v > best {
			best, move = v, sq
			if best >= beta {
				break
			}
		}
	}
	if !s.stop.Load() {
		known.p, known.o, known.move = n.Mover, n.Other, int8(move)
		if best < beta {
			upper = min(upper, best)
		}
		if best > alpha {
			lower = max(lower, best)
		}
		known.lower, known.upper = int8(lower), int8(upper)
	}
	return best
}

// pass returns the score of a node without a legal move.
func (s *Solver) pass(n Node, alpha, beta int, odd regionSet) int {
	replies := bitboard.Moves(n.Other, n.Mover) & n.Empty
	if replies == 0 {
		return finalScore(n.Mover, n.Other, s.squares)
	}
	s.Nodes++
	return -s.score(n.pass(), replies, -beta, -alpha, odd)
}

// done is the order of a move that has been searched. It is greater than any order from [Children].
const done = 1 << 20

// children lists the moves and returns their least order. The move first, if it is legal, gets the least order. The
// others are ordered by the number of replies, and then with those in odd regions before those in even ones.
func (s *Solver) children(
	n Node, legal bitboard.Set, empties int, odd regionSet, first int,
) (list []Child, next int32) {
	moves := &s.moves[empties]
	next = Children(moves, n, legal, s.corners, n.Empty&^odd.squares())
	list = moves[:legal.Len()&63]
	if s.without&Fastest != 0 {
		next = dropReplies(list)
	}
	if first != noMove && legal>>(first&63)&1 == 1 {
		at := (legal & (1<<(first&63) - 1)).Len() & 63
		next = int32(at) - 64
		moves[at].Order = next
	}
	return list, next
}

// dropReplies removes the weight of the replies from the orders and returns the least order.
func dropReplies(list []Child) (next int32) {
	for i := range list {
		list[i].Order &= 1<<7 - 1
	}
	return least(list)
}

// least returns the least order in the list.
func least(list []Child) int32 {
	next := int32(done)
	for i := range list {
		next = lesser(next, list[i].Order)
	}
	return next
}

// lesser returns the minimum. It is branch-free, because the outcome is unpredictable.
func lesser(a, b int32) int32 { return a + (b-a)&((b-a)>>31) }

// stableEmpties is the least number of empty squares at which computing the stable discs saves time.
const stableEmpties = 5

// StableBound returns an upper bound of the score of p with n empty squares: the other side keeps its stable discs. The
// bound is only computed when it is possible and likely that it is at most alpha, which is rarer the emptier the board.
// Otherwise StableBound returns the number of squares of the board.
func (s *Solver) StableBound(p, o bitboard.Set, alpha, n int) int {
	if s.without&Stability != 0 || n < stableEmpties || alpha < 2*n-6 || alpha < s.squares-2*o.Len() {
		return s.squares
	}
	return s.squares - 2*bitboard.Stable(o, p, s.board).Len()
}
