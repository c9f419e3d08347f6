package record

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// writePGN writes the tags, those that every game must have first, and the moves.
func writePGN(w *printer, g *Game) {
	result := w.pgnResult(g)
	day, clock, offset, ok := splitDate(w.inUTC(g.Date))
	if !ok {
		day = g.Date
	}
	w.pgnTag("Event", w.orUnknown(g.Event))
	w.pgnTag("Site", w.orUnknown(g.Place))
	w.pgnTag("Date", w.pgnDay(day, ok))
	w.pgnTag("Round", w.orUnknown(g.Round))
	w.pgnTag("Black", w.orUnknown(g.Black))
	w.pgnTag("White", w.orUnknown(g.White))
	w.pgnTag("Result", result)
	switch {
	case offset != "":
		w.pgnTag("UTCDate", w.pgnDay(day, ok))
		w.pgnTag("UTCTime", clock)
	case clock != "":
		w.pgnTag("Time", clock)
	}
	w.pgnOptional("TimeControl", pgnClock(g.Clock))
	w.pgnOptional("Termination", terminations()[g.Result.Reason])
	w.pgnOptional("TerminationDetails", g.Result.Detail)
	w.pgnScore(g)
	w.pgnTags(g)
	if g.Start != othello.Start(othello.Size8, othello.Usual) {
		w.pgnTag("SetUp", "1")
		w.pgnTag("FEN", fen(g.Start))
	}
	w.text("\n")
	m := &pgnMoves{printer: w}
	m.comment(g.Comment)
	m.line(g.Start, Variation{Moves: g.Moves, Notes: g.Notes, Variations: g.Variations}, 0)
	m.token(result)
	w.text("\n\n")
}

// orUnknown writes ? for what is not known.
func (w *printer) orUnknown(value string) string {
	if value == "?" {
		w.lose("names that are a question mark")
	}
	if value == "" {
		return "?"
	}
	return value
}

// pgnDay writes 1997.05.??.
func (w *printer) pgnDay(day string, iso bool) string {
	if !iso {
		return w.orUnknown(day)
	}
	return strings.ReplaceAll(day, "-", ".") + map[int]string{4: ".??.??", 7: ".??", 10: ""}[len(day)]
}

// pgnResult is who won: Black's wins stand first, since Black moves first.
func (w *printer) pgnResult(g *Game) string {
	r := g.Outcome()
	switch {
	case !r.Known:
		return "*"
	case r.ScoreBlack > 0:
		return "1-0"
	case r.ScoreBlack < 0:
		return "0-1"
	}
	return "1/2-1/2"
}

// pgnScore writes a score that the moves do not tell.
func (w *printer) pgnScore(g *Game) {
	if g.Result.Known && !g.Result.OnlyWinner && !g.derived() {
		w.pgnTag("ScoreBlack", fmt.Sprintf("%+d", g.Result.ScoreBlack))
	}
}

func (w *printer) pgnOptional(name, value string) {
	if value != "" {
		w.pgnTag(name, value)
	}
}

// pgnEscape and pgnUnescape put quotes into the value of a tag and take them out of it.
var (
	pgnEscape   = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	pgnUnescape = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
)

// pgnTag writes a tag in a line.
func (w *printer) pgnTag(name, value string) {
	safe := strings.Map(func(c rune) rune {
		if c < ' ' {
			return ' '
		}
		return c
	}, value)
	if safe != value {
		w.lose("line ends and controls in tags")
	}
	w.text("[", name, ` "`, pgnEscape.Replace(safe), "\"]\n")
}

// pgnReserved are the tags that fields of a game are written as.
const pgnReserved = " Event Site Date Round Black White Result UTCDate UTCTime Time TimeControl FEN SetUp TerminationDetails ScoreBlack BlackElo WhiteElo "

var pgnName = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

func (w *printer) pgnTags(g *Game) {
	for _, t := range g.Tags {
		switch name := t.Name; {
		case name == BlackRating:
			w.pgnTag("BlackElo", t.Value)
		case name == WhiteRating:
			w.pgnTag("WhiteElo", t.Value)
		case !pgnName.MatchString(name), strings.Contains(pgnReserved, " "+name+" "), name == "Termination" && g.Result.Reason != "":
			w.lose("tags")
		default:
			w.pgnTag(name, t.Value)
		}
	}
}

// pgnMoves writes tokens into lines of 80 characters.
type pgnMoves struct {
	*printer
	column int
	open   bool // the last token was a bracket, behind which no blank stands
}

func (m *pgnMoves) token(text string) {
	switch {
	case m.column > 0 && m.column+1+len(text) > 80:
		m.text("\n")
		m.column = 0
	case m.column > 0 && !m.open && text != ")":
		m.text(" ")
		m.column++
	}
	m.text(text)
	m.column += len(text)
	if at := strings.LastIndexByte(text, '\n'); at >= 0 {
		m.column = len(text) - at
	}
	m.open = text == "("
}

// comment writes a comment in braces. It cannot hold a closing brace, and must not look like a head or a command.
func (m *pgnMoves) comment(text string, commands ...string) {
	if text == "" && len(commands) == 0 {
		return
	}
	safe := strings.ReplaceAll(strings.ReplaceAll(text, "}", ")"), "[%", "[ %")
	lines := strings.Split(safe, "\n")
	for i, l := range lines {
		if isHeader(l) {
			lines[i] = "- " + l
		}
	}
	safe = strings.TrimSpace(strings.Join(lines, "\n"))
	if safe != text || discsForm.MatchString(safe) || strings.ContainsAny(safe, "\r") {
		m.lose("characters that have a meaning in the format")
	}
	if discsForm.MatchString(safe) {
		safe += "."
	}
	if safe != "" {
		commands = append(commands, safe)
	}
	m.token("{" + strings.Join(commands, " ") + "}")
}

// line writes moves from a ply on, each followed by what there is instead of it.
func (m *pgnMoves) line(p othello.Position, v Variation, number int) {
	renumber := true // the next move needs its number, whoever plays it
	for ply, move := range v.Moves {
		if (number+ply)%2 == 0 || renumber {
			m.token(strconv.Itoa((number+ply)/2+1) + []string{".", "..."}[(number+ply)%2])
		}
		name := p.Size.Name(move)
		note := Note{}
		if len(v.Notes) > 0 {
			note = v.Notes[ply]
		}
		m.token(name + note.Mark)
		renumber = m.note(p.Turn, note)
		for _, other := range variationsAt(v.Variations, ply) {
			m.token("(")
			m.comment(other.Comment)
			m.line(p, other, number+ply)
			m.token(")")
			renumber = true
		}
		p = p.Play(move)
	}
	if len(variationsAt(v.Variations, len(v.Moves))) > 0 {
		m.lose("variations that go on from the end of a line")
	}
}

// note writes what is known of a move. It is true when there is anything.
func (m *pgnMoves) note(mover othello.Color, n Note) bool {
	written := false
	for _, t := range n.Tags {
		if t.Name != "NAG" || !nagForm.MatchString(t.Value) {
			m.lose("tags of moves")
			continue
		}
		m.token(t.Value)
		written = true
	}
	var commands []string
	if n.Score != nil {
		eval := decimal(n.Score.Value*float64(1-2*int(mover)), 2)
		if n.Score.Depth > 0 {
			eval += "," + strconv.Itoa(n.Score.Depth)
		}
		commands = append(commands, "[%eval "+eval+"]")
	}
	if n.Left != 0 {
		commands = append(commands, "[%clk "+clockText(n.Left)+"]")
	}
	if n.Spent != 0 {
		commands = append(commands, "[%emt "+clockText(n.Spent)+"]")
	}
	m.comment(n.Comment, commands...)
	return written || len(commands) > 0 || n.Comment != ""
}

// nagForm is a mark by its number that is none of the six with a sign.
var nagForm = regexp.MustCompile(`^\$(?:0|[7-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])$`)
