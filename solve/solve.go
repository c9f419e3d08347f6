// Package solve plays the last empty squares of a game of Othello perfectly, on a board of any size: the exact final score
// under best play by both sides. It is self-contained: no evaluation, no table but a small one of its own. From about twelve empty
// squares on, package search is faster, since it remembers more; it hands its last plies over to this package.
//
// The methods are those that Othello programs share since Brand, Logistello and Zebra: alpha-beta (Knuth and Moore 1975),
// fastest first (the reply count of the opponent orders moves), and parity (moves into regions with an odd number of empty
// squares first). Package solve imports bitboard, othello and the standard library.
package solve

import (
	"math/bits"
	"sync/atomic"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Score is the final disc difference of p from the view of the side to move when both sides play perfectly, empty squares
// counted to the winner. Its time grows about threefold with each empty square: it is meant for at most twelve.
func Score(p othello.Position) int {
	s := New(p.Size, nil)
	return s.Score(p.Mover, p.Other, -s.squares, s.squares)
}

// Solver solves positions of one board size and counts its work. It is used by one goroutine at a time.
type Solver struct {
	Nodes   uint64 // positions entered so far, one-empty positions and passes included
	stop    *atomic.Bool
	board   uint64
	corners uint64
	squares int
	stable  int    // empties from which stable discs are counted
	fastest int    // empties from which moves are ordered by the opponent's replies
	odd     uint64 // squares that may count as lying in an odd region
	memory  []remembered
	recall  int // empties from which positions are remembered
}

// Heuristic is a method that makes the solver faster, or a set of them.
type Heuristic uint8

// The methods that can be left out.
const (
	Stability Heuristic = 1 << iota // bounds from discs that cannot be turned over
	Fastest                         // moves that leave few replies first
	Parity                          // moves into regions with an odd number of empty squares first
)

// New is a solver for boards of size n. When stop is not nil and becomes true, a running Score returns soon with a
// meaningless value.
func New(n othello.Size, stop *atomic.Bool) *Solver {
	if stop == nil {
		stop = new(atomic.Bool)
	}
	return &Solver{
		stop: stop, board: n.Board(), corners: bitboard.Corners(n.Board()), squares: n.Squares(),
		stable: stable, fastest: fastest, odd: ^uint64(0), memory: make([]remembered, 1<<memoryBits), recall: recall,
	}
}

// Omit makes the solver do without the methods: slower, with the same scores.
func (s *Solver) Omit(h Heuristic) {
	if h&Stability != 0 {
		s.stable = never
	}
	if h&Fastest != 0 {
		s.fastest = never
	}
	if h&Parity != 0 {
		s.odd = 0
	}
}

// Score is the final disc difference from the view of the side that holds p and is to move, when it lies strictly between alpha and
// beta; a result ≤ alpha is an upper bound of it, one ≥ beta a lower bound (fail-soft).
func (s *Solver) Score(p, o uint64, alpha, beta int) int {
	empty := s.board &^ (p | o)
	return s.score(p, o, empty, alpha, beta, oddRegions(empty))
}

const (
	few     = 4 // empties from which no list of legal moves pays
	fastest = 6 // empties from which ordering by the opponent's replies pays
	stable  = 5 // empties from which counting stable discs pays
	never   = 65
)

func (s *Solver) score(p, o, empty uint64, alpha, beta int, odd regions) int {
	s.Nodes++
	if bits.OnesCount64(empty) <= few {
		return s.fewLeft(p, o, empty, alpha, beta, odd)
	}
	return s.many(p, o, empty, bitboard.Moves(p, o)&empty, alpha, beta, odd, false)
}

// many is alpha-beta above few empties, with the legal moves. It does not count the node itself: its caller has.
func (s *Solver) many(p, o, empty, legal uint64, alpha, beta int, odd regions, passed bool) int {
	if s.stop.Load() {
		return alpha
	}
	n := bits.OnesCount64(empty)
	if bound := s.StableBound(p, o, alpha, n); bound <= alpha {
		return bound
	}
	known := forgotten()
	var spot *remembered
	if n >= s.recall {
		if spot = s.spot(p, o); spot.p == p && spot.o == o {
			if known = *spot; int(known.lower) >= beta || known.lower == known.upper {
				return int(known.lower)
			}
			if int(known.upper) <= alpha {
				return int(known.upper)
			}
		}
	}
	switch {
	case legal == 0 && passed:
		return s.final(p, o)
	case legal == 0:
		s.Nodes++
		return -s.many(o, p, empty, bitboard.Moves(o, p)&empty, -beta, -alpha, odd, true)
	case n >= s.fastest:
		best, move := s.fastestFirst(p, o, empty, legal, alpha, beta, odd, known.move)
		if spot != nil && !s.stop.Load() {
			*spot = known.and(p, o, alpha, beta, best, move)
		}
		return best
	}
	return s.oddFirst(p, o, empty, legal, alpha, beta, odd)
}

// after is the value for the side that plays sq and turns flips over.
func (s *Solver) after(p, o, empty uint64, sq int, flips uint64, alpha, beta int, odd regions) int {
	return -s.score(o&^flips, p|flips|1<<sq, empty&^(1<<sq), -beta, -alpha, odd^regionOf(sq))
}

// oddFirst tries the moves into odd regions before the others.
func (s *Solver) oddFirst(p, o, empty, legal uint64, alpha, beta int, odd regions) int {
	best := -s.squares
	for _, set := range [2]uint64{legal & s.oddSquares(odd), legal &^ s.oddSquares(odd)} {
		for ; set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set)
			v := s.after(p, o, empty, sq, bitboard.Flips(sq, p, o), max(alpha, best), beta, odd)
			if v > best {
				best = v
				if best >= beta {
					return best
				}
			}
		}
	}
	return best
}

// fastestFirst tries the moves in the order of how few replies they leave.
func (s *Solver) fastestFirst(p, o, empty, legal uint64, alpha, beta int, odd regions, first int8) (best int, move int8) {
	var moves [16]candidate
	n := 0
	for ; legal != 0 && n < len(moves); legal &= legal - 1 {
		sq := bits.TrailingZeros64(legal)
		flips, replies := bitboard.Replies(sq, p, o)
		replies &= empty
		moves[n] = candidate{flips, replies, int32(sq), s.weigh(replies, sq, odd)}
		if int8(sq) == first {
			moves[n].weight = -1 // before all others
		}
		n++
	}
	list := moves[:n]
	best, move = -s.squares, noMove
	for i := range list {
		c := next(list[i:])
		np, no, left := o&^c.flips, p|c.flips|1<<c.square, empty&^(1<<c.square)
		s.Nodes++
		v := -s.many(np, no, left, c.replies, -beta, -max(alpha, best), odd^regionOf(int(c.square)), false)
		if v > best {
			best, move = v, int8(c.square)
			if best >= beta {
				return best, move
			}
		}
	}
	return best, move
}

type candidate struct {
	flips   uint64
	replies uint64 // of the other side
	square  int32
	weight  int32 // the lower, the sooner it is tried
}

// weigh is how much sq leaves to the other side: each reply 2, a corner twice that, and 1 more when sq lies in an even region.
func (s *Solver) weigh(replies uint64, sq int, odd regions) int32 {
	weight := 2 * (bits.OnesCount64(replies) + bits.OnesCount64(replies&s.corners))
	if s.oddSquares(odd)>>sq&1 == 0 {
		weight++
	}
	return int32(weight)
}

// next brings the candidate with the fewest replies to the front, the first among equals, and returns it.
func next(list []candidate) candidate {
	at := 0
	for i := range list {
		if list[i].weight < list[at].weight {
			at = i
		}
	}
	list[0], list[at] = list[at], list[0]
	return list[0]
}

// StableBound is an upper bound of the score of p, n squares being empty: the other side keeps its stable discs. It is
// only worked out when it can be at most alpha and is likely to be: the fuller the board, the more discs are stable. Otherwise the bound is the number
// of squares.
func (s *Solver) StableBound(p, o uint64, alpha, n int) int {
	if n < s.stable || alpha < 2*n-6 || alpha < s.squares-2*bits.OnesCount64(o) {
		return s.squares
	}
	return s.squares - 2*bits.OnesCount64(bitboard.Stable(o, p, s.board))
}

// final is the score of a finished game for the side that holds p.
func (s *Solver) final(p, o uint64) int {
	mine, theirs := bits.OnesCount64(p), bits.OnesCount64(o)
	switch {
	case mine > theirs:
		return s.squares - 2*theirs
	case mine < theirs:
		return 2*mine - s.squares
	}
	return 0
}
