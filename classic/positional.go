package classic

import (
	"context"
	"fmt"
	"math"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Positional is the program of article 000. It is alpha-beta whose evaluation is the sum over the moves of a line of
// the weight of the square and a term for the number of flipped discs, both multiplied by the remaining depth, and a
// mobility term for each position. From 44 discs on it counts discs. The depth is six plies, eight from 44 discs on and
// ten from 47. It plays on 8×8 boards only.
//
// Article 000 prints all of its code, so as published the move and the value are those of the code in every position
// with a legal move. When the side to move must pass, the printed search fails with an error and there is no move here;
// the article's page passes without calling the search.
type Positional struct {
	Depth int // in plies before the last phase; 0: PositionalDepth
	Fixes Fixes
}

// PositionalDepth is the default depth in the first two phases, that of the article.
const PositionalDepth = 6

// The three phases of a game in article 000, by the number of discs on the board.
const (
	phaseDiscs = 22 // discs per phase
	late       = 2  // the phase in which discs are counted
	deeperFrom = 47 // discs from which the late search is deeper
)

// wonGame is greater than any sum of squares. Only the corrected program uses it.
const wonGame = 1e6

// weights holds the weights of the squares in the first two phases. They are symmetric in rows and columns.
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

// Choose returns the program's move in pos. Before the last phase the value has no unit. In the last phase it is the
// number of the program's discs at the end of the line, or the disc difference if [PositionalOwnDiscs] is corrected.
func (p Positional) Choose(ctx context.Context, pos othello.Position) (Choice, error) {
	if pos.Size != othello.Size8 {
		return Choice{}, fmt.Errorf("classic/positional cannot play on a %d×%d board: want 8×8",
			pos.Size, pos.Size)
	}
	if err := ready(pos); err != nil {
		return Choice{}, err
	}
	root := step{board: newBoard(pos), own: true}
	s := positionalSearch{meter: newMeter(ctx), fixes: p.Fixes, rootPhase: root.discs() / phaseDiscs}
	depth := positionalDepth(p.Depth, root.discs())
	if pos.MustPass() {
		return s.choosePass(root, depth)
	}
	s.enter()
	value, sq := s.expand(root, depth, math.Inf(-1), math.Inf(1), 0, 0)
	return s.choice(value, sq, depth)
}

// positionalDepth returns the depth of the search by the number of discs on the board.
func positionalDepth(depth, discs int) int {
	switch {
	case discs/phaseDiscs < late:
		return depthOr(depth, PositionalDepth)
	case discs < deeperFrom:
		return 8
	}
	return 10
}

// step is a board with the last move.
type step struct {
	board
	own        bool // the program is to move
	sq, turned int  // square and number of flipped discs of the last move
}

func (n step) play(sq int) step {
	flips := n.flips(sq)
	return step{n.after(sq, flips), !n.own, sq, flips.Len()}
}

func (n step) pass() step { return step{n.board.pass(), !n.own, n.sq, n.turned} }

// lead returns the disc difference from the view of the program.
func (n step) lead() int {
	if n.own {
		return n.board.lead()
	}
	return -n.board.lead()
}

type positionalSearch struct {
	meter
	fixes     Fixes
	rootPhase int
}

// choosePass returns the result when the program must pass: no move as published.
func (s *positionalSearch) choosePass(n step, depth int) (Choice, error) {
	s.enter()
	if !s.fixes.Has(PositionalPass) {
		return s.choice(0, nowhere, depth)
	}
	value, _ := s.expand(n, depth, math.Inf(-1), math.Inf(1), 0, 0)
	return s.passing(value, depth)
}

// look returns the value of n, where sum is the value of the moves before its last one. As in the printed code, the
// value is limited to the window from alpha to beta.
func (s *positionalSearch) look(n step, depth int, alpha, beta, sum float64) float64 {
	if !s.enter() {
		return 0
	}
	worth := s.worth(n, depth, sum)
	if depth == 0 {
		if s.fixes.Has(PositionalEnd) && n.moves() == 0 && n.pass().moves() == 0 {
			return s.finished(n, worth)
		}
		return worth
	}
	value, _ := s.expand(n, depth, alpha, beta, sum, worth)
	return value
}

// worth returns sum plus the value of the last move of n. Every product is rounded before the addition, as in
// JavaScript.
func (s *positionalSearch) worth(n step, depth int, sum float64) float64 {
	phase := s.phase(n)
	if phase == late {
		return float64(s.discsOf(n)) + sum
	}
	weight, sign := float64(depth+1), s.sign(!n.own)
	worth := float64(sign*float64(weights[phase][n.sq])*weight) + sum
	return worth + float64(sign*(1-float64(n.turned)/10)*weight)
}

// discsOf returns the value of a board in the last phase: the program's discs as published, corrected the disc
// difference.
func (s *positionalSearch) discsOf(n step) int {
	if s.fixes.Has(PositionalOwnDiscs) {
		return n.lead()
	}
	return (n.discs() + n.lead()) / 2
}

// phase returns the phase of n: 0 or 1, an index of weights, or late. Corrected, discs are counted in the whole tree or
// not at all, depending on the phase of the root.
func (s *positionalSearch) phase(n step) int {
	phase := n.discs() / phaseDiscs
	if s.fixes.Has(PositionalPhase) && s.rootPhase != late {
		return min(phase, late-1)
	}
	return phase
}

// sign returns the sign of a term: as published always 1, corrected -1 for the opponent.
func (s *positionalSearch) sign(own bool) float64 {
	if !own && s.fixes.Has(PositionalSigns) {
		return -1
	}
	return 1
}

// finished returns the value of a position in which neither side can move.
func (s *positionalSearch) finished(n step, worth float64) float64 {
	if s.phase(n) == late || !s.fixes.Has(PositionalEnd) {
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

// expand returns the value of n by its moves, and the square of the best one.
func (s *positionalSearch) expand(n step, depth int, alpha, beta, sum, worth float64) (value float64, sq int) {
	phase, moves := s.phase(n), n.moves()
	if moves == 0 {
		switch {
		case n.pass().moves() == 0:
			return s.finished(n, worth), nowhere
		case !s.fixes.Has(PositionalPass) && n.own:
			return alpha, nowhere // the printed loop over no moves does not change the bounds
		case !s.fixes.Has(PositionalPass):
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

// most returns the highest value of the program's moves, and the first square with it.
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

// least returns the lowest value of the opponent's moves, and the first square with it.
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
