package analysis

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Text writes games and their totals as text for a terminal.
type Text struct {
	Out   io.Writer
	Brief bool // without the tables of all moves

	words words
}

// NewText returns a Text that writes to out in a language.
func NewText(out io.Writer, l lang.Lang, brief bool) *Text {
	return &Text{out, brief, wordsIn(l)}
}

// Game writes one game.
func (t *Text) Game(d *Game) error {
	w := t.words
	lines := []string{w.place(d.File, d.Game) + w.Say("colon") + w.title(d)}
	if name := d.Opening.In(w.Lang); name != "" {
		lines = append(lines, w.Say("opening")+w.Say("colon")+name)
	}
	lines = append(lines, w.effort(d.How)+w.Say("semicolon")+w.exactFrom(d))
	if !t.Brief && len(d.Moves) > 0 {
		lines = append(lines, "", table(w.moveRows(d), 1, 7, 8))
	}
	lines = append(lines, "", table(w.sideRows(d), 0))
	lines = append(lines, t.mistakes(d)...)
	_, err := fmt.Fprintln(t.Out, strings.Join(lines, "\n")+"\n")
	return err
}

// briefMistakes is the number of marked moves in a brief text.
const briefMistakes = 5

// mistakes lists the marked moves, the costliest first.
func (t *Text) mistakes(d *Game) (lines []string) {
	shown := d.Mistakes
	if t.Brief {
		shown = first(shown, briefMistakes)
	}
	for i, ply := range shown {
		lines = append(lines, fmt.Sprintf("%2d. %s", i+1, t.words.mistake(d.Moves[ply-1])))
	}
	if n := len(d.Mistakes) - len(shown); n > 0 {
		lines = append(lines, "    "+t.words.Say("more", n))
	}
	return lines
}

// exactFrom returns the move from which all scores are exact, in words.
func (w words) exactFrom(d *Game) string {
	if d.ExactFrom == 0 {
		return w.Say("exact-nowhere")
	}
	return w.Say("exact-from", d.Moves[d.ExactFrom-1].Number)
}

// moveRows returns the table of all moves.
func (w words) moveRows(d *Game) [][]string {
	rows := [][]string{{
		"#", w.Say("move"), "", w.Say("loss"), w.Say("score"), w.Say("played"), w.Say("known"),
		w.Say("best"), w.Say("line"),
	}}
	for _, m := range d.Moves {
		line := ""
		if m.Loss > 0 {
			line = strings.Join(first(m.PV, 8), " ")
		}
		rows = append(rows, []string{
			fmt.Sprint(m.Number), w.Say("disc-"+m.Pov) + " " + m.Move, m.sign(), lost(m), discs(m.Score, m.Exact),
			discs(m.Played, m.Exact),
			w.basisOf(m), strings.Join(m.Best, ","), line,
		})
	}
	return rows
}

// sideRows returns the table of the players' totals.
func (w words) sideRows(d *Game) [][]string {
	rows := [][]string{{
		"", w.Say("accuracy"), w.Say("moves"), w.Say("loss"), w.Say("mean-loss"), MarkInaccuracy,
		MarkMistake, MarkBlunder, uncertainSign,
	}}
	for _, pov := range []string{"black", "white"} {
		s := d.side(pov)
		rows = append(rows, []string{
			w.side(d, pov), w.accuracy(s.Accuracy), fmt.Sprint(s.Moves), fmt.Sprintf("%.1f", s.Loss),
			mean(s.Loss, s.Choices), fmt.Sprint(s.Inaccuracies), fmt.Sprint(s.Mistakes), fmt.Sprint(s.Blunders),
			fmt.Sprint(s.Uncertain),
		})
	}
	return rows
}

func mean(sum float64, n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", sum/float64(n))
}

// basisOf describes the basis of the two scores of a move.
func (w words) basisOf(m Move) string {
	if m.Proved.Exact() && m.PlayedProved.Exact() {
		return w.Say("proved", m.Proved.Source)
	}
	return w.source(m.Depth, m.Confidence, m.Exact)
}

// mistake describes a marked move in one line: its loss, the best line and the reply.
func (w words) mistake(m Move) string {
	key, loss := "mistake", lost(m)
	if m.Uncertain {
		key, loss = "mistake-uncertain", fmt.Sprintf("%s ± %.1f", loss, m.Error)
	}
	text := w.Say(key, m.Number, w.Say("disc-"+m.Pov), m.Move, m.sign(), loss,
		w.basisOf(m),
		discs(m.Score, m.Exact), strings.Join(first(m.PV, 6), " "))
	if len(m.Reply) > 0 {
		text += w.Say("semicolon") + w.Say("reply", discs(m.Played, m.Exact), strings.Join(first(m.Reply, 6), " "))
	}
	return text
}

// first returns the first n elements of a list, or all if there are fewer.
func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// table aligns columns with two spaces between them. The columns in left are left-aligned, and the others are
// right-aligned.
func table(rows [][]string, left ...int) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], terminal.Columns(cell))
		}
	}
	lines := make([]string, len(rows))
	for i, row := range rows {
		cells := make([]string, len(row))
		for j, cell := range row {
			blanks := strings.Repeat(" ", widths[j]-terminal.Columns(cell))
			if cells[j] = blanks + cell; slices.Contains(left, j) {
				cells[j] = cell + blanks
			}
		}
		lines[i] = strings.TrimRight(strings.Join(cells, "  "), " ")
	}
	return strings.Join(lines, "\n")
}
