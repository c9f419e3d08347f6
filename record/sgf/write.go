package sgf

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/span"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/bracket"
	"github.com/kaeshi/kaeshi/record/internal/emit"
	"github.com/kaeshi/kaeshi/record/internal/timing"
)

const parts = emit.Names | emit.Place | emit.Date | emit.Clock | emit.Score | emit.Reason | emit.Tags | emit.EndPass |
	emit.Event | emit.Round | emit.GameComment | emit.Comments | emit.Marks | emit.Scores | emit.Left |
	emit.Variations | emit.MoveTags

// Write writes each game as a tree of FF[4] and returns what was lost. It returns an error if w fails or a game is not
// valid.
func Write(w io.Writer, games iter.Seq[*record.Game]) ([]record.Loss, error) {
	return emit.Games(w, games, parts, func(p *emit.Printer, g *record.Game) { write(writer{p}, g) })
}

// writer writes games in this format.
type writer struct{ *emit.Printer }

// write writes a tree of FF[4]: game information and set-up in the root, then one node per move.
func write(w writer, g *record.Game) {
	w.Text("(;FF[4]GM[2]CA[UTF-8]SZ[", strconv.Itoa(int(g.Start.Size)), "]")
	for _, p := range []bracket.Property{
		{Name: "PB", Values: []string{g.Black}},
		{Name: "PW", Values: []string{g.White}},
		{Name: "EV", Values: []string{g.Event}},
		{Name: "RO", Values: []string{g.Round}},
		{Name: "PC", Values: []string{g.Place}},
		{Name: "DT", Values: []string{w.date(g.Date)}},
		{Name: "RE", Values: []string{w.result(g)}},
	} {
		w.simple(p.Name, p.Values[0])
	}
	w.clock(g.Clock)
	w.gameTags(g)
	w.discs("AB", g.Start, othello.Black)
	w.discs("AW", g.Start, othello.White)
	w.Text("PL[", []string{"B", "W"}[g.Start.Turn], "]")
	w.value("C", g.Comment)
	w.Text("\n")
	w.line(g.Start, record.Variation{Moves: g.Moves, Notes: g.Notes, Variations: g.Variations}, 0)
	w.Text(")\n")
}

// discs writes the discs of a colour, if any.
func (w writer) discs(name string, p othello.Position, c othello.Color) {
	for sq := range p.Discs(c).All() {
		w.Text(name, "[", p.Size.Name(othello.Square(sq)), "]")
		name = ""
	}
}

// escape escapes text for [safe].
var escape = strings.NewReplacer(`\`, `\\`, "]", `\]`, "(;", `\(;`)

// safe escapes brackets, backslashes, and "(;", which at the start of a line would look like another game in a
// truncated archive.
func safe(text string) string {
	return escape.Replace(text)
}

// value writes text of several lines unless it is empty.
func (w writer) value(name, value string) {
	if value != "" {
		w.Text(name, "[", safe(value), "]")
	}
}

// simple writes text of one line unless it is empty.
func (w writer) simple(name, value string) {
	line := strings.Join(strings.Fields(value), " ")
	if line != value {
		w.Lose("line breaks and extra spaces in names")
	}
	w.value(name, line)
}

// date returns the day, because SGF has no time of day.
func (w writer) date(date string) string {
	day, clock, _, ok := timing.SplitDate(date)
	if !ok {
		w.CheckDate(date, date)
		return date
	}
	if clock != "" {
		w.Lose("the time of day")
	}
	return day
}

// result returns either the score or the reason why the game ended, because SGF cannot store both.
func (w writer) result(g *record.Game) string {
	r := g.Outcome()
	why := map[string]string{record.Resigned: "R", record.OutOfTime: "T", record.Faulted: "F"}[r.Reason]
	if why == "" && r.Reason != record.PlayedOut && r.Reason != record.Unfinished ||
		why != "" && (!r.Known || r.ScoreBlack == 0) {
		w.Lose("why the game ended")
		why = ""
	}
	switch {
	case !r.Known:
		return ""
	case r.ScoreBlack == 0:
		return "0"
	case why != "" && !r.OnlyWinner:
		w.Lose("the score of games that did not end on the board")
	case why == "" && !r.OnlyWinner:
		why = strconv.Itoa(max(r.ScoreBlack, -r.ScoreBlack))
	}
	if r.ScoreBlack > 0 {
		return "B+" + why
	}
	return "W+" + why
}

func (w writer) clock(clock string) {
	c, ok := timing.ParseControl(clock)
	if !ok || c.Move > 0 {
		w.simple("OT", clock)
		return
	}
	w.Text("TM[", timing.Seconds(c.Game, 0), "]")
	if c.Increment > 0 {
		w.Text("OT[+", span.Text(c.Increment), "/move]")
	}
}

// gameTags writes the tags whose names are capital letters and have no other meaning in a root node.
func (w writer) gameTags(g *record.Game) {
	var list []record.Tag
	for _, t := range g.Tags {
		switch {
		case t.Name == record.BlackRating:
			t.Name = "BR"
		case t.Name == record.WhiteRating:
			t.Name = "WR"
		case t.Name == "RE" && !g.Outcome().Known || t.Name == "OT":
			if !staysTag(t, g.Clock) {
				t.Name = ""
			}
		case isInfo(t.Name) && !isPlainInfo(t.Name), isSetUp(t.Name), isMove(bracket.Property{Name: t.Name}),
			t.Name == "C":
			t.Name = ""
		}
		list = append(list, t)
	}
	w.tags(list, "tags")
}

// staysTag reports whether the reader would keep a result or an overtime as a tag.
func staysTag(t record.Tag, clock string) bool {
	r := &reader{}
	if t.Name == "RE" {
		r.info(bracket.Property{Name: t.Name, Values: []string{t.Value}}, false)
		return len(r.game.Tags) > 0 && r.game.Tags[0] == t
	}
	c, ok := timing.ParseControl(clock)
	if !ok || c.Move > 0 || c.Increment > 0 { // written as OT
		return false
	}
	r.time, r.game.Tags = timing.Seconds(c.Game, 0), []record.Tag{t}
	r.clock()
	return len(r.game.Tags) > 0
}

// tags writes tags. Consecutive tags with the same name become one property with several values. Tags whose names are
// not capital letters are recorded as lost.
func (w writer) tags(list []record.Tag, what string) {
	var written []string
	last := ""
	for _, t := range list {
		switch {
		case t.Name == "" || strings.Trim(t.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" ||
			t.Name != last && slices.Contains(written, t.Name):
			w.Lose(what)
			continue
		case t.Name != last:
			w.Text(t.Name)
			written = append(written, t.Name)
			last = t.Name
		}
		w.Text("[", safe(t.Value), "]")
	}
}

// line writes the moves of a line from ply on. Where there are variations, each alternative becomes a branch, and the
// line itself is the first.
func (w writer) line(p othello.Position, v record.Variation, ply int) {
	for ; ; ply++ {
		if here := emit.At(v.Variations, ply); len(here) > 0 {
			w.Text("(")
			if ply == len(v.Moves) {
				w.Text(";") // an empty branch, because the line ends here
			} else {
				rest := v
				rest.Variations = slices.DeleteFunc(slices.Clone(v.Variations), func(x record.Variation) bool {
					return x.Ply <= ply
				})
				w.line(p, rest, ply)
			}
			w.Text(")\n")
			for _, other := range here {
				w.Text("(")
				if other.Comment != "" {
					w.Text(";")
					w.value("C", other.Comment)
				}
				w.line(p, other, 0)
				w.Text(")\n")
			}
			return
		}
		if ply == len(v.Moves) {
			return
		}
		w.move(p, v, ply)
		p = p.Play(v.Moves[ply])
	}
}

func (w writer) move(p othello.Position, v record.Variation, ply int) {
	name := p.Size.Name(v.Moves[ply])
	if v.Moves[ply] == othello.Pass {
		name = "PA"
	}
	w.Text([]string{";B[", ";W["}[p.Turn], name, "]")
	if len(v.Notes) > 0 {
		w.note(p.Turn, v.Notes[ply])
	}
	if ply%10 == 9 || ply == len(v.Moves)-1 {
		w.Text("\n")
	}
}

func (w writer) note(mover othello.Color, n record.Note) {
	if n.Score != nil {
		w.Text("V[", emit.Decimal(n.Score.Value*float64(1-2*int(mover)), 0), "]")
	}
	if n.Left != 0 {
		w.Text([]string{"BL[", "WL["}[mover], timing.Seconds(n.Left, 0), "]")
	}
	for _, m := range marks() {
		if m.mark == n.Mark {
			w.Text(m.name, "[", m.value, "]")
		}
	}
	w.value("C", n.Comment)
	var list []record.Tag
	for _, t := range n.Tags {
		if strings.Contains(fmt.Sprintf(" B W C V TE BM IT DO %s ", []string{"BL", "WL"}[mover]), " "+t.Name+" ") ||
			isSetUp(t.Name) {
			t.Name = ""
		}
		list = append(list, t)
	}
	w.tags(list, "tags of moves")
}
