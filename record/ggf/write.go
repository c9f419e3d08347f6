package ggf

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/emit"
	"github.com/kaeshi/kaeshi/record/internal/timing"
)

const parts = emit.Names | emit.Place | emit.Date | emit.Clock | emit.Score | emit.Reason | emit.Tags | emit.EndPass |
	emit.Scores | emit.Spent

// Write writes one game per line and returns what was lost. It returns an error if w fails or a game is not valid.
func Write(w io.Writer, games iter.Seq[*record.Game]) ([]record.Loss, error) {
	return emit.Games(w, games, parts, func(p *emit.Printer, g *record.Game) { write(writer{p}, g) })
}

// writer writes games in this format.
type writer struct{ *emit.Printer }

// write writes a game as one line.
func write(w writer, g *record.Game) {
	w.Text("(;GM[Othello]")
	w.property("PC", g.Place)
	w.property("DT", w.date(g.Date))
	w.property("PB", g.Black)
	w.property("PW", g.White)
	w.Text("RE[", w.result(g), "]")
	w.property("TI", w.clock(g.Clock))
	w.tags(g)
	w.Text("BO[", strconv.Itoa(int(g.Start.Size)), " ", board(g.Start), "]")
	p := g.Start
	for i, m := range g.Moves {
		note := record.Note{}
		if len(g.Notes) > 0 {
			note = g.Notes[i]
		}
		w.move(p, m, note)
		p = p.Play(m)
	}
	w.Text(";)\n")
}

// property writes a property unless its value is empty. The format cannot escape a ], so it is written as a ).
func (w writer) property(name, value string) {
	if value == "" {
		return
	}
	safe := strings.Map(func(c rune) rune {
		switch {
		case c == ']':
			return ')'
		case c < ' ':
			return ' '
		}
		return c
	}, value)
	if safe != value || strings.TrimSpace(safe) != safe {
		w.Lose("characters with a special meaning in the format")
	}
	w.Text(name, "[", safe, "]")
}

// date returns a date in the form of the server, such as 2003.12.15_12:33:18.UTC. Other dates, and those that cannot be
// converted to UTC, are written as they are.
func (w writer) date(date string) string {
	date = w.InUTC(date)
	text := date
	if day, clock, offset, ok := timing.SplitDate(date); ok && (offset == "" || offset == "Z") {
		text = strings.ReplaceAll(day, "-", ".")
		if clock != "" {
			text += "_" + clock
		}
		if offset != "" {
			text += ".UTC"
		}
	}
	w.CheckDate(date, text)
	return text
}

func (w writer) result(g *record.Game) string {
	r := g.Outcome()
	if g.Result.OnlyWinner && r.OnlyWinner {
		w.Lose("the result, of which only the winner is recorded")
		return "?"
	}
	suffix, ok := map[string]string{
		record.PlayedOut: "", record.Unfinished: "", record.Resigned: ":r",
		record.OutOfTime: ":t", record.Agreed: ":s",
	}[r.Reason]
	if !ok {
		w.Lose("why the game ended")
	}
	if !r.Known {
		if suffix != "" {
			w.Lose("why the game ended")
		}
		return "?"
	}
	return fmt.Sprintf("%+d.000%s", r.ScoreBlack, suffix)
}

func (w writer) clock(clock string) string {
	c, ok := timing.ParseControl(clock)
	whole := func(d int64) bool { return d%1e9 == 0 }
	if !ok || c.Move > 0 || !whole(int64(c.Game)) || !whole(int64(c.Increment)) {
		return clock
	}
	text := timing.ShortClock(c.Game)
	if c.Increment > 0 {
		text += "/" + timing.ShortClock(c.Increment)
	}
	return text
}

// tags writes the type of the game and the tags whose names are two capital letters.
func (w writer) tags(g *record.Game) {
	if kind, ok := g.Tag("TY"); !ok || kind == "" || kind == strconv.Itoa(int(g.Start.Size)) {
		w.Text("TY[", strconv.Itoa(int(g.Start.Size)), "]")
	}
	for _, t := range g.Tags {
		name := t.Name
		switch name {
		case record.BlackRating:
			name = "RB"
		case record.WhiteRating:
			name = "RW"
		case "PC", "DT", "PB", "PW", "RB", "RW", "TI", "BO", "GM": // reserved for other fields
			name = ""
		case "TY":
			if r := (reader{board: true}); t.Value == strconv.Itoa(int(g.Start.Size)) || r.kind(t.Value) != nil {
				name = "" // implied by the board, or not a type of Othello
			}
		case "RE":
			r := reader{}
			if r.result(t.Value); g.Outcome().Known || len(r.game.Tags) == 0 {
				name = ""
			}
		}
		if len(name) != 2 || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || t.Value == "" {
			w.Lose("tags")
			continue
		}
		w.property(name, t.Value)
	}
}

// board returns a position in one line with * for Black.
func board(p othello.Position) string { return strings.ReplaceAll(p.String(), "X", "*") }

func (w writer) move(p othello.Position, m othello.Square, n record.Note) {
	name := strings.ToUpper(p.Size.Name(m))
	if m == othello.Pass {
		name = "PA"
	}
	eval, spent := "", ""
	if n.Score != nil {
		eval = "/" + emit.Decimal(n.Score.Value, 2)
	}
	if n.Spent != 0 {
		spent = "/" + timing.Seconds(n.Spent, 2)
	}
	if eval == "" && spent != "" {
		eval = "/"
	}
	w.Text([]string{"B[", "W["}[p.Turn], name, eval, spent, "]")
}
