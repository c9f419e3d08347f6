package pgn

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// fen is a position as the tag FEN of PGN has it: the rows from the last to the first, p for Black, P for White,
// numbers for runs of empty squares, and b or w to move.
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

// ParseFEN reads a position as the tag FEN of PGN has it: the rows from the last to the first, p for Black, P for
// White, numbers for empty squares, and b or w to move. X and O are taken for discs as well, and what stands after
// the side to move is left. The error names the row that is wrong.
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

// fenRow puts the discs of a row on the board, Black's as the mover's.
func fenRow(p *othello.Position, row string, y int) error {
	x := 0
	for _, c := range row {
		if c >= '1' && c <= '8' {
			x += int(c - '0')
			continue
		}
		if x >= int(p.Size) {
			return errors.New("more squares than there are rows")
		}
		s := p.Size.Square(x, y)
		switch c {
		case 'p', 'x', 'X', '*':
			p.Mover |= 1 << s
		case 'P', 'o', 'O':
			p.Other |= 1 << s
		default:
			return fmt.Errorf("%q is no square: p is Black, P is White, a number is empty squares", string(c))
		}
		x++
	}
	if x != int(p.Size) {
		return errors.New("not as many squares as there are rows")
	}
	return nil
}
