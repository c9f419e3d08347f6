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
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

const parts = emit.GameComment | emit.Variations | emit.Scores | emit.Proof | emit.EndPass

// Read yields each position of a file as a game without moves; its scored moves are variations. Errors are those of
// [scan.Syntax.Read].
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return scan.Syntax{Cut: cut, Parse: parseGame}.Read(r, name)
}

// Write writes the last position of each game with the scores of the moves that go on from it, and lists what was
// lost. The error is that of w, or of a game that is not valid.
func Write(w io.Writer, games iter.Seq[*record.Game]) ([]record.Loss, error) {
	return emit.Games(w, games, parts, func(p *emit.Printer, g *record.Game) { write(writer{p}, g) })
}

// writer writes positions.
type writer struct{ *emit.Printer }

// Sniff reports whether a text begins like a file of positions.
func Sniff(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return strings.HasPrefix(text, "%") || isBoard(first)
}

// cut makes a game of each position, together with the comment lines before it. A board without a side to move waits
// for the line after it, as in the older files where that says Black or White.
func cut(s *scan.Source, c *scan.Chunks) error {
	var comments strings.Builder
	first := 0
	err := s.Each(func(text string, fault error) bool {
		board, _, _ := strings.Cut(strings.TrimSpace(text), "%")
		board = strings.TrimSpace(board)
		if fault == nil && board == "" && !c.Open() {
			if comments.Len() == 0 {
				first = s.Number
			}
			comments.WriteString(text)
			return true
		}
		if !c.Open() && strings.TrimSpace(comments.String()) != "" {
			c.Add(comments.String(), first, nil)
		}
		comments.Reset()
		c.Add(text, s.Number, fault)
		return fault == nil && isBareBoard(board) || c.Cut()
	})
	c.Cut()
	return err
}

// isBareBoard is true for the cells of a board with no side to move.
func isBareBoard(text string) bool {
	return (len(text) == 64 || len(text) == 36 || len(text) == 16) && strings.Trim(text, "-.XxOo*BbWw") == ""
}

// parseGame reads a position as a game without moves, whose scored moves are variations.
func parseGame(text string) (*record.Game, error) {
	var comments []string
	board, offset, at := "", 0, 0
	for l := range strings.Lines(text) {
		position, comment, commented := strings.Cut(l, "%")
		if commented {
			comments = append(comments, strings.TrimPrefix(strings.TrimRight(comment, "\r\n"), " "))
		}
		if strings.TrimSpace(position) != "" {
			if board == "" {
				offset = at
			}
			board += " " + side(strings.TrimSpace(position))
		}
		at += len(l)
	}
	p, err := parse(board)
	if err == nil {
		err = p.Position.Validate()
	}
	if err != nil {
		return nil, scan.Place(offset, err)
	}
	g := &record.Game{Start: p.Position, Comment: strings.Join(comments, "\n")}
	for _, s := range p.Scores {
		score := &record.Score{Value: float64(s.Score), Exact: true}
		g.Variations = append(g.Variations, record.Variation{
			Moves: []othello.Square{s.Move},
			Notes: []record.Note{{Score: score}},
		})
	}
	return g, nil
}

// side is the letter of a side that is written out.
func side(text string) string {
	switch strings.ToLower(text) {
	case "black":
		return "X"
	case "white":
		return "O"
	}
	return text
}

// write writes the position that the game has come to and the scores of the moves that go on from it.
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
	if !s.Exact || s.Book || s.Selectivity != 0 || s.By != "" {
		w.Lose("where scores come from: here they are exact")
	}
	name := strings.ToUpper(p.Size.Name(m))
	if m == othello.Pass {
		name = "PS"
	}
	w.Text(fmt.Sprintf(" %s:%+d;", name, int(whole)))
}

// isBoard reports whether a line begins like a one-line position.
func isBoard(line string) bool {
	cells := strings.TrimLeft(strings.TrimSpace(line), "-.XxOo*BbWw")
	n := len(strings.TrimSpace(line)) - len(cells)
	return n >= 16
}
