package record

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// cutPositions makes a game of each position, together with the comment lines before it. A board without a side to move waits for the
// line after it, as in the older files where that says Black or White.
func cutPositions(s *source, c *chunks) error {
	var comments strings.Builder
	first := 0
	err := s.each(func(text string, fault error) bool {
		board, _, _ := strings.Cut(strings.TrimSpace(text), "%")
		board = strings.TrimSpace(board)
		if fault == nil && board == "" && !c.open() {
			if comments.Len() == 0 {
				first = s.number
			}
			comments.WriteString(text)
			return true
		}
		if !c.open() && strings.TrimSpace(comments.String()) != "" {
			c.add(comments.String(), first, nil)
		}
		comments.Reset()
		c.add(text, s.number, fault)
		return fault == nil && isBareBoard(board) || c.cut()
	})
	c.cut()
	return err
}

// isBareBoard is true for the cells of a board with no side to move.
func isBareBoard(text string) bool {
	return (len(text) == 64 || len(text) == 36 || len(text) == 16) && strings.Trim(text, "-.XxOo*BbWw") == ""
}

// parsePositionGame reads a position as a game without moves, whose scored moves are variations.
func parsePositionGame(text string) (*Game, error) {
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
	p, err := parseOBF(board)
	if err == nil {
		err = p.Position.Validate()
	}
	if err != nil {
		return nil, place(offset, err)
	}
	g := &Game{Start: p.Position, Comment: strings.Join(comments, "\n")}
	for _, s := range p.Scores {
		score := &Score{Value: float64(s.Score), Exact: true}
		g.Variations = append(g.Variations, Variation{Moves: []othello.Square{s.Move}, Notes: []Note{{Score: score}}})
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

// writePosition writes the position that the game has come to and the scores of the moves that go on from it.
func writePosition(w *printer, g *Game) {
	if g.Comment != "" {
		for l := range strings.SplitSeq(g.Comment, "\n") {
			w.text("% ", l, "\n")
		}
	}
	if len(g.Moves) > 0 {
		w.lose("the moves that led to the position")
	}
	if slices.ContainsFunc(g.Notes, func(n Note) bool { return n.Score != nil }) {
		w.lose("scores of moves")
	}
	p := g.Position()
	w.text(p.String(), ";")
	for _, v := range g.Variations {
		if v.Ply == len(g.Moves) && len(v.Moves) == 1 && len(v.Notes) == 1 && v.Notes[0].Score != nil {
			w.moveScore(p, v.Moves[0], *v.Notes[0].Score)
			continue
		}
		w.lose("variations that are not one move with a score")
	}
	w.text("\n")
}

func (w *printer) moveScore(p othello.Position, m othello.Square, s Score) {
	most := float64(p.Size.Squares())
	whole := math.Round(max(-most, min(most, s.Value)))
	if whole != s.Value {
		w.lose("fractions of scores")
	}
	if !s.Exact || s.Book || s.Selectivity != 0 || s.By != "" {
		w.lose("where scores come from: here they are exact")
	}
	name := strings.ToUpper(p.Size.Name(m))
	if m == othello.Pass {
		name = "PS"
	}
	w.text(fmt.Sprintf(" %s:%+d;", name, int(whole)))
}
