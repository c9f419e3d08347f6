package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// Limits on the rows of the tables in text. JSON contains all rows.
const (
	listedPlayers  = 20
	listedOpenings = 10
)

// Sum writes the totals.
func (t *Text) Sum(s Sum) error {
	w := t.words
	parts := []string{w.sum(s)}
	if s.Games > 0 {
		parts = append(parts, table(w.playerRows(s), 0), table(w.phaseRows(s), 0), table(w.openingRows(s), 0))
	}
	if len(s.Worst) > 0 {
		lines := []string{w.Say("worst")}
		for i, m := range s.Worst {
			lines = append(lines, fmt.Sprintf("%2d. %s%s%s%s%s", i+1, w.place(m.File, m.Game), w.Say("comma"),
				w.player(m.Player, m.Pov), w.Say("colon"), w.mistake(m.Move)))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	_, err := fmt.Fprintln(t.Out, strings.Join(parts, "\n\n"))
	return err
}

func (w words) sum(s Sum) string {
	text := w.Say("sum", s.Games, s.Moves, s.Seconds)
	if s.Damaged > 0 {
		text += w.Say("comma") + w.Say("damaged", s.Damaged)
	}
	return text
}

func (w words) playerRows(s Sum) [][]string {
	rows := [][]string{{
		w.Say("player"), w.Say("games"), w.Say("accuracy"), w.Say("moves"), w.Say("mean-loss"),
		MarkInaccuracy, MarkMistake, MarkBlunder, uncertainSign,
	}}
	for _, p := range first(s.Players, listedPlayers) {
		rows = append(rows, []string{
			w.player(p.Name, "nameless"), fmt.Sprint(p.Games), w.accuracy(p.Accuracy), fmt.Sprint(p.Moves),
			mean(p.Loss, p.Choices),
			fmt.Sprint(p.Inaccuracies), fmt.Sprint(p.Mistakes), fmt.Sprint(p.Blunders),
			fmt.Sprint(p.Uncertain),
		})
	}
	return w.more(rows, len(s.Players)-listedPlayers)
}

func (w words) phaseRows(s Sum) [][]string {
	rows := [][]string{{w.Say("phase"), w.Say("choices"), w.Say("mean-loss"), w.Say("marked")}}
	for _, p := range s.Phases {
		rows = append(rows, []string{
			fmt.Sprintf("%d–%d", p.From, p.To), fmt.Sprint(p.Moves), mean(p.Loss, p.Moves),
			fmt.Sprint(p.Marks),
		})
	}
	return rows
}

// openingRows returns the table of openings. It merges openings with the same name in this language, which may have
// different names in the other.
func (w words) openingRows(s Sum) [][]string {
	var list []OpeningSum
	at := map[string]int{}
	for _, o := range s.Openings {
		name := w.openingName(o)
		i, ok := at[name]
		if !ok {
			i = len(list)
			at[name] = i
			list = append(list, OpeningSum{English: name})
		}
		if o.ScoreBlack != nil {
			list[i].discs += *o.ScoreBlack * float64(o.Finished)
		}
		list[i].Games += o.Games
		list[i].Finished += o.Finished
	}
	slices.SortStableFunc(list, func(a, b OpeningSum) int { return b.Games - a.Games })
	rows := [][]string{{w.Say("opening"), w.Say("games"), w.Say("mean-black")}}
	for _, o := range first(list, listedOpenings) {
		result := "–"
		if o.Finished > 0 {
			result = discs(o.discs/float64(o.Finished), false)
		}
		rows = append(rows, []string{o.English, fmt.Sprint(o.Games), result})
	}
	return w.more(rows, len(list)-listedOpenings)
}

// openingName returns the name of an opening in this language, or else in the other.
func (w words) openingName(o OpeningSum) string {
	switch {
	case o.English == "" && o.Japanese == "":
		return w.Say("nameless")
	case w.Lang == lang.Japanese && o.Japanese != "" || o.English == "":
		return o.Japanese
	}
	return o.English
}

// more appends a row to a table that leaves n rows out.
func (w words) more(rows [][]string, n int) [][]string {
	if n <= 0 {
		return rows
	}
	last := make([]string, len(rows[0]))
	last[0] = w.Say("more", n)
	return append(rows, last)
}
