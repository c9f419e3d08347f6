package match

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match/stats"
)

// Text writes the standings as tables for a terminal: the players, and the comparison of two players or the crosstable
// of more. The language is "en" or "ja". The error is that of w.
func (s Standings) Text(w io.Writer, l lang.Lang) error {
	return s.write(w, catalogue.In(l), plainTable)
}

// Markdown writes the tables of [Standings.Text] in Markdown, in the language "en" or "ja". The error is that of w.
func (s Standings) Markdown(w io.Writer, l lang.Lang) error {
	return s.write(w, catalogue.In(l), markdownTable)
}

// Brief writes only the table of the players, for a running tournament. The language is "en" or "ja". The error is that
// of w.
func (s Standings) Brief(w io.Writer, l lang.Lang) error {
	words := catalogue.In(l)
	_, err := fmt.Fprintf(w, "%s\n%s\n", words.Say("played", s.Played, s.Total), plainTable(s.rows(words)))
	return err
}

func (s Standings) write(w io.Writer, words lang.Texts, table func([][]string) string) error {
	parts := []string{words.Say("played", s.Played, s.Total), table(s.rows(words))}
	if s.Head != nil {
		parts = append(parts, strings.Join(s.Head.lines(words), "\n"))
	} else {
		parts = append(parts, words.Say("cross"), table(s.crossRows()), words.Say("neighbours"),
			table(s.neighbours(words)))
	}
	_, err := fmt.Fprintln(w, strings.Join(parts, "\n\n"))
	return err
}

func (s Standings) rows(words lang.Texts) [][]string {
	rows := [][]string{strings.Split(words.Say("columns"), "|")}
	const afterGames = 5 // the column of byes, which only a swiss has
	byes := slices.ContainsFunc(s.Players, func(p Standing) bool { return p.Byes > 0 })
	if byes {
		rows[0] = slices.Insert(rows[0], afterGames, words.Say("byes"))
	}
	for i, p := range s.Players {
		row := []string{
			fmt.Sprint(i + 1), p.Player, fmt.Sprintf("%+.0f", p.Elo), fmt.Sprintf("%.0f", (p.EloHigh-p.EloLow)/2),
			fmt.Sprint(p.Games), fmt.Sprintf("%.1f", p.Points), percent(float64(p.Wins)+float64(p.Draws)/2, p.Games),
			fmt.Sprint(p.Wins), fmt.Sprint(p.Draws), fmt.Sprint(p.Losses),
			fmt.Sprintf("%+.2f", p.MeanDiscs), fmt.Sprint(p.Faults), fmt.Sprintf("%.2f", 1000*p.Seconds),
		}
		if byes {
			row = slices.Insert(row, afterGames, fmt.Sprint(p.Byes))
		}
		rows = append(rows, row)
	}
	return rows
}

func percent(points float64, games int) string {
	if games == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*points/float64(games))
}

func (s Standings) crossRows() [][]string {
	header := []string{"#", ""}
	for i := range s.Players {
		header = append(header, fmt.Sprint(i+1))
	}
	rows := [][]string{header}
	for i, cells := range s.Cross {
		row := []string{fmt.Sprint(i + 1), s.Players[i].Player}
		for j, c := range cells {
			text := ""
			if i != j && c.Games() > 0 {
				text = fmt.Sprintf("%.0f %%", 100*(float64(c.Wins)+float64(c.Draws)/2)/float64(c.Games()))
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

// neighbours compares every player with the next one in the table by the games between them.
func (s Standings) neighbours(words lang.Texts) [][]string {
	rows := [][]string{strings.Split(words.Say("neighbour-columns"), "|")}
	for i := range len(s.Players) - 1 {
		c := s.Cross[i][i+1]
		e, ok := c.Pairs.Estimate()
		if !ok {
			continue
		}
		rows = append(rows, []string{
			fmt.Sprint(i + 1), s.Players[i].Player, fmt.Sprint(i + 2), fmt.Sprint(c.Wins), fmt.Sprint(c.Draws),
			fmt.Sprint(c.Losses),
			number(e.Elo), number(e.Low) + " … " + number(e.High), fmt.Sprintf("%.1f %%", 100*e.LOS),
		})
	}
	return rows
}

func (h *Head) lines(words lang.Texts) []string {
	t := h.tally
	lines := []string{
		words.Say("match", h.First, h.Second, t.Wins, t.Draws, t.Losses, t.MeanDiscs()),
		words.Say("pairs", h.Pairs[0], h.Pairs[1], h.Pairs[2], h.Pairs[3], h.Pairs[4]),
	}
	if e, ok := h.Pairs.Estimate(); ok {
		lines = append(lines, words.Say("elo", number(e.Elo), number(e.Low), number(e.High), number(e.NElo)),
			h.superiority(words, e.LOS))
	}
	if c := h.SPRT; c != nil {
		verdict := words.Say(map[stats.Verdict]string{
			stats.Undecided: "undecided", stats.AcceptedH0: "accepted-h0", stats.AcceptedH1: "accepted-h1",
		}[c.Verdict])
		lines = append(lines, words.Say("test", c.Test, c.LLR, c.Lower, c.Upper, c.Pairs, verdict))
	}
	return lines
}

// superiority names the player that is more likely the stronger one. The likelihood los is that of First.
func (h *Head) superiority(words lang.Texts, los float64) string {
	if los < 0.5 {
		return words.Say("sure", h.Second, 100*(1-los))
	}
	return words.Say("sure", h.First, 100*los)
}

// number formats an Elo difference; infinities are ±∞.
func number(x float64) string {
	return strings.NewReplacer("+Inf", "+∞", "-Inf", "-∞").Replace(fmt.Sprintf("%+.1f", x))
}

// plainTable formats rows with two spaces between columns. The second column is left-aligned, the others right-aligned.
func plainTable(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], terminal.Columns(cell))
		}
	}
	var b strings.Builder
	for i, row := range rows {
		padded := make([]string, len(row))
		for j, cell := range row {
			blanks := strings.Repeat(" ", widths[j]-terminal.Columns(cell))
			if padded[j] = blanks + cell; j == 1 {
				padded[j] = cell + blanks
			}
		}
		b.WriteString(strings.TrimRight(strings.Join(padded, "  "), " "))
		if i < len(rows)-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func markdownTable(rows [][]string) string {
	lines := make([]string, 0, len(rows)+1)
	for i, row := range rows {
		shown := make([]string, len(row))
		for j, cell := range row {
			if j == 1 && i > 0 {
				cell = "`" + cell + "`"
			}
			shown[j] = strings.ReplaceAll(cell, "|", "\\|")
		}
		lines = append(lines, "| "+strings.Join(shown, " | ")+" |")
		if i == 0 {
			lines = append(lines, "|---:|---|"+strings.Repeat("---:|", len(row)-2))
		}
	}
	return strings.Join(lines, "\n")
}
