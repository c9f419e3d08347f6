// Package othello implements the rules of Othello (Reversi) on boards of 4×4, 6×6 and 8×8: positions, legal moves,
// passes, the end of the game and its score, and texts of positions and diagrams.
//
// A [Position] is a small comparable value, usable as a map key. [Position.Play] returns the next position and does not
// check its argument. [Position.Check] reports why a move is illegal; use it for moves from users and files. A 4×4 or
// 6×6 board lies in the centre of an 8×8 frame; in texts its squares are a1 to d4 or a1 to f6.
package othello

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/excerpt"
)

// Position is the discs on a board and the side to move. The zero value is invalid; use [Start] or [Parse].
type Position struct {
	Mover, Other bitboard.Set // the discs of the side to move and of the other side, in the 8×8 frame
	Size         Size         // of the board
	Turn         Color        // the side to move
}

// Setup is an arrangement of the four centre discs at the start.
type Setup uint8

// The setups.
const (
	Usual    Setup = iota // each colour on a diagonal; on 8×8 Black has d5 and e4
	Parallel              // White in the upper row, Black in the lower row
)

// String returns "usual" or "parallel".
func (s Setup) String() string {
	if s == Parallel {
		return "parallel"
	}
	return "usual"
}

// ParseSetup parses "usual" or "parallel". Any other name is an error.
func ParseSetup(name string) (Setup, error) {
	switch name {
	case "usual":
		return Usual, nil
	case "parallel":
		return Parallel, nil
	}
	return 0, fmt.Errorf("start %q: want usual or parallel", excerpt.Of(name))
}

// SetupOf returns the setup of p if p is a start position; otherwise ok is false.
func SetupOf(p Position) (s Setup, ok bool) {
	for _, s := range []Setup{Usual, Parallel} {
		if p == Start(p.Size, s) {
			return s, true
		}
	}
	return Usual, false
}

// Start returns the position before the first move. Black is to move.
func Start(n Size, s Setup) Position {
	const d4, e4, d5, e5 = 1 << 27, 1 << 28, 1 << 35, 1 << 36
	if s == Parallel {
		return Position{Mover: d5 | e5, Other: d4 | e4, Size: n}
	}
	return Position{Mover: e4 | d5, Other: d4 | e5, Size: n}
}

// Empty returns the empty squares of the board.
func (p Position) Empty() bitboard.Set { return p.Size.Board() &^ (p.Mover | p.Other) }

// Empties returns the number of empty squares.
func (p Position) Empties() int { return p.Empty().Len() }

// Legal returns the squares on which the side to move may play. It is empty when the side must pass and when the game
// is over.
func (p Position) Legal() bitboard.Set { return bitboard.Moves(p.Mover, p.Other) & p.Size.Board() }

// MustPass reports whether the side to move has no legal square while the other side has one.
func (p Position) MustPass() bool { return p.Legal() == 0 && p.swapped().Legal() != 0 }

// Over reports whether the game has ended: neither side has a legal square.
func (p Position) Over() bool { return p.Legal() == 0 && p.swapped().Legal() == 0 }

// Moves returns the legal moves from a1 row by row: only [Pass] when the side to move must pass, and nil when the game
// is over.
func (p Position) Moves() []Square {
	legal := p.Legal()
	if legal == 0 {
		if p.swapped().Legal() == 0 {
			return nil
		}
		return []Square{Pass}
	}
	moves := make([]Square, 0, legal.Len())
	for sq := range legal.All() {
		moves = append(moves, Square(sq))
	}
	return moves
}

// Flips returns the discs that the side to move flips by playing on s. It is empty for [Pass] and for illegal squares.
func (p Position) Flips(s Square) bitboard.Set {
	if !p.Empty().Has(int(s)) {
		return 0
	}
	return bitboard.Flips(int(s), p.Mover, p.Other)
}

// Play returns the position after the side to move plays s, which must be legal. Check moves from other sources with
// [Position.Check] first.
func (p Position) Play(s Square) Position {
	if s == Pass {
		return p.swapped()
	}
	flips := bitboard.Flips(int(s), p.Mover, p.Other)
	return Position{Mover: p.Other &^ flips, Other: p.Mover | flips | 1<<s, Size: p.Size, Turn: p.Turn.Other()}
}

func (p Position) swapped() Position {
	return Position{Mover: p.Other, Other: p.Mover, Size: p.Size, Turn: p.Turn.Other()}
}

// IllegalMove is the error of an illegal move.
type IllegalMove struct {
	Position Position // before the move
	Move     Square   // the illegal move
	Reason   string   // such as "a1 turns nothing over for black"
}

// Error returns the reason and the legal moves.
func (e *IllegalMove) Error() string {
	switch {
	case e.Position.Over():
		return e.Reason
	case e.Position.MustPass():
		return e.Reason + "; the only legal move is pass"
	}
	return e.Reason + "; legal moves are " + e.Position.legalNames()
}

func (p Position) legalNames() string {
	var names []string
	for _, m := range p.Moves() {
		names = append(names, p.Size.Name(m))
	}
	return strings.Join(names, ", ")
}

// Check returns nil if s is a legal move. Otherwise the error is an [*IllegalMove].
func (p Position) Check(s Square) error {
	reason := p.fault(s)
	if reason == "" {
		return nil
	}
	return &IllegalMove{p, s, reason}
}

func (p Position) fault(s Square) string {
	switch {
	case p.Over():
		return "the game is over"
	case s == Pass && !p.MustPass():
		return fmt.Sprintf("%s may not pass while it has a legal move", p.Turn)
	case s == Pass:
		return ""
	case !p.Size.Board().Has(int(s)):
		return fmt.Sprintf("square %d is not on a %d×%d board", s, p.Size, p.Size)
	case (p.Mover | p.Other).Has(int(s)):
		return p.Size.Name(s) + " is taken"
	case p.Flips(s) == 0:
		return fmt.Sprintf("%s turns nothing over for %s", p.Size.Name(s), p.Turn)
	}
	return ""
}

// Discs returns the discs of colour c.
func (p Position) Discs(c Color) bitboard.Set {
	if c == p.Turn {
		return p.Mover
	}
	return p.Other
}

// Count returns the number of discs of colour c.
func (p Position) Count(c Color) int { return p.Discs(c).Len() }

// Score returns the final disc difference from the view of the side to move as if the game were over. Empty squares
// count for the winner. The result is meaningful if [Position.Over].
func (p Position) Score() int {
	diff := p.Mover.Len() - p.Other.Len()
	switch {
	case diff > 0:
		return diff + p.Empties()
	case diff < 0:
		return diff - p.Empties()
	}
	return 0
}

// ScoreBlack returns [Position.Score] from the view of Black.
func (p Position) ScoreBlack() int {
	if p.Turn == Black {
		return p.Score()
	}
	return -p.Score()
}

// Transform returns the image of p under a symmetry of the board.
func (p Position) Transform(s bitboard.Symmetry) Position {
	p.Mover, p.Other = s.Apply(p.Mover), s.Apply(p.Other)
	return p
}

// Canonical returns the same position for all positions symmetric to p, and a symmetry that maps p to it. It is the one
// with the smallest Mover and, among equals, the smallest Other.
func (p Position) Canonical() (Position, bitboard.Symmetry) {
	best, by := p, bitboard.Symmetry(0)
	for s := range bitboard.Symmetry(bitboard.Symmetries) {
		t := p.Transform(s)
		if t.Mover < best.Mover || t.Mover == best.Mover && t.Other < best.Other {
			best, by = t, s
		}
	}
	return best, by
}

// Validate returns an error if the size is invalid, a square has discs of both sides, a disc is off the board, or one
// of the four centre squares, which are never empty in a game, is empty.
func (p Position) Validate() error {
	const centre = 1<<27 | 1<<28 | 1<<35 | 1<<36
	board := p.Size.Board()
	switch {
	case board == 0:
		return fmt.Errorf("board size %d: want 4, 6 or 8", p.Size)
	case p.Mover&p.Other != 0:
		return fmt.Errorf("square %s holds discs of both sides", p.firstName(p.Mover&p.Other))
	case (p.Mover|p.Other)&^board != 0:
		return fmt.Errorf("a disc lies outside the %d×%d board", p.Size, p.Size)
	case (p.Mover|p.Other)&centre != centre:
		return fmt.Errorf(
			"impossible board: %s in the centre is empty, and the four centre squares are never empty in a game",
			p.firstName(centre&^(p.Mover|p.Other)))
	}
	return nil
}

func (p Position) firstName(set bitboard.Set) string { return p.Size.Name(Square(set.First())) }
