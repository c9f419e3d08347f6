package pgn

import (
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/emit"
	"github.com/kaeshi/kaeshi/record/internal/timing"
)

const parts = emit.Names | emit.Place | emit.Date | emit.Clock | emit.Score | emit.Reason | emit.Tags | emit.EndPass |
	emit.Event | emit.Round | emit.GameComment | emit.Comments | emit.Marks | emit.Scores | emit.Left |
	emit.Variations | emit.MoveTags | emit.Detail | emit.Depths | emit.Spent

// Write writes the tags and the moves of each game and returns what was lost. It returns an error if w fails or a game
// is not valid.
func Write(w io.Writer, games iter.Seq[*record.Game]) ([]record.Loss, error) {
	return emit.Games(w, games, parts, func(p *emit.Printer, g *record.Game) { write(writer{p}, g) })
}

// writer writes games in this format.
type writer struct{ *emit.Printer }

// write writes the tags, starting with the required ones, and the moves.
func write(w writer, g *record.Game) {
	result, date := w.result(g), w.InUTC(g.Date)
	day, clock, offset, ok := timing.SplitDate(date)
	if !ok || offset != "" && offset != "Z" {
		day, clock, offset, ok = date, "", "", false
		w.CheckDate(date, date)
	}
	w.tag("Event", w.orUnknown(g.Event))
	w.tag("Site", w.orUnknown(g.Place))
	w.tag("Date", w.day(day, ok))
	w.tag("Round", w.orUnknown(g.Round))
	w.tag("Black", w.orUnknown(g.Black))
	w.tag("White", w.orUnknown(g.White))
	w.tag("Result", result)
	switch {
	case offset != "":
		w.tag("UTCDate", w.day(day, ok))
		w.tag("UTCTime", clock)
	case clock != "":
		w.tag("Time", clock)
	}
	w.optional("TimeControl", timeControl(g.Clock))
	w.optional("Termination", terminations()[g.Result.Reason])
	w.optional("TerminationDetails", g.Result.Detail)
	w.score(g)
	w.tags(g)
	if g.Start != othello.Start(othello.Size8, othello.Usual) {
		w.tag("SetUp", "1")
		w.tag("FEN", fen(g.Start))
	}
	w.Text("\n")
	m := &movesWriter{writer: w}
	m.comment(g.Comment)
	m.line(g.Start, record.Variation{Moves: g.Moves, Notes: g.Notes, Variations: g.Variations}, 0)
	m.token(result)
	w.Text("\n\n")
}

// orUnknown returns ? for an empty value.
func (w writer) orUnknown(value string) string {
	if value == "?" {
		w.Lose("names that are a question mark")
	}
	if value == "" {
		return "?"
	}
	return value
}

// day returns a date in the form 1997.05.??.
func (w writer) day(day string, iso bool) string {
	if !iso {
		return w.orUnknown(day)
	}
	return strings.ReplaceAll(day, "-", ".") + map[int]string{4: ".??.??", 7: ".??", 10: ""}[len(day)]
}

// result returns the winner. Black is first because Black moves first.
func (w writer) result(g *record.Game) string {
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

// score writes a score that does not follow from the moves.
func (w writer) score(g *record.Game) {
	if g.Result.Known && !g.Result.OnlyWinner && !g.ResultFollows() {
		w.tag("ScoreBlack", fmt.Sprintf("%+d", g.Result.ScoreBlack))
	}
}

func (w writer) optional(name, value string) {
	if value != "" {
		w.tag(name, value)
	}
}

// escape escapes the value of a tag, and unescape is its inverse.
var (
	escape   = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	unescape = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
)

// tag writes a tag as one line.
func (w writer) tag(name, value string) {
	safe := strings.Map(func(c rune) rune {
		if c < ' ' {
			return ' '
		}
		return c
	}, value)
	if safe != value {
		w.Lose("line breaks and control characters in tags")
	}
	w.Text("[", name, ` "`, escape.Replace(safe), "\"]\n")
}

// reserved contains the tags that are written from fields of a game.
const reserved = " Event Site Date Round Black White Result UTCDate UTCTime Time TimeControl FEN SetUp " +
	"TerminationDetails ScoreBlack BlackElo WhiteElo "

var tagName = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

func (w writer) tags(g *record.Game) {
	for _, t := range g.Tags {
		switch name := t.Name; {
		case name == record.BlackRating:
			w.tag("BlackElo", t.Value)
		case name == record.WhiteRating:
			w.tag("WhiteElo", t.Value)
		case !tagName.MatchString(name), strings.Contains(reserved, " "+name+" "),
			name == "Termination" && g.Result.Reason != "":
			w.Lose("tags")
		default:
			w.tag(name, t.Value)
		}
	}
}

// movesWriter writes tokens in lines of at most 80 characters.
type movesWriter struct {
	writer
	column int  // characters in the current line
	open   bool // the last token was an opening parenthesis, after which there is no space
}

func (m *movesWriter) token(text string) {
	switch {
	case m.column > 0 && m.column+1+len(text) > 80:
		m.Text("\n")
		m.column = 0
	case m.column > 0 && !m.open && text != ")":
		m.Text(" ")
		m.column++
	}
	m.Text(text)
	m.column += len(text)
	if at := strings.LastIndexByte(text, '\n'); at >= 0 {
		m.column = len(text) - at
	}
	m.open = text == "("
}

// comment writes a comment in braces after the given commands. It replaces closing braces, and changes text that would
// be read as a tag, a command or a result.
func (m *movesWriter) comment(text string, commands ...string) {
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
		m.Lose("characters with a special meaning in the format")
	}
	if discsForm.MatchString(safe) {
		safe += "."
	}
	if safe != "" {
		commands = append(commands, safe)
	}
	m.token("{" + strings.Join(commands, " ") + "}")
}

// line writes a line. Each move is followed by its variations. number is the ply of the first move.
func (m *movesWriter) line(p othello.Position, v record.Variation, number int) {
	renumber := true // the next move needs a number even if White plays it
	for ply, move := range v.Moves {
		if (number+ply)%2 == 0 || renumber {
			m.token(strconv.Itoa((number+ply)/2+1) + []string{".", "..."}[(number+ply)%2])
		}
		name := p.Size.Name(move)
		note := record.Note{}
		if len(v.Notes) > 0 {
			note = v.Notes[ply]
		}
		m.token(name + note.Mark)
		renumber = m.note(p.Turn, note)
		for _, other := range emit.At(v.Variations, ply) {
			m.token("(")
			m.comment(other.Comment)
			m.line(p, other, number+ply)
			m.token(")")
			renumber = true
		}
		p = p.Play(move)
	}
	if len(emit.At(v.Variations, len(v.Moves))) > 0 {
		m.Lose("variations that continue from the end of a line")
	}
}

// note writes the annotations of a move and reports whether there were any.
func (m *movesWriter) note(mover othello.Color, n record.Note) bool {
	written := false
	for _, t := range n.Tags {
		if t.Name != "NAG" || !nagForm.MatchString(t.Value) {
			m.Lose("tags of moves")
			continue
		}
		m.token(t.Value)
		written = true
	}
	var commands []string
	if n.Score != nil {
		eval := emit.Decimal(n.Score.Value*float64(1-2*int(mover)), 2)
		if n.Score.Depth > 0 {
			eval += "," + strconv.Itoa(n.Score.Depth)
		}
		commands = append(commands, "[%eval "+eval+"]")
	}
	if n.Left != 0 {
		commands = append(commands, "[%clk "+timing.ClockText(n.Left)+"]")
	}
	if n.Spent != 0 {
		commands = append(commands, "[%emt "+timing.ClockText(n.Spent)+"]")
	}
	m.comment(n.Comment, commands...)
	return written || len(commands) > 0 || n.Comment != ""
}

// nagForm matches a numeric mark other than the six that have a symbol.
var nagForm = regexp.MustCompile(`^\$(?:0|[7-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])$`)
