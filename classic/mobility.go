package classic

import (
	"context"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Mobility is the program of article 003: negamax with alpha-beta to a depth of five plies. It evaluates mobility, star
// squares and corners, and finished games by discs. A hash table stores the beta cutoffs with their remaining depths.
//
// The article prints the code for placing a disc, for updating the key of a position and for storing a cutoff, and
// describes or leaves out the rest. The interpretation here:
//   - The value of a position for the side to move is 10 for each legal move, -50 for each star square held (b2, b7,
//     g2, g7, which players in Japan call 星) and 200 for each corner, minus the same for the other side. A finished
//     game has a value of 10,000 for each disc of the difference, more than any evaluation.
//   - x is the column and y the row, both from 1, with x in the outer loop. k is 1 for Black and 2 for White. turn is
//     the number of the disc being placed, 1 for the first move of a game. A pass takes no ply and changes neither turn
//     nor key.
//   - The search is fail-hard, because the code has "return beta", and chooses the first of equal moves. The table is
//     empty when a search begins. It is used in all positions except the root in which plies remain and the side to
//     move has a move.
//   - The article says of an entry with value 400 and 4 plies that for 0 to 4 remaining plies "the value is guaranteed
//     not to exceed 400". So beta is reduced to the value, and the search of the position ends if the window is empty.
//   - The random numbers have 64 bits and are the same in every run.
type Mobility struct {
	Depth int // in plies; 0: MobilityDepth
	Fixes Fixes
}

// MobilityDepth is the default depth, that of the article.
const MobilityDepth = 5

// The weights of the evaluation.
const (
	perMove     = 10
	perStar     = -50
	perCorner   = 200
	perDiscLead = 10_000 // when the game is over
)

// unbounded is greater than any value of Mobility.
const unbounded = 1 << 30

// Choose returns the program's move in pos. The unit of the value is that of the weights: see [Mobility].
func (m Mobility) Choose(ctx context.Context, pos othello.Position) (Choice, error) {
	if err := ready(pos); err != nil {
		return Choice{}, err
	}
	s := newMobilitySearch(ctx, m.Fixes, pos)
	depth, root := depthOr(m.Depth, MobilityDepth), keyed{board: newBoard(pos), colour: colourOf(pos)}
	s.enter()
	if pos.MustPass() {
		return s.passing(float64(-s.choose(s.pass(root), depth).value), depth)
	}
	best := s.choose(root, depth)
	return s.choice(float64(best.value), best.sq, depth)
}

// The factors k of the two colours.
const (
	blackDisc = 1
	whiteDisc = 2
)

func colourOf(p othello.Position) int {
	if p.Turn == othello.White {
		return whiteDisc
	}
	return blackDisc
}

type mobilitySearch struct {
	meter
	fixes          Fixes
	margin         int // distance of the board from the edge of the frame
	stars, corners bitboard.Set
	table          []cutoff
}

func newMobilitySearch(ctx context.Context, fixes Fixes, p othello.Position) *mobilitySearch {
	return &mobilitySearch{
		meter: newMeter(ctx), fixes: fixes, margin: (8 - int(p.Size)) / 2,
		corners: bitboard.Corners(p.Size.Board()), stars: stars(p.Size), table: make([]cutoff, tableMask+1),
	}
}

// stars returns the star squares (X-squares), which are diagonally adjacent to the corners.
func stars(n othello.Size) bitboard.Set {
	inner := n.Board()
	corners := bitboard.Corners(inner)
	return bitboard.Neighbours(corners) & inner &^ (corners<<1 | corners>>1 | corners<<8 | corners>>8)
}

type scored struct{ value, sq int }

// choose returns the best move at the root and its value.
func (s *mobilitySearch) choose(n keyed, depth int) scored {
	moves := n.moves()
	best := scored{-unbounded, moves.First()}
	for sq := range moves.All() {
		if v := -s.look(s.play(n, sq), depth-1, -unbounded, -best.value); v > best.value {
			best = scored{v, sq}
		}
	}
	return best
}

// look returns the value of n for the side to move, limited to the window from alpha to beta.
func (s *mobilitySearch) look(n keyed, depth, alpha, beta int) int {
	if !s.enter() {
		return 0
	}
	moves := n.moves()
	switch {
	case moves == 0 && n.pass().moves() == 0:
		return n.lead() * perDiscLead
	case moves == 0:
		return -s.look(s.pass(n), depth, -beta, -alpha)
	case depth == 0:
		return s.evaluate(n.board)
	}
	beta, settled := s.lookUp(n, depth, alpha, beta)
	if settled {
		return beta
	}
	for sq := range moves.All() {
		v := -s.look(s.play(n, sq), depth-1, -beta, -alpha)
		if v >= beta {
			s.table[n.key&tableMask] = cutoff{n.key, int32(beta), int32(depth)}
			return beta
		}
		alpha = max(alpha, v)
	}
	return alpha
}

// evaluate returns the evaluation of b from the view of the side to move.
func (s *mobilitySearch) evaluate(b board) int {
	difference := func(mover, other bitboard.Set) int { return mover.Len() - other.Len() }
	return perMove*difference(b.moves(), b.pass().moves()) +
		perStar*difference(b.mover&s.stars, b.other&s.stars) +
		perCorner*difference(b.mover&s.corners, b.other&s.corners)
}
