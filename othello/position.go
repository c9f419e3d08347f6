// Package othello is the rules of Othello (Reversi) on boards of 4×4, 6×6 and 8×8: positions, legal moves, passes, the
// end of the game and its score, and the text of positions and diagrams.
//
// A [Position] is a small value: it can be compared and used as a map key, and playing a move makes the next value.
// There are two doors to each rule: [Position.Play] trusts its caller, for loops over legal moves, while
// [Position.Check] explains what is wrong, for people and files. A 4×4 or 6×6 board is the centre of an 8×8 frame,
// which shows nowhere but in the bits: its squares are a1 to d4 or f6 in every text.
package othello

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/excerpt"
)

// Position is the discs on a board and whose turn it is. The zero value is no position: start from [Start] or [Parse].
type Position struct {
	Mover, Other bitboard.Set // the discs of the side to move and of the other side, in the 8×8 frame
	Size         Size         // of the board
	Turn         Color        // the side to move
}

// Setup is how the four discs in the centre lie at the start.
type Setup uint8

// The two starts.
const (
	Usual    Setup = iota // each colour holds a diagonal; on 8×8 Black has d5 and e4
	Parallel              // White holds the upper row, Black the lower one
)

// String is "usual" or "parallel".
func (s Setup) String() string {
	if s == Parallel {
		return "parallel"
	}
	return "usual"
}

// ParseSetup reads "usual" or "parallel"; any other name is an error.
func ParseSetup(name string) (Setup, error) {
	switch name {
	case "usual":
		return Usual, nil
	case "parallel":
		return Parallel, nil
	}
	return 0, fmt.Errorf("start %q: starts are usual and parallel", excerpt.Of(name))
}

// SetupOf returns how the discs lie when p is a start of its size; ok is false for any other position.
func SetupOf(p Position) (s Setup, ok bool) {
	for _, s := range []Setup{Usual, Parallel} {
		if p == Start(p.Size, s) {
			return s, true
		}
	}
	return Usual, false
}

// Start is the position before the first move. Black is to move.
func Start(n Size, s Setup) Position {
	const d4, e4, d5, e5 = 1 << 27, 1 << 28, 1 << 35, 1 << 36
	if s == Parallel {
		return Position{Mover: d5 | e5, Other: d4 | e4, Size: n}
	}
	return Position{Mover: e4 | d5, Other: d4 | e5, Size: n}
}

// Empty is the set of empty squares of the board.
func (p Position) Empty() bitboard.Set { return p.Size.Board() &^ (p.Mover | p.Other) }

// Empties is how many squares are empty.
func (p Position) Empties() int { return p.Empty().Len() }

// Legal is the set of squares on which the side to move may play: empty when it must pass and when the game is over.
func (p Position) Legal() bitboard.Set { return bitboard.Moves(p.Mover, p.Other) & p.Size.Board() }

// MustPass reports whether the side to move has no legal square while the other side has one.
func (p Position) MustPass() bool { return p.Legal() == 0 && p.swapped().Legal() != 0 }

// Over reports whether the game has ended: neither side has a legal square.
func (p Position) Over() bool { return p.Legal() == 0 && p.swapped().Legal() == 0 }

// Moves lists the legal moves from a1 on, row by row: [Pass] alone when the side to move must pass, nothing when the
// game is over.
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

// Flips is the set of discs that the side to move turns over by playing on s; 0 for [Pass] and for a square that is not
// legal.
func (p Position) Flips(s Square) bitboard.Set {
	if !p.Empty().Has(int(s)) {
		return 0
	}
	return bitboard.Flips(int(s), p.Mover, p.Other)
}

// Play is the position after the side to move plays s, which must be legal or a rightful [Pass]: see [Position.Check]
// for moves that come from outside.
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

// An IllegalMove says why a move cannot be played.
type IllegalMove struct {
	Position Position // where it was tried
	Move     Square   // what was tried
	Reason   string   // a clause such as "a1 turns nothing over for black"
}

// Error is the reason and what could be played instead.
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

// Check is nil when s is a legal move, otherwise an [*IllegalMove] that says why it is not.
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

// Discs is the set of discs of colour c.
func (p Position) Discs(c Color) bitboard.Set {
	if c == p.Turn {
		return p.Mover
	}
	return p.Other
}

// Count is how many discs of colour c are on the board.
func (p Position) Count(c Color) int { return p.Discs(c).Len() }

// Score is the final disc difference from the view of the side to move, if the game ended here: empty squares count for
// the winner, so a won game is worth at most the number of squares. It is meaningful when [Position.Over].
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

// ScoreBlack is [Position.Score] from Black's view.
func (p Position) ScoreBlack() int {
	if p.Turn == Black {
		return p.Score()
	}
	return -p.Score()
}

// Transform is the position moved by one of the eight symmetries of the board.
func (p Position) Transform(s bitboard.Symmetry) Position {
	p.Mover, p.Other = s.Apply(p.Mover), s.Apply(p.Other)
	return p
}

// Canonical is one position for all eight that are symmetric to p, and the symmetry that leads to it: the one whose
// mover's discs, then the other's, are the smallest number.
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

// Validate is nil when the position can stand on a board of its size: no square held twice, none off the board, and the
// four squares in the centre, which are never empty in a game, taken.
func (p Position) Validate() error {
	const centre = 1<<27 | 1<<28 | 1<<35 | 1<<36
	board := p.Size.Board()
	switch {
	case board == 0:
		return fmt.Errorf("board size %d: sizes are 4, 6 and 8", p.Size)
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
