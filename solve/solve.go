// Package solve plays the last empty squares of a game of Othello perfectly, on a board of any size: the exact final
// score under best play by both sides. It is self-contained: no evaluation, no table but a small one of its own. From
// about twelve empty squares on, package search is faster, since it remembers more; it hands its last plies over to
// this package.
//
// The methods are those that Othello programs share since Brand, Logistello and Zebra: alpha-beta (Knuth and Moore
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

// Score is the final disc difference of p from the view of the side to move when both sides play perfectly, empty
// squares counted to the winner. Its time grows about threefold with each empty square: it is meant for at most twelve.
// The error is that of ctx if it ends first, or says that p has no valid board.
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
	unordered Regions // [Unordered] when parity does not count
	memory    []remembered
	moves     [][64]Child // by the number of empty squares
}

// Heuristic is a method that makes the solver faster, or a set of them.
type Heuristic uint8

// The methods that can be left out.
const (
	Stability Heuristic = 1 << iota // bounds from discs that cannot be turned over
	Fastest                         // moves that leave few replies first
	Parity                          // moves into regions with an odd number of empty squares first
)

// New is a solver for boards of size n.
func New(n othello.Size) *Solver {
	return &Solver{
		stop: new(atomic.Bool), board: n.Board(), corners: bitboard.Corners(n.Board()), squares: n.Squares(),
		memory: make([]remembered, 1<<memoryBits), moves: make([][64]Child, n.Squares()+1),
	}
}

// StopWith makes the solver stop when the flag becomes true: a running [Solver.Score] returns soon with a meaningless
// value, and later ones do so at once. It is for searches that share a flag among their threads; other programs call
// [Solver.Solve] with a context.
func (s *Solver) StopWith(stop *atomic.Bool) { s.stop = stop }

// Omit makes the solver do without the methods: slower, with the same scores.
func (s *Solver) Omit(h Heuristic) {
	s.without |= h
	if h&Parity != 0 {
		s.unordered = Unordered
	}
}

// Solve is the final disc difference of p from the view of the side to move with perfect play, when it lies strictly
// between alpha and beta. A result ≤ alpha is an upper bound of it, and one ≥ beta a lower bound. The error is that of
// ctx if it ends first, or says why p is not a position of the solver's board size.
func (s *Solver) Solve(ctx context.Context, p othello.Position, alpha, beta int) (othello.Score, error) {
	switch {
	case s.board == 0 || p.Size.Board() != s.board:
		return 0, fmt.Errorf("a position on a board of size %d: the solver is for boards with %d squares", p.Size,
			s.squares)
	case p.Mover&p.Other != 0 || (p.Mover|p.Other)&^s.board != 0:
		return 0, fmt.Errorf("impossible position: %w", p.Validate())
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

// Score is the final disc difference from the view of the side that holds p and is to move, when it lies strictly
// between alpha and beta; a result ≤ alpha is an upper bound of it, one ≥ beta a lower bound (fail-soft).
func (s *Solver) Score(p, o bitboard.Set, alpha, beta int) int {
	s.Nodes++
	n := Node{p, o, s.board &^ (p | o)}
	return s.score(n, bitboard.Moves(p, o)&n.Empty, alpha, beta, OddRegions(n.Empty)|s.unordered)
}

// score is alpha-beta with the legal moves. It does not count the node itself: its caller has.
func (s *Solver) score(n Node, legal bitboard.Set, alpha, beta int, odd Regions) int {
	empties := n.Empty.Len()
	if bound := s.StableBound(n.Mover, n.Other, alpha, empties); bound <= alpha {
		return bound
	}
	if empties <= Few {
		v, nodes := Finish(n, alpha, beta, s.squares, odd)
		s.Nodes += uint64(nodes)
		return v
	}
	if s.stop.Load() {
		return alpha
	}
	if legal == 0 {
		return s.pass(n, alpha, beta, odd)
	}
	known := s.spot(n.Mover, n.Other)
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
		v := -s.score(n.play(sq, c.Flips), c.Replies, -beta, -max(alpha, best), odd.After(sq))
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

// pass is the score where the side to move has no move.
func (s *Solver) pass(n Node, alpha, beta int, odd Regions) int {
	replies := bitboard.Moves(n.Other, n.Mover) & n.Empty
	if replies == 0 {
		return Final(n.Mover, n.Other, s.squares)
	}
	s.Nodes++
	return -s.score(n.pass(), replies, -beta, -alpha, odd)
}

// done is the order of a move that has been tried: the least of a list is tried next (see [Children]).
const done = 1 << 20

// children lists the moves, and returns the least of their orders, too: first, when it is among them, comes before
// those that leave few replies, and those before the moves into even regions.
func (s *Solver) children(n Node, legal bitboard.Set, empties int, odd Regions, first int) (list []Child, next int32) {
	moves := &s.moves[empties]
	next = Children(moves, n, legal, s.corners, n.Empty&^odd.Squares())
	list = moves[:legal.Len()&63]
	if s.without&Fastest != 0 {
		next = unhurried(list)
	}
	if first != noMove && legal>>(first&63)&1 == 1 {
		at := (legal & (1<<(first&63) - 1)).Len() & 63
		next = int32(at) - 64
		moves[at].Order = next
	}
	return list, next
}

// unhurried leaves of the orders what is not due to replies.
func unhurried(list []Child) (next int32) {
	for i := range list {
		list[i].Order &= 1<<7 - 1
	}
	return least(list)
}

func least(list []Child) int32 {
	next := int32(done)
	for i := range list {
		next = lesser(next, list[i].Order)
	}
	return next
}

// lesser is the minimum without a branch, since nothing foretells which it is.
func lesser(a, b int32) int32 { return a + (b-a)&((b-a)>>31) }

// stable is the number of empty squares from which counting stable discs pays.
const stable = 5

// StableBound is an upper bound of the score of p, n squares being empty: the other side keeps its stable discs. It is
// only worked out when it can be at most alpha and is likely to be: the fuller the board, the more discs are stable.
// Otherwise the bound is the number of squares.
func (s *Solver) StableBound(p, o bitboard.Set, alpha, n int) int {
	if s.without&Stability != 0 || n < stable || alpha < 2*n-6 || alpha < s.squares-2*o.Len() {
		return s.squares
	}
	return s.squares - 2*bitboard.Stable(o, p, s.board).Len()
}
