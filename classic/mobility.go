package classic

import (
	"context"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Mobility is the program of article 003: negamax with alpha-beta five plies deep, judging by mobility, star squares
// and corners and at the end by discs, with a hash table that remembers where a beta cutoff happened and how many
// plies remained.
//
// The article prints how a disc is put down, how the key of a position follows, and what a cutoff stores; the rest is
// told or left out. The reading taken here:
//   - the worth of a position for the side to move is 10 for each move that it has more than the other side, 50 off
//     for each star square that it holds (b2, b7, g2, g7, which players in Japan call 星) and 200 for each corner,
//     less the same of the other side; a finished game is worth 10,000 for each disc of the lead, so that no
//     judgement outweighs a result;
//   - x is the column and y the row, both from 1, x in the outer loop; k is 1 for Black and 2 for White; turn is the
//     number of the disc that is put down, the first move of a game being 1; a pass costs no ply and touches neither
//     turn nor key;
//   - the search is fail-hard, as its "return beta" is, and a move must be better than those before it to replace
//     them; the table is empty when a search begins, and is asked wherever plies remain and the side to move has a
//     move, the root excepted;
//   - the article says of an entry with value 400 and 4 plies that for 0 to 4 remaining plies "the value is
//     guaranteed not to exceed 400": so beta comes down to it, and the search ends at once where that leaves no
//     window;
//   - the random numbers are of 64 bits and always the same ones.
type Mobility struct {
	Depth int // plies to look ahead; 0 is the article's 5
	Mends Mends
}

// MobilityDepth is how far the article looks ahead.
const MobilityDepth = 5

// What counts, for each square, disc or move.
const (
	perMove     = 10
	perStar     = -50
	perCorner   = 200
	perDiscLead = 10_000 // when the game is over
)

// unbounded is above every value of Mobility.
const unbounded = 1 << 30

// Choose is the program's move in p. The value is in the points that the doc comment of [Mobility] gives.
func (m Mobility) Choose(ctx context.Context, pos othello.Position) (Choice, error) {
	if err := ready(pos); err != nil {
		return Choice{}, err
	}
	s := newMobilitySearch(ctx, m.Mends, pos)
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
	mends          Mends
	margin         int // how far the board lies from the edge of the frame
	stars, corners bitboard.Set
	table          []cutoff
}

func newMobilitySearch(ctx context.Context, mends Mends, p othello.Position) *mobilitySearch {
	return &mobilitySearch{
		meter: newMeter(ctx), mends: mends, margin: (8 - int(p.Size)) / 2,
		corners: bitboard.Corners(p.Size.Board()), stars: stars(p.Size), table: make([]cutoff, tableMask+1),
	}
}

// stars are the squares that touch a corner by theirs.
func stars(n othello.Size) bitboard.Set {
	inner := n.Board()
	corners := bitboard.Corners(inner)
	return bitboard.Neighbours(corners) & inner &^ (corners<<1 | corners>>1 | corners<<8 | corners>>8)
}

type scored struct{ value, sq int }

// choose is the best move at the root, and its value.
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

// look is the value of n for the side to move when it lies between alpha and beta, and otherwise the bound beyond
// which it lies.
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
		return s.judge(n.board)
	}
	beta, settled := s.remembered(n, depth, alpha, beta)
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

// judge is what b is worth for the side to move.
func (s *mobilitySearch) judge(b board) int {
	difference := func(mover, other bitboard.Set) int { return mover.Len() - other.Len() }
	return perMove*difference(b.moves(), b.pass().moves()) +
		perStar*difference(b.mover&s.stars, b.other&s.stars) +
		perCorner*difference(b.mover&s.corners, b.other&s.corners)
}
