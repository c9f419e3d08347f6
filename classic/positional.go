package classic

import (
	"context"
	"fmt"
	"math"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Positional is the program of article 000: alpha-beta that adds up, move by move, what the squares played on are
// worth and how many discs were turned over, both weighed by the plies that remain, and at every position how many
// moves there are; from 44 discs on it counts discs. It looks six plies ahead, eight from 44 discs on, ten from 47.
// It plays on 8×8 boards.
//
// Article 000 prints all of its code, so as published the move and the value are those of that code for every
// position in which there is a move. Where the side to move must pass, the printed search stops with an error, and
// has no move here; the article's page passes without asking it.
type Positional struct {
	Depth int // plies to look ahead before the last phase; 0 is the article's 6
	Mends Mends
}

// PositionalDepth is how far the article looks ahead in the first two phases.
const PositionalDepth = 6

// The three phases of a game of article 000, by the discs on the board.
const (
	phaseDiscs = 22 // a phase lasts so many discs
	late       = 2  // the phase in which discs are counted
	deeperFrom = 47 // discs; from here on the late search is deeper
)

// wonGame outweighs every sum of squares, so that a finished game is worth who won it. Only the corrected program
// uses it.
const wonGame = 1e6

// weights is what the squares are worth in the first phase and in the second. Rows and columns may be exchanged.
var weights = [2][64]int8{{
	2, 0, 0, 0, 0, 0, 0, 2,
	0, 0, 1, 1, 1, 1, 0, 0,
	0, 1, 1, 1, 1, 1, 1, 0,
	0, 1, 1, 0, 0, 1, 1, 0,
	0, 1, 1, 0, 0, 1, 1, 0,
	0, 1, 1, 1, 1, 1, 1, 0,
	0, 0, 1, 1, 1, 1, 0, 0,
	2, 0, 0, 0, 0, 0, 0, 2,
}, {
	2, 0, 1, 1, 1, 1, 0, 2,
	0, 0, 1, 1, 1, 1, 0, 0,
	1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 0, 0, 1, 1, 1,
	1, 1, 1, 0, 0, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1,
	0, 0, 1, 1, 1, 1, 0, 0,
	2, 0, 1, 1, 1, 1, 0, 2,
}}

// Choose is the program's move in p. The value has no unit before the last phase; in it, it is how many discs the
// program will have (its lead when [PositionalOwnDiscs] is mended).
func (p Positional) Choose(ctx context.Context, pos othello.Position) (Choice, error) {
	if pos.Size != othello.Size8 {
		return Choice{}, fmt.Errorf("classic/positional weighs the squares of an 8×8 board and cannot play on %d×%d",
			pos.Size, pos.Size)
	}
	if err := ready(pos); err != nil {
		return Choice{}, err
	}
	root := step{board: newBoard(pos), own: true}
	s := positionalSearch{meter: newMeter(ctx), mends: p.Mends, rootPhase: root.discs() / phaseDiscs}
	depth := positionalDepth(p.Depth, root.discs())
	if pos.MustPass() {
		return s.choosePass(root, depth)
	}
	s.enter()
	value, sq := s.expand(root, depth, math.Inf(-1), math.Inf(1), 0, 0)
	return s.choice(value, sq, depth)
}

// positionalDepth is how far the search looks ahead with so many discs on the board.
func positionalDepth(depth, discs int) int {
	switch {
	case discs/phaseDiscs < late:
		return depthOr(depth, PositionalDepth)
	case discs < deeperFrom:
		return 8
	}
	return 10
}

// step is a board and how it came about: the side that is not to move has put a disc on sq and turned over so many.
type step struct {
	board
	own        bool // the program is to move
	sq, turned int
}

func (n step) play(sq int) step {
	flips := n.flips(sq)
	return step{n.after(sq, flips), !n.own, sq, flips.Len()}
}

func (n step) pass() step { return step{n.board.pass(), !n.own, n.sq, n.turned} }

// lead is how many discs more the program has on the board.
func (n step) lead() int {
	if n.own {
		return n.board.lead()
	}
	return -n.board.lead()
}

type positionalSearch struct {
	meter
	mends     Mends
	rootPhase int
}

// choosePass is the choice of a program that must pass: none when its code stops there.
func (s *positionalSearch) choosePass(n step, depth int) (Choice, error) {
	s.enter()
	if !s.mends.Has(PositionalPass) {
		return s.choice(0, nowhere, depth)
	}
	value, _ := s.expand(n, depth, math.Inf(-1), math.Inf(1), 0, 0)
	return s.passing(value, depth)
}

// look is what the program thinks of n, with sum as the worth of the moves before its last one. As in the printed
// code a value outside the window from alpha to beta comes back as the bound that it passed.
func (s *positionalSearch) look(n step, depth int, alpha, beta, sum float64) float64 {
	if !s.enter() {
		return 0
	}
	worth := s.worth(n, depth, sum)
	if depth == 0 {
		if s.mends.Has(PositionalEnd) && n.moves() == 0 && n.pass().moves() == 0 {
			return s.finished(n, worth)
		}
		return worth
	}
	value, _ := s.expand(n, depth, alpha, beta, sum, worth)
	return value
}

// worth adds the worth of the last move of n to sum. Every product is rounded before it is added, as JavaScript does.
func (s *positionalSearch) worth(n step, depth int, sum float64) float64 {
	phase := s.phase(n)
	if phase == late {
		return float64(s.discsOf(n)) + sum
	}
	weight, sign := float64(depth+1), s.sign(!n.own)
	worth := float64(sign*float64(weights[phase][n.sq])*weight) + sum
	return worth + float64(sign*(1-float64(n.turned)/10)*weight)
}

// discsOf is what the last phase counts: the program's discs alone as published, its lead when that is mended.
func (s *positionalSearch) discsOf(n step) int {
	if s.mends.Has(PositionalOwnDiscs) {
		return n.lead()
	}
	return (n.discs() + n.lead()) / 2
}

// phase is 0 or 1 for a table of weights, or late. Mended, the phase of the root decides for the whole tree whether
// discs are counted.
func (s *positionalSearch) phase(n step) int {
	phase := n.discs() / phaseDiscs
	if s.mends.Has(PositionalPhase) && s.rootPhase != late {
		return min(phase, late-1)
	}
	return phase
}

// sign is -1 for what the opponent has, once that is mended.
func (s *positionalSearch) sign(own bool) float64 {
	if !own && s.mends.Has(PositionalSigns) {
		return -1
	}
	return 1
}

// finished is what a position is worth in which neither side can move.
func (s *positionalSearch) finished(n step, worth float64) float64 {
	if s.phase(n) == late || !s.mends.Has(PositionalEnd) {
		return worth
	}
	lead := float64(n.lead())
	switch {
	case lead > 0:
		return wonGame + lead
	case lead < 0:
		return lead - wonGame
	}
	return 0
}

// expand is the value of n by the moves that it has, and the square of the best one.
func (s *positionalSearch) expand(n step, depth int, alpha, beta, sum, worth float64) (value float64, sq int) {
	phase, moves := s.phase(n), n.moves()
	if moves == 0 {
		switch {
		case n.pass().moves() == 0:
			return s.finished(n, worth), nowhere
		case !s.mends.Has(PositionalPass) && n.own:
			return alpha, nowhere // the printed loop over no moves leaves the bounds as they were
		case !s.mends.Has(PositionalPass):
			return beta, nowhere
		}
		n = n.pass()
		moves = n.moves()
	}
	if phase == late {
		worth = sum
	} else {
		worth += float64(s.sign(n.own) * float64(moves.Len()) / 100 * float64(depth))
	}
	if n.own {
		return s.most(n, moves, depth, alpha, beta, worth)
	}
	return s.least(n, moves, depth, alpha, beta, worth)
}

// most is the highest value that the program's moves have, and the first square that has it.
func (s *positionalSearch) most(n step, moves bitboard.Set, depth int, alpha, beta, sum float64) (float64, int) {
	best := moves.First()
	for sq := range moves.All() {
		if v := s.look(n.play(sq), depth-1, alpha, beta, sum); alpha < v {
			alpha, best = v, sq
		}
		if alpha >= beta {
			break
		}
	}
	return alpha, best
}

// least is the lowest value that the opponent's moves have.
func (s *positionalSearch) least(n step, moves bitboard.Set, depth int, alpha, beta, sum float64) (float64, int) {
	best := moves.First()
	for sq := range moves.All() {
		if v := s.look(n.play(sq), depth-1, alpha, beta, sum); beta > v {
			beta, best = v, sq
		}
		if alpha >= beta {
			break
		}
	}
	return beta, best
}
