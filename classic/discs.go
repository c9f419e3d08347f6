package classic

import (
	"context"
	"math"

	"github.com/kaeshi/kaeshi/othello"
)

// Discs is the program of article 001: minimax to a fixed depth, every move in full, that judges by the discs on the
// board.
//
// The article prints the search and leaves out what it calls. The reading taken here: x is the column and y the row,
// both from 1; a side passes when it has no move; countComStone, whose name says that it counts the program's discs,
// gives how many more of them than of the opponent's are on the board, which is what the C quoted beside it does and
// what bounds of ∓64 are made for. How deep the article looks is not told; 4 plies stand here.
//
// As published there is no move when the program must pass, nor when every line is lost by 64.
type Discs struct {
	Depth int // plies to look ahead; 0 is DiscsDepth
	Mends Mends
}

// DiscsDepth is how far Discs and DiscsNegamax look ahead when nothing else is said.
const DiscsDepth = 4

// mostDiscs bounds a lead on any board.
const mostDiscs = 64

// Choose is the program's move in p. The value is its lead in discs at the end of the line.
func (d Discs) Choose(ctx context.Context, pos othello.Position) (Choice, error) {
	if err := ready(pos); err != nil {
		return Choice{}, err
	}
	s := discsSearch{meter: newMeter(ctx), mends: d.Mends}
	depth, b := depthOr(d.Depth, DiscsDepth), newBoard(pos)
	s.enter()
	if pos.MustPass() {
		value := float64(s.stuck(b, true, depth, false))
		if !d.Mends.Has(DiscsRootPass) {
			return s.choice(value, nowhere, depth)
		}
		return s.passing(value, depth)
	}
	value, sq := s.best(b, true, depth)
	return s.choice(float64(value), sq, depth)
}

type discsSearch struct {
	meter
	mends Mends
}

// look is the program's lead after depth more plies; own tells whether it is to move, passed whether the other side
// has just passed.
func (s *discsSearch) look(b board, own bool, depth int, passed bool) int {
	switch {
	case !s.enter():
		return 0
	case depth == 0:
		return leadOf(b, own)
	case b.moves() == 0:
		return s.stuck(b, own, depth, passed)
	}
	value, _ := s.best(b, own, depth)
	return value
}

// leadOf is how many discs more the program has on the board.
func leadOf(b board, own bool) int {
	if own {
		return b.lead()
	}
	return -b.lead()
}

// stuck is the lead from a position in which the side to move has no move.
func (s *discsSearch) stuck(b board, own bool, depth int, passed bool) int {
	switch {
	case passed:
		return leadOf(b, own)
	case s.mends.Has(DiscsPassPly):
		return s.look(b.pass(), !own, depth, true)
	}
	return s.look(b.pass(), !own, depth-1, true)
}

// best is the value of the best move for the side to move, and the first square that has it: nowhere when no move is
// better than the value that the search starts from.
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

// start is what a move has to be better than: a lead of 64 for the other side as published, mended something that
// every lead is better than.
func (s *discsSearch) start(own bool) int {
	worst := mostDiscs
	if s.mends.Has(DiscsBounds) {
		worst = math.MaxInt
	}
	if own {
		return -worst
	}
	return worst
}

// DiscsNegamax is the C function that article 001 quotes from a page on writing a Reversi program: the same judgement
// by discs, as negamax, with passes that cost no ply.
//
// The C calls a function Com_MidSearch that is not printed. The reading taken here: it is the printed function again
// under the name that it has elsewhere, with MAX_VALUE above every lead. So read the code has no flaw that changes a
// move, and its two versions are one: it takes the first move until another is better, returns PASS when it must
// pass, and keeps the depth over a pass.
type DiscsNegamax struct {
	Depth int // plies to look ahead; 0 is DiscsDepth
}

// Choose is the program's move in p. The value is its lead in discs at the end of the line.
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

// look is the lead of the side to move after depth more plies, and the first square that attains it.
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
