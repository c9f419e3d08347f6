package record

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// writeSGF writes a tree of FF[4]: game information and set-up in the root, then a node for each move.
func writeSGF(w *printer, g *Game) {
	w.text("(;FF[4]GM[2]CA[UTF-8]SZ[", strconv.Itoa(int(g.Start.Size)), "]")
	for _, p := range []property{
		{name: "PB", values: []string{g.Black}},
		{name: "PW", values: []string{g.White}},
		{name: "EV", values: []string{g.Event}},
		{name: "RO", values: []string{g.Round}},
		{name: "PC", values: []string{g.Place}},
		{name: "DT", values: []string{w.sgfDate(g.Date)}},
		{name: "RE", values: []string{w.sgfResult(g)}},
	} {
		w.sgfSimple(p.name, p.values[0])
	}
	w.sgfClock(g.Clock)
	w.sgfGameTags(g)
	w.sgfDiscs("AB", g.Start, othello.Black)
	w.sgfDiscs("AW", g.Start, othello.White)
	w.text("PL[", []string{"B", "W"}[g.Start.Turn], "]")
	w.sgfText("C", g.Comment)
	w.text("\n")
	w.sgfLine(g.Start, Variation{Moves: g.Moves, Notes: g.Notes, Variations: g.Variations}, 0)
	w.text(")\n")
}

// sgfDiscs lists the discs of a colour, if it has any.
func (w *printer) sgfDiscs(name string, p othello.Position, c othello.Color) {
	for set := p.Discs(c); set != 0; set &= set - 1 {
		w.text(name, "[", p.Size.Name(othello.Square(bits.TrailingZeros64(set))), "]")
		name = ""
	}
}

// sgfEscape puts backslashes where [sgfSafe] wants them.
var sgfEscape = strings.NewReplacer(`\`, `\\`, "]", `\]`, "(;", `\(;`)

// sgfSafe takes their meaning from brackets and backslashes, and from "(;", which at the beginning of a line would look like another
// game in an archive that is cut off.
func sgfSafe(text string) string {
	return sgfEscape.Replace(text)
}

// sgfText writes a text of several lines, if there is any.
func (w *printer) sgfText(name, value string) {
	if value != "" {
		w.text(name, "[", sgfSafe(value), "]")
	}
}

// sgfSimple writes a text of one line, if there is any.
func (w *printer) sgfSimple(name, value string) {
	line := strings.Join(strings.Fields(value), " ")
	if line != value {
		w.lose("line ends and spare blanks in names")
	}
	w.sgfText(name, line)
}

// sgfDate is the day: SGF has no time of day.
func (w *printer) sgfDate(date string) string {
	day, clock, _, ok := splitDate(date)
	if !ok {
		return date
	}
	if clock != "" {
		w.lose("the time of day")
	}
	return day
}

// sgfResult writes either the score or why the game ended, which is all that SGF has a form for.
func (w *printer) sgfResult(g *Game) string {
	r := g.Outcome()
	why := map[string]string{Resigned: "R", OutOfTime: "T", Faulted: "F"}[r.Reason]
	if why == "" && r.Reason != PlayedOut && r.Reason != Unfinished || why != "" && (!r.Known || r.ScoreBlack == 0) {
		w.lose("why the game ended")
		why = ""
	}
	switch {
	case !r.Known:
		return ""
	case r.ScoreBlack == 0:
		return "0"
	case why != "" && !r.OnlyWinner:
		w.lose("the score of games that did not end on the board")
	case why == "" && !r.OnlyWinner:
		why = strconv.Itoa(max(r.ScoreBlack, -r.ScoreBlack))
	}
	if r.ScoreBlack > 0 {
		return "B+" + why
	}
	return "W+" + why
}

func (w *printer) sgfClock(clock string) {
	c, ok := parseControl(clock)
	if !ok || c.move > 0 {
		w.sgfSimple("OT", clock)
		return
	}
	w.text("TM[", seconds(c.game, 0), "]")
	if c.increment > 0 {
		w.text("OT[+", span(c.increment), "/move]")
	}
}

// sgfGameTags writes the tags whose names are capital letters and do not mean something else in a root node.
func (w *printer) sgfGameTags(g *Game) {
	var list []Tag
	for _, t := range g.Tags {
		switch {
		case t.Name == BlackRating:
			t.Name = "BR"
		case t.Name == WhiteRating:
			t.Name = "WR"
		case t.Name == "RE" && !g.Outcome().Known || t.Name == "OT":
			if !staysTag(t, g.Clock) {
				t.Name = ""
			}
		case isInfo(t.Name) && !isPlainInfo(t.Name), isSetUp(t.Name), isMove(property{name: t.Name}), t.Name == "C":
			t.Name = ""
		}
		list = append(list, t)
	}
	w.sgfTags(list, "tags")
}

// staysTag reports whether a result or an overtime is none that the reader understands.
func staysTag(t Tag, clock string) bool {
	r := &sgfReader{}
	if t.Name == "RE" {
		r.info(property{name: t.Name, values: []string{t.Value}}, false)
		return len(r.game.Tags) > 0 && r.game.Tags[0] == t
	}
	c, ok := parseControl(clock)
	if !ok || c.move > 0 || c.increment > 0 { // OT says it
		return false
	}
	r.time, r.game.Tags = seconds(c.game, 0), []Tag{t}
	r.clock()
	return len(r.game.Tags) > 0
}

// sgfTags writes tags of one name, which must be capital letters, as one property with several values.
func (w *printer) sgfTags(list []Tag, what string) {
	var written []string
	last := ""
	for _, t := range list {
		switch {
		case t.Name == "" || strings.Trim(t.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || t.Name != last && slices.Contains(written, t.Name):
			w.lose(what)
			continue
		case t.Name != last:
			w.text(t.Name)
			written = append(written, t.Name)
			last = t.Name
		}
		w.text("[", sgfSafe(t.Value), "]")
	}
}

// sgfLine writes moves from a ply on. Where there are other ways to go on, each way is a branch, the first being the line itself.
func (w *printer) sgfLine(p othello.Position, v Variation, ply int) {
	for ; ; ply++ {
		if here := variationsAt(v.Variations, ply); len(here) > 0 {
			w.text("(")
			if ply == len(v.Moves) {
				w.text(";") // a branch without a move: the line ends here
			} else {
				rest := v
				rest.Variations = slices.DeleteFunc(slices.Clone(v.Variations), func(x Variation) bool { return x.Ply <= ply })
				w.sgfLine(p, rest, ply)
			}
			w.text(")\n")
			for _, other := range here {
				w.text("(")
				if other.Comment != "" {
					w.text(";")
					w.sgfText("C", other.Comment)
				}
				w.sgfLine(p, other, 0)
				w.text(")\n")
			}
			return
		}
		if ply == len(v.Moves) {
			return
		}
		w.sgfMove(p, v, ply)
		p = p.Play(v.Moves[ply])
	}
}

// variationsAt is the variations of a list in the place of one move.
func variationsAt(list []Variation, ply int) []Variation {
	var here []Variation
	for _, v := range list {
		if v.Ply == ply {
			here = append(here, v)
		}
	}
	return here
}

func (w *printer) sgfMove(p othello.Position, v Variation, ply int) {
	name := p.Size.Name(v.Moves[ply])
	if v.Moves[ply] == othello.Pass {
		name = "PA"
	}
	w.text([]string{";B[", ";W["}[p.Turn], name, "]")
	if len(v.Notes) > 0 {
		w.sgfNote(p.Turn, v.Notes[ply])
	}
	if ply%10 == 9 || ply == len(v.Moves)-1 {
		w.text("\n")
	}
}

func (w *printer) sgfNote(mover othello.Color, n Note) {
	if n.Score != nil {
		w.text("V[", decimal(n.Score.Value*float64(1-2*int(mover)), 0), "]")
	}
	if n.Left != 0 {
		w.text([]string{"BL[", "WL["}[mover], seconds(n.Left, 0), "]")
	}
	for _, m := range sgfMarks() {
		if m.mark == n.Mark {
			w.text(m.name, "[", m.value, "]")
		}
	}
	w.sgfText("C", n.Comment)
	var list []Tag
	for _, t := range n.Tags {
		if strings.Contains(fmt.Sprintf(" B W C V TE BM IT DO %s ", []string{"BL", "WL"}[mover]), " "+t.Name+" ") || isSetUp(t.Name) {
			t.Name = ""
		}
		list = append(list, t)
	}
	w.sgfTags(list, "tags of moves")
}
