package othello

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/excerpt"
)

// Size is the number of rows and columns of a board: 4, 6 or 8.
type Size uint8

// The valid sizes.
const (
	Size4 Size = 4 // 16 squares, a1 to d4
	Size6 Size = 6 // 36 squares, a1 to f6
	Size8 Size = 8 // 64 squares, a1 to h8
)

// ParseSize returns the size with n rows, or an error that lists the valid sizes.
func ParseSize(n int) (Size, error) {
	switch n {
	case 4, 6, 8:
		return Size(n), nil
	}
	return 0, fmt.Errorf("board size %d: want 4, 6 or 8", n)
}

// Board returns the squares of the board, in the frame of package bitboard. It is empty for an invalid size.
func (n Size) Board() bitboard.Set { return boards[n&15] }

// Squares returns the number of squares of the board.
func (n Size) Squares() int { return int(n) * int(n) }

// Square returns the square in column x and row y of the board, both counted from 0 at a1.
func (n Size) Square(x, y int) Square {
	margin := (8 - int(n)) / 2
	return Square(8*(y+margin) + x + margin)
}

var boards = [16]bitboard.Set{4: bitboard.Board(4), 6: bitboard.Board(6), 8: bitboard.Board(8)}

// Color is the colour of a player's discs. Black moves first.
type Color uint8

// The two colours.
const (
	Black Color = iota // X in texts; moves first
	White              // O in texts
)

// Other returns the opponent's colour.
func (c Color) Other() Color { return c ^ 1 }

// String returns "black" or "white".
func (c Color) String() string {
	if c == Black {
		return "black"
	}
	return "white"
}

// Square is a square of the board as a bit number of the 8×8 frame (0–63), or [Pass]. Its name depends on the size of
// the board: see [Size.Name].
type Square int8

// Pass is the move of a side that has no legal square while the other side has one.
const Pass Square = 64

// Name returns the name of a square on a board of size n: a letter for the column from the left and a digit for the row
// from the top, or "pass".
func (n Size) Name(s Square) string {
	if s == Pass {
		return "pass"
	}
	margin := (8 - int(n)) / 2
	return string([]byte{byte('a' + int(s)&7 - margin), byte('1' + int(s)>>3 - margin)})
}

// Names returns the names of the squares of a set, row by row from a1. It is empty, not nil, for the empty set.
func (n Size) Names(set bitboard.Set) []string {
	names := make([]string, 0, set.Len())
	for sq := range set.All() {
		names = append(names, n.Name(Square(sq)))
	}
	return names
}

// NamesOf returns the names of squares in their order, passes included. It is empty, not nil, for no squares.
func (n Size) NamesOf(squares []Square) []string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = n.Name(s)
	}
	return names
}

// Parse parses the name of a square, or a pass ("pass", "pa", "ps" or "--"), in upper or lower case. The error for any
// other text states the range of squares.
func (n Size) Parse(name string) (Square, error) {
	low := strings.ToLower(name)
	switch low {
	case "pass", "pa", "ps", "--":
		return Pass, nil
	}
	if len(low) == 2 {
		if x, y := int(low[0])-'a', int(low[1])-'1'; 0 <= x && x < int(n) && 0 <= y && y < int(n) {
			return n.Square(x, y), nil
		}
	}
	return 0, fmt.Errorf("%q is not a square (want a1 to %s)", excerpt.Of(name),
		n.Name(n.Square(int(n)-1, int(n)-1)))
}
