package othello

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/excerpt"
)

// String returns the position in one line: the cells from a1 row by row (X for Black, O for White, - for empty), a
// space, and the side to move as X or O. [Parse] is the inverse.
func (p Position) String() string {
	var b strings.Builder
	for i := range p.Size.Squares() {
		b.WriteByte(p.cell(p.at(i)))
	}
	b.WriteByte(' ')
	b.WriteByte(letters[p.Turn])
	return b.String()
}

var letters = [2]byte{'X', 'O'}

// at returns the i-th square of the board, row by row.
func (p Position) at(i int) Square { return p.Size.Square(i%int(p.Size), i/int(p.Size)) }

func (p Position) cell(s Square) byte {
	switch {
	case p.Mover.Has(int(s)):
		return letters[p.Turn]
	case p.Other.Has(int(s)):
		return letters[p.Turn.Other()]
	}
	return '-'
}

// Diagram returns a drawing of the board with coordinates and with dots on legal moves, followed by the side to move
// and the number of discs of each colour.
func (p Position) Diagram() string {
	var b strings.Builder
	n := int(p.Size)
	letterRow := "  " + strings.Join(strings.Split("abcdefgh"[:n], ""), " ") + "\n"
	b.WriteString(letterRow)
	legal := p.Legal()
	for y := range n {
		fmt.Fprintf(&b, "%d", y+1)
		for x := range n {
			s := p.Size.Square(x, y)
			c := p.cell(s)
			if legal.Has(int(s)) {
				c = '.'
			}
			b.WriteByte(' ')
			b.WriteByte(c)
		}
		fmt.Fprintf(&b, " %d\n", y+1)
	}
	b.WriteString(letterRow)
	fmt.Fprintf(&b, "%s; black X %d, white O %d\n", p.toMove(), p.Count(Black), p.Count(White))
	return b.String()
}

func (p Position) toMove() string {
	switch {
	case p.Over():
		return "the game is over"
	case p.MustPass():
		return p.Turn.String() + " must pass"
	}
	return p.Turn.String() + " to move"
}

// Parse parses a position in one line: 64, 36 or 16 cells from a1 row by row, then the side to move, optionally
// separated by spaces. X, x, *, B and b mean Black, O, o, W and w mean White, - and . mean an empty square. Text after
// a semicolon is ignored. Any arrangement of discs is accepted; see [Position.Validate]. The error reports the invalid
// cell, number of cells or side to move.
func Parse(text string) (Position, error) {
	head, _, _ := strings.Cut(text, ";")
	fields := strings.Fields(head)
	if len(fields) == 0 {
		return Position{}, fmt.Errorf("no position in %q: expected 64, 36 or 16 cells and the side to move, X or O",
			excerpt.Of(text))
	}
	cells, side := fields[0], strings.Join(fields[1:], " ")
	if len(fields) == 1 && len(cells) > 1 {
		cells, side = cells[:len(cells)-1], cells[len(cells)-1:]
	}
	size, err := sizeOf(cells, side)
	if err != nil {
		return Position{}, err
	}
	return fill(size, cells, side)
}

func sizeOf(cells, side string) (Size, error) {
	n := utf8.RuneCountInString(cells)
	switch n {
	case 64:
		return Size8, nil
	case 36:
		return Size6, nil
	case 16:
		return Size4, nil
	case 65, 37, 17: // one cell too many
	case 63, 35, 15:
		return 0, fmt.Errorf("%s and the side %q: want 64, 36 or 16 cells and the side to move, X or O", cellCount(n),
			side)
	}
	return 0, fmt.Errorf("%s: want 64, 36 or 16 and the side to move, X or O", cellCount(n))
}

func fill(size Size, cells, side string) (Position, error) {
	var discs [2]bitboard.Set
	p := Position{Size: size}
	for i, c := range []rune(cells) {
		s := p.at(i)
		switch c {
		case 'X', 'x', '*', 'B', 'b':
			discs[Black] |= 1 << s
		case 'O', 'o', 'W', 'w':
			discs[White] |= 1 << s
		case '-', '.':
		default:
			return Position{}, fmt.Errorf("cell %d (%s) is %q: want X for black, O for white or - for empty", i+1,
				size.Name(s), c)
		}
	}
	switch side {
	case "X", "x", "*", "B", "b":
		p.Turn = Black
	case "O", "o", "W", "w":
		p.Turn = White
	default:
		return Position{}, fmt.Errorf("side to move %q: want X for black or O for white", excerpt.Of(side))
	}
	p.Mover, p.Other = discs[p.Turn], discs[p.Turn.Other()]
	return p, nil
}

// ParseDiagram parses a board of several lines, as drawn by [Position.Diagram] or with only the cells. Spaces and
// coordinates are ignored. A last line that begins with black or white (or X or O) gives the side to move. It is Black
// without such a line, and when the line says that the game is over. Rows of different lengths and other lines are
// errors that quote them.
func ParseDiagram(text string) (Position, error) {
	var rows []string
	side := "X"
	for line := range strings.Lines(strings.ReplaceAll(text, "·", "-")) {
		line = strings.TrimSpace(line)
		row, isRow := diagramRow(line)
		if isRow {
			rows = append(rows, row)
			continue
		}
		if s, ok := diagramSide(line); ok {
			side = s
		} else if line != "" && !isLetterRow(line) {
			return Position{},
				fmt.Errorf("diagram line %q: expected a row of cells, the column letters, or the side to move",
					excerpt.Of(line))
		}
	}
	if err := square(rows); err != nil {
		return Position{}, err
	}
	return Parse(strings.Join(rows, "") + " " + side)
}

// square returns an error unless the number of rows equals the length of each row.
func square(rows []string) error {
	if len(rows) == 0 {
		return errors.New("no rows of cells in the diagram: want 4, 6 or 8")
	}
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return fmt.Errorf("diagram row %d, %q, has %s and row 1 has %d",
				i+1, row, cellCount(len(row)), len(rows[0]))
		}
	}
	if n := len(rows[0]); len(rows) != n {
		return fmt.Errorf("diagram of %d×%d cells: want 4×4, 6×6 or 8×8",
			len(rows), n)
	}
	return nil
}

// diagramRow returns the cells of a line that is a row of a board: four, six or eight cells, optionally with a row
// number at either end.
func diagramRow(line string) (cells string, ok bool) {
	cells = strings.Trim(strings.Join(strings.Fields(strings.ReplaceAll(line, "|", " ")), ""), "12345678")
	switch len(cells) {
	case 4, 6, 8:
		return cells, strings.Trim(cells, "XxOo*BbWw-.") == "" && !isLetterRow(line)
	}
	return "", false
}

func isLetterRow(line string) bool {
	joined := strings.ToLower(strings.Join(strings.Fields(line), ""))
	return len(joined) >= 4 && strings.HasPrefix("abcdefgh", joined)
}

func diagramSide(line string) (side string, ok bool) {
	word, _, _ := strings.Cut(strings.ToLower(line), " ")
	switch word {
	case "black", "x":
		return "X", true
	case "white", "o":
		return "O", true
	}
	return "X", strings.HasPrefix(line, "the game is over")
}

// cellCount returns "1 cell", "2 cells" and so on.
func cellCount(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return fmt.Sprintf("%d cells", n)
}
