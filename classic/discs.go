package classic

import (
	"context"
	"math"

	"github.com/kaeshi/kaeshi/othello"
)

// Discs is the program of article 001: minimax to a fixed depth without pruning, with the disc difference as the
// evaluation.
//
// The article prints the search but not the functions that it calls. The interpretation here: x is the column and y the
// row, both from 1. A side passes when it has no move. countComStone, whose name says that it counts the program's
// discs, returns the disc difference, because the quoted C code does and the bounds of ∓64 fit it. The article does not
// state the depth; the default here is 4 plies.
//
// As published, there is no move when the program must pass, and when every line loses by 64.
type Discs struct {
	Depth int // in plies; 0: DiscsDepth
	Fixes Fixes
}

// DiscsDepth is the default depth of Discs and DiscsNegamax.
const DiscsDepth = 4

// mostDiscs is the greatest disc difference.
const mostDiscs = 64

// Choose returns the program's move in pos. The value is its disc difference at the end of the line.
func (d Discs) Choose(ctx context.Context, pos othello.Position) (Choice, error) {
	if err := ready(pos); err != nil {
		return Choice{}, err
	}
	s := discsSearch{meter: newMeter(ctx), fixes: d.Fixes}
	depth, b := depthOr(d.Depth, DiscsDepth), newBoard(pos)
	s.enter()
	if pos.MustPass() {
		value := float64(s.withoutMove(b, true, depth, false))
		if !d.Fixes.Has(DiscsRootPass) {
			return s.choice(value, nowhere, depth)
		}
		return s.passing(value, depth)
	}
	value, sq := s.best(b, true, depth)
	return s.choice(float64(value), sq, depth)
}

type discsSearch struct {
	meter
	fixes Fixes
}

// look returns the program's disc difference after depth more plies. own means that the program is to move, and passed
// that the other side has just passed.
func (s *discsSearch) look(b board, own bool, depth int, passed bool) int {
	switch {
	case !s.enter():
		return 0
	case depth == 0:
		return leadOf(b, own)
	case b.moves() == 0:
		return s.withoutMove(b, own, depth, passed)
	}
	value, _ := s.best(b, own, depth)
	return value
}

// leadOf returns the disc difference from the view of the program.
func leadOf(b board, own bool) int {
	if own {
		return b.lead()
	}
	return -b.lead()
}

// withoutMove returns the value of a position in which the side to move has no move.
func (s *discsSearch) withoutMove(b board, own bool, depth int, passed bool) int {
	switch {
	case passed:
		return leadOf(b, own)
	case s.fixes.Has(DiscsPassPly):
		return s.look(b.pass(), !own, depth, true)
	}
	return s.look(b.pass(), !own, depth-1, true)
}

// best returns the value of the best move for the side to move, and the first square with it. The square is nowhere if
// no move is better than the initial value.
func (s *discsSearch) best(b board, own bool, depth int) (value, sq int) {
	value, sq = s.start(own), nowhere
	for move := range b.moves().All() {
		v := s.look(b.play(move), !own, depth-1, false)
		if own && v > value || !own && v < value {
			value, sq = v, move
		}
	}
	return value, sq
}

// start returns the initial value of the search: a loss by 64 as published, and a value worse than any if corrected.
func (s *discsSearch) start(own bool) int {
	worst := mostDiscs
	if s.fixes.Has(DiscsBounds) {
		worst = math.MaxInt
	}
	if own {
		return -worst
	}
	return worst
}

// DiscsNegamax is the C function that article 001 quotes from a page on writing a Reversi program: negamax with the
// same evaluation, in which a pass does not take a ply.
//
// The C code calls a function Com_MidSearch that is not printed. The interpretation here: it is the printed function
// under another name, and MAX_VALUE is greater than any disc difference. The code then has no flaw that changes a move,
// so there is only one version. It chooses the first of equal moves, returns PASS when it must pass, and does not
// reduce the depth for a pass.
type DiscsNegamax struct {
	Depth int // in plies; 0: DiscsDepth
}

// Choose returns the program's move in pos. The value is its disc difference at the end of the line.
func (d DiscsNegamax) Choose(ctx context.Context, pos othello.Position) (Choice, error) {
	if err := ready(pos); err != nil {
		return Choice{}, err
	}
	s := negamaxSearch{newMeter(ctx)}
	depth := depthOr(d.Depth, DiscsDepth)
	value, sq := s.look(newBoard(pos), depth, false)
	if pos.MustPass() {
		return s.passing(float64(value), depth)
	}
	return s.choice(float64(value), sq, depth)
}

type negamaxSearch struct{ meter }

// look returns the disc difference of the side to move after depth more plies, and the first square that attains it.
func (s *negamaxSearch) look(b board, depth int, passed bool) (value, sq int) {
	if !s.enter() {
		return 0, nowhere
	}
	moves := b.moves()
	switch {
	case depth == 0, moves == 0 && passed:
		return b.lead(), nowhere
	case moves == 0:
		value, _ = s.look(b.pass(), depth, true)
		return -value, nowhere
	}
	value, sq = math.MinInt, nowhere
	for move := range moves.All() {
		if v, _ := s.look(b.play(move), depth-1, false); -v > value {
			value, sq = -v, move
		}
	}
	return value, sq
}
