// Package tictactoe implements the rules of tic-tac-toe (noughts and crosses). Its game tree is small enough to be
// searched completely, which makes it suitable for demonstrating and testing search algorithms.
//
// A [Position] is a small comparable value, usable as a map key. As in package othello, [Position.Play] does not check
// its argument, and [Position.Check] reports why a move is illegal.
package tictactoe

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/kaeshi/kaeshi/internal/excerpt"
)

// Side is a player. X moves first.
type Side uint8

// The two sides.
const (
	X Side = iota
	O
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// String returns "X" or "O".
func (s Side) String() string { return string(letters[s&1]) }

const letters = "XO"

// Square is a square of the board: 0 is a1 (top left), 2 is c1, 8 is c3.
type Square uint8

const squares = 9

// String returns the name of the square: a letter for the column from the left and a digit for the row from the top.
func (s Square) String() string {
	if s >= squares {
		return fmt.Sprintf("square %d", uint8(s))
	}
	return string([]byte{'a' + byte(s%3), '1' + byte(s/3)})
}

// ParseSquare parses the name of a square, in upper or lower case.
func ParseSquare(name string) (Square, error) {
	if low := strings.ToLower(name); len(low) == 2 {
		if x, y := low[0]-'a', low[1]-'1'; x < 3 && y < 3 {
			return Square(3*y + x), nil
		}
	}
	return 0, fmt.Errorf("%q is not a square (want a1 to c3)", excerpt.Of(name))
}

// Position is the marks on the board and the side to move. The zero value is the empty board with X to move.
type Position struct {
	Mover, Other uint16 // the squares of the side to move and of the other side; bit s is [Square] s
	Turn         Side   // the side to move
}

const full = 1<<squares - 1

// rows holds the winning lines: rows, columns and diagonals.
var rows = [8]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func hasRow(marks uint16) bool {
	for _, r := range rows {
		if marks&r == r {
			return true
		}
	}
	return false
}

func (p Position) empty() uint16 { return full &^ (p.Mover | p.Other) }

// Over reports whether the game has ended: a side has three in a row or the board is full.
func (p Position) Over() bool { return p.empty() == 0 || hasRow(p.Other) || hasRow(p.Mover) }

// Moves returns the empty squares from a1 row by row, or nil when the game is over.
func (p Position) Moves() []Square {
	if p.Over() {
		return nil
	}
	moves := make([]Square, 0, squares)
	for empty := p.empty(); empty != 0; empty &= empty - 1 {
		moves = append(moves, Square(bits.TrailingZeros16(empty)))
	}
	return moves
}

// Play returns the position after the side to move marks s, which must be legal. Check moves from other sources with
// [Position.Check] first.
func (p Position) Play(s Square) Position {
	return Position{Mover: p.Other, Other: p.Mover | 1<<s, Turn: p.Turn.Other()}
}

// Score returns 1 if the side to move has three in a row, -1 if the other side has, and otherwise 0, which is a draw if
// [Position.Over]. In a game only the side that has just moved can have three in a row.
func (p Position) Score() int {
	switch {
	case hasRow(p.Other):
		return -1
	case hasRow(p.Mover):
		return 1
	}
	return 0
}

// Check returns nil if s is a legal move, otherwise an error with the reason and the legal moves.
func (p Position) Check(s Square) error {
	switch {
	case p.Over():
		return fmt.Errorf("%s cannot be played: the game is over", s)
	case s >= squares:
		return fmt.Errorf("%s is not on the board: want 0 (a1) to 8 (c3)", s)
	case p.empty()>>s&1 == 0:
		return fmt.Errorf("%s is taken; legal moves are %s", s, p.legalNames())
	}
	return nil
}

func (p Position) legalNames() string {
	var names []string
	for _, m := range p.Moves() {
		names = append(names, m.String())
	}
	return strings.Join(names, ", ")
}

// String returns the nine cells from a1 row by row (X, O, - for empty), a space, and the side to move, such as
// "O-XX-X-OO X". [Parse] is the inverse.
func (p Position) String() string {
	var b strings.Builder
	for s := range squares {
		switch {
		case p.Mover>>s&1 == 1:
			b.WriteByte(letters[p.Turn&1])
		case p.Other>>s&1 == 1:
			b.WriteByte(letters[p.Turn.Other()&1])
		default:
			b.WriteByte('-')
		}
	}
	return b.String() + " " + p.Turn.String()
}

// Parse parses the text of [Position.String]: nine cells and the side to move. Letters may be lower case, and an empty
// cell may be a dot. Any arrangement of marks is accepted; see [Position.Validate].
func Parse(text string) (Position, error) {
	cells, side, ok := strings.Cut(strings.TrimSpace(text), " ")
	if !ok {
		return Position{},
			fmt.Errorf("position %q: expected nine cells, a space and the side to move, such as \"O-XX-X-OO X\"",
				excerpt.Of(text))
	}
	var p Position
	switch strings.ToUpper(strings.TrimSpace(side)) {
	case "X":
		p.Turn = X
	case "O":
		p.Turn = O
	default:
		return Position{}, fmt.Errorf("side to move %q: want X or O", excerpt.Of(strings.TrimSpace(side)))
	}
	if n := len([]rune(cells)); n != squares {
		return Position{}, fmt.Errorf("%s in %q: want 9, from a1 row by row", cellCount(n), excerpt.Of(cells))
	}
	return p.fill(cells)
}

// fill returns p with the marks of nine cells.
func (p Position) fill(cells string) (Position, error) {
	var marks [2]uint16
	for i, c := range []rune(cells) {
		switch c {
		case 'X', 'x':
			marks[X] |= 1 << i
		case 'O', 'o':
			marks[O] |= 1 << i
		case '-', '.':
		default:
			return Position{}, fmt.Errorf("cell %d (%s) is %q: want X, O or - for empty", i+1, Square(i), c)
		}
	}
	p.Mover, p.Other = marks[p.Turn], marks[p.Turn.Other()]
	return p, nil
}

// Validate returns an error unless a game can reach the position: no square has two marks, no mark is off the board,
// the numbers of marks fit the side to move, and the side to move does not have three in a row.
func (p Position) Validate() error {
	mover, other := bits.OnesCount16(p.Mover), bits.OnesCount16(p.Other)
	switch {
	case p.Turn > O:
		return fmt.Errorf("side to move %d: want 0 for X or 1 for O", p.Turn)
	case p.Mover&p.Other != 0:
		return fmt.Errorf("%s holds marks of both sides", Square(bits.TrailingZeros16(p.Mover&p.Other)))
	case (p.Mover|p.Other)&^full != 0:
		return fmt.Errorf("a mark lies off the board, on %s", Square(bits.TrailingZeros16((p.Mover|p.Other)&^full)))
	case p.Turn == X && mover != other:
		return fmt.Errorf("%d X and %d O with X to move: want as many X as O, because X moves first", mover, other)
	case p.Turn == O && mover+1 != other:
		return fmt.Errorf("%d X and %d O with O to move: want one more X, because X moves first", other, mover)
	case hasRow(p.Mover) && hasRow(p.Other):
		return fmt.Errorf("both sides have three in a row in %s: the game ends with the first three in a row", p)
	case hasRow(p.Mover):
		return fmt.Errorf("%s has three in a row and is to move: the game ended before %s's move", p.Turn,
			p.Turn.Other())
	}
	return nil
}

// cellCount returns "1 cell", "2 cells" and so on.
func cellCount(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return fmt.Sprintf("%d cells", n)
}
