package obf

import (
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/emit"
)

const parts = emit.GameComment | emit.Variations | emit.Scores | emit.Proof | emit.EndPass

// Write writes the last position of each game with the scores of the moves from it, and returns what was lost. It
// returns an error if w fails or a game is not valid.
func Write(w io.Writer, games iter.Seq[*record.Game]) ([]record.Loss, error) {
	return emit.Games(w, games, parts, func(p *emit.Printer, g *record.Game) { write(writer{p}, g) })
}

// writer writes positions in this format.
type writer struct{ *emit.Printer }

// Sniff reports whether text starts like a file of positions, after optional comments.
func Sniff(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '%' && line[0] != '#' {
			return isBoard(line)
		}
	}
	return false
}

// write writes the last position of a game and the scores of the moves from it.
func write(w writer, g *record.Game) {
	if g.Comment != "" {
		for l := range strings.SplitSeq(g.Comment, "\n") {
			w.Text("% ", l, "\n")
		}
	}
	if len(g.Moves) > 0 {
		w.Lose("the moves that led to the position")
	}
	if slices.ContainsFunc(g.Notes, func(n record.Note) bool { return n.Score != nil }) {
		w.Lose("scores of moves")
	}
	p := g.Position()
	w.Text(p.String(), ";")
	for _, v := range g.Variations {
		if v.Ply == len(g.Moves) && len(v.Moves) == 1 && len(v.Notes) == 1 && v.Notes[0].Score != nil {
			w.moveScore(p, v.Moves[0], *v.Notes[0].Score)
			continue
		}
		w.Lose("variations that are not one move with a score")
	}
	w.Text("\n")
}

func (w writer) moveScore(p othello.Position, m othello.Square, s record.Score) {
	most := float64(p.Size.Squares())
	whole := math.Round(max(-most, min(most, s.Value)))
	if whole != s.Value {
		w.Lose("fractions of scores")
	}
	if !s.Exact || s.Book || s.Confidence != 0 || s.By != "" {
		w.Lose("where scores come from: they are written as exact")
	}
	name := strings.ToUpper(p.Size.Name(m))
	if m == othello.Pass {
		name = "PS"
	}
	w.Text(fmt.Sprintf(" %s:%+d;", name, int(whole)))
}

// isBoard reports whether a line starts like a one-line position.
func isBoard(line string) bool {
	cells := strings.TrimLeft(strings.TrimSpace(line), "-.XxOo*BbWw")
	n := len(strings.TrimSpace(line)) - len(cells)
	return n >= 16
}
