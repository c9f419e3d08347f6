package pgn

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// fen returns a position in the form of the PGN tag FEN: the rows from the last to the first, p for Black, P for White,
// numbers for runs of empty squares, and b or w for the side to move.
func fen(p othello.Position) string {
	var b strings.Builder
	n := int(p.Size)
	for y := n - 1; y >= 0; y-- {
		empty := 0
		for x := range n {
			s := p.Size.Square(x, y)
			disc := ""
			if p.Discs(othello.Black).Has(int(s)) {
				disc = "p"
			} else if p.Discs(othello.White).Has(int(s)) {
				disc = "P"
			}
			if disc == "" {
				empty++
				continue
			}
			b.WriteString(run(empty) + disc)
			empty = 0
		}
		b.WriteString(run(empty))
		if y > 0 {
			b.WriteByte('/')
		}
	}
	return b.String() + " " + []string{"b", "w"}[p.Turn]
}

func run(empty int) string {
	if empty == 0 {
		return ""
	}
	return fmt.Sprint(empty)
}

// ParseFEN parses a position in the form of the PGN tag FEN: the rows from the last to the first, p for Black, P for
// White, numbers for empty squares, and b or w for the side to move. X and O are accepted for discs as well, and text
// after the side to move is ignored. The error names the bad row.
func ParseFEN(text string) (othello.Position, error) {
	board, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rows := strings.Split(board, "/")
	size, err := othello.ParseSize(len(rows))
	if err != nil {
		return othello.Position{}, fmt.Errorf("FEN %q: %d rows: %w", scan.Clip(text), len(rows), err)
	}
	p := othello.Position{Size: size}
	for i, row := range rows {
		if err := fenRow(&p, row, len(rows)-1-i); err != nil {
			return p, fmt.Errorf("FEN %q: row %d: %w", scan.Clip(text), len(rows)-i, err)
		}
	}
	switch turn, _, _ := strings.Cut(strings.TrimSpace(rest), " "); strings.ToLower(turn) {
	case "b", "x", "*":
	case "w", "o":
		p.Mover, p.Other, p.Turn = p.Other, p.Mover, othello.White
	default:
		return p, fmt.Errorf("FEN %q: side to move %q: expected b or w", scan.Clip(text), scan.Clip(turn))
	}
	return p, p.Validate()
}

// fenRow sets the discs of a row, those of Black as the mover's.
func fenRow(p *othello.Position, row string, y int) error {
	x := 0
	for _, c := range row {
		if c >= '1' && c <= '8' {
			x += int(c - '0')
			continue
		}
		if x >= int(p.Size) {
			return fmt.Errorf("more than %d squares", p.Size)
		}
		s := p.Size.Square(x, y)
		switch c {
		case 'p', 'x', 'X', '*':
			p.Mover |= 1 << s
		case 'P', 'o', 'O':
			p.Other |= 1 << s
		default:
			return fmt.Errorf("%q: want p for Black, P for White, or a number of empty squares", string(c))
		}
		x++
	}
	if x != int(p.Size) {
		return fmt.Errorf("wrong number of squares: %d, want %d", x, p.Size)
	}
	return nil
}
