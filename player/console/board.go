package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Escape sequences for colours of a terminal.
const (
	paintBoard = "\x1b[30;42m"   // black on green
	paintBlack = "\x1b[1;30;42m" // bold black on green
	paintWhite = "\x1b[1;97;42m" // bold white on green
	paintOff   = "\x1b[0m"
)

// draw prints the board with coordinates, marks for the legal moves and the last move, and below it the numbers of
// discs and the side to move.
func (t *Terminal) draw(g *record.Game) {
	p, last := g.Position(), lastSquare(g)
	var b strings.Builder
	columns := "   " + strings.TrimRight(" a  b  c  d  e  f  g  h "[:3*p.Size], " ")
	fmt.Fprintln(&b, columns)
	for y := range int(p.Size) {
		fmt.Fprintf(&b, " %d ", y+1)
		for x := range int(p.Size) {
			s := p.Size.Square(x, y)
			b.WriteString(t.cell(p, s, s == last))
		}
		fmt.Fprintf(&b, " %d\n", y+1)
	}
	fmt.Fprintln(&b, columns)
	b.WriteString(t.words.Say("count", p.Count(othello.Black), p.Count(othello.White)))
	if len(p.Moves()) > 0 {
		b.WriteString(" · " + t.words.Say("to-move", t.color(p.Turn)))
	}
	fmt.Fprintf(t.out, "\n%s\n\n", b.String())
}

// lastSquare returns the square of the last disc placed, or [othello.Pass] before the first move.
func lastSquare(g *record.Game) othello.Square {
	for _, m := range slices.Backward(g.Moves) {
		if m != othello.Pass {
			return m
		}
	}
	return othello.Pass
}

func (t *Terminal) cell(p othello.Position, s othello.Square, last bool) string {
	letter, paint := "-", paintBoard
	switch {
	case p.Discs(othello.Black).Has(int(s)):
		letter, paint = "X", paintBlack
	case p.Discs(othello.White).Has(int(s)):
		letter, paint = "O", paintWhite
	case p.Legal().Has(int(s)):
		letter = "."
	}
	text := " " + letter + " "
	if last {
		text = "[" + letter + "]"
	}
	if t.Color {
		return paint + text + paintOff
	}
	return text
}
