package analysis

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/claims"
)

// Hint writes the best moves of a position.
func (t *Text) Hint(h Hint) error {
	w := t.words
	var lines []string
	if h.Line > 0 {
		lines = append(lines, fmt.Sprintf("%d%s%s", h.Line, w.Say("colon"), h.Position))
	}
	lines = append(lines, w.Say("hint", w.Say(h.Pov), h.Empties))
	if h.Over {
		lines = append(lines, w.Say("over", discs(h.Score, true)))
	} else {
		lines = append(lines, table(w.lineRows(h), 1, 4))
	}
	_, err := fmt.Fprintln(t.Out, strings.Join(lines, "\n"))
	return err
}

// lineRows returns the table of the best moves.
func (w words) lineRows(h Hint) [][]string {
	rows := [][]string{{"", w.Say("move"), w.Say("value"), w.Say("known"), w.Say("line")}}
	for i, line := range h.Lines {
		rows = append(rows, []string{
			fmt.Sprintf("%d.", i+1), line.Move, discs(line.Score, line.whole()), w.lineSource(line),
			strings.Join(line.PV, " "),
		})
	}
	return rows
}

// lineSource returns the origin of the score of a line, and its proved bounds.
func (w words) lineSource(l Line) string {
	switch {
	case !l.Book:
		return w.basis(w.source(l.Depth, l.Confidence, l.Exact), l.Proved)
	case l.Depth == 0 && !l.Exact:
		return w.basis(w.Say("book"), l.Proved)
	case l.Confidence == 0:
		l.Confidence = 100
	}
	return w.basis(w.Say("book")+w.Say("comma")+w.source(l.Depth, l.Confidence, l.Exact), l.Proved)
}

// basis describes the basis of a score: published bounds, if any, and the origin of the score unless they are equal.
func (w words) basis(origin string, p *claims.Proved) string {
	if p == nil {
		return origin
	}
	least, most := discs(float64(p.AtLeast), true), discs(float64(p.AtMost), true)
	switch {
	case p.Exact():
		return w.Say("proved", p.Source)
	case p.AtLeast == -64:
		return origin + w.Say("comma") + w.Say("proved-at-most", most, p.Source)
	case p.AtMost == 64:
		return origin + w.Say("comma") + w.Say("proved-at-least", least, p.Source)
	}
	return origin + w.Say("comma") + w.Say("proved-between", least, most, p.Source)
}

// Searching returns the progress of the search for a hint.
func (t *Text) Searching(h Hint) string {
	best := h.Lines[0]
	return t.words.Say("hint-progress", best.Depth, best.Move, discs(best.Score, best.whole()), float64(h.Nodes)/1e6)
}

// Judging returns the progress of a run: the number of finished games, and the number of judged moves of another game.
func (t *Text) Judging(finished int, e Entry, done, of int) string {
	return t.words.Say("progress", finished, t.words.place(e.File, e.Number), t.words.Say("colon"), done, of)
}
