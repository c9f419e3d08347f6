// Package pgn reads and writes the Portable Game Notation of chess, as Othello sites use it. The tag FEN contains a
// start position.
package pgn

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/internal/timing"
)

// Read yields the games of a file. The errors are those of [scan.Syntax.Read].
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return scan.Syntax{Cut: cut, Parse: parse}.Read(r, name)
}

// Sniff reports whether text starts with a tag, such as [Event "…"]. Files without tags look like transcripts.
func Sniff(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return isHeader(first)
}

// headerForm matches a tag such as [Event "…"]. A line may contain several.
var headerForm = regexp.MustCompile(`^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]`)

func isHeader(line string) bool { return headerForm.MatchString(line) }

// cut splits a file into games, each with its tags and moves. Tags always start a new game, so an unterminated comment
// does not swallow the rest of the file.
func cut(s *scan.Source, c *scan.Chunks) error {
	moves, comment := false, false
	err := s.Each(func(text string, fault error) bool {
		switch {
		case isHeader(text):
			if moves && !c.Cut() {
				return false
			}
			moves, comment = false, false
		case !comment && strings.HasPrefix(text, "%"), !c.Open() && strings.TrimSpace(text) == "" && fault == nil:
			return true
		case strings.TrimSpace(text) != "" || fault != nil:
			moves = true
			comment = commentOpen(text, comment)
		}
		c.Add(text, s.Number, fault)
		return true
	})
	c.Cut()
	return err
}

// commentOpen reports whether a comment in braces is open at the end of a line. open is the state at its start.
func commentOpen(text string, open bool) bool {
	for _, c := range text {
		switch {
		case open:
			open = c != '}'
		case c == ';':
			return false
		case c == '{':
			open = true
		}
	}
	return open
}

// reader reads one game.
type reader struct {
	game    record.Game
	fields  map[string]*string // by tag name
	text    string             // the whole game
	at      int                // offset of the next character
	day     string
	clock   string
	utc     string
	utcTime string
	fen     string
	fenAt   int
	written string // the result in the tags or after the moves
	discs   string // the score in a tag or a comment
}

// parse parses tags and moves such as "1. f5 d6 2. c3 …", with comments, marks ($1 or !) and variations in parentheses.
// Commands in comments such as [%clk 0:05:00] become notes. [%eval] gives a score from Black's point of view.
func parse(text string) (*record.Game, error) {
	r := &reader{text: text}
	g := &r.game
	r.fields = map[string]*string{
		"Event": &g.Event, "Site": &g.Place, "Round": &g.Round, "Black": &g.Black, "White": &g.White, "Date": &r.day,
		"Time":    &r.clock,
		"UTCDate": &r.utc, "UTCTime": &r.utcTime, "FEN": &r.fen, "Result": &r.written,
		"TerminationDetails": &g.Result.Detail,
	}
	if err := r.head(); err != nil {
		return nil, err
	}
	r.game.Start = othello.Start(othello.Size8, othello.Usual)
	if r.fen != "" {
		p, err := ParseFEN(r.fen)
		if err != nil {
			return nil, scan.Place(r.fenAt, err)
		}
		r.game.Start = p
	}
	r.date()
	b := record.NewLine(r.game.Start)
	if err := r.moves(b, 0); err != nil {
		return nil, err
	}
	b.Finish(&r.game)
	r.result()
	return &r.game, nil
}

// head reads the tags.
func (r *reader) head() error {
	for {
		r.skipBlanks()
		if r.at == len(r.text) || r.text[r.at] != '[' {
			return nil
		}
		m := headerForm.FindStringSubmatch(r.text[r.at:])
		if m == nil {
			return scan.Place(r.at, fmt.Errorf(`%q: expected a tag such as [Event "…"]`, scan.Clip(r.text[r.at:])))
		}
		value := unescape.Replace(m[2])
		if m[1] == "FEN" {
			r.fenAt = r.at
		}
		r.tag(m[1], value)
		r.at += len(m[0])
	}
}

// tag handles a tag. The value ? means unknown.
func (r *reader) tag(name, value string) {
	g := &r.game
	field := r.fields[name]
	switch {
	case field != nil:
		switch {
		case value == "" || value == "?" && name != "TerminationDetails":
		case *field == "":
			*field = value
		case *field != value: // a second tag with another value
			g.Tags = append(g.Tags, record.Tag{Name: name, Value: value})
		}
	case name == "SetUp": // implied by FEN
	case name == "ScoreBlack":
		r.discs = value
	case name == "Termination":
		r.termination(value)
	case name == "TimeControl":
		g.Clock = clockOf(value)
	case name == "BlackElo":
		g.Tags = append(g.Tags, record.Tag{Name: record.BlackRating, Value: value})
	case name == "WhiteElo":
		g.Tags = append(g.Tags, record.Tag{Name: record.WhiteRating, Value: value})
	default:
		g.Tags = append(g.Tags, record.Tag{Name: name, Value: value})
	}
}

// date combines the tags of the date and the time.
func (r *reader) date() {
	day, clock, zone := r.day, r.clock, ""
	if r.utc != "" {
		day, zone = r.utc, " UTC"
		r.keep("Date", r.day, day)
	}
	if r.utcTime != "" {
		clock = r.utcTime
		r.keep("Time", r.clock, clock)
	}
	r.game.Date = timing.ISODate(day)
	if clock == "" {
		return
	}
	joined := timing.ISODate(day + " " + clock + zone)
	if _, clock, _, ok := timing.SplitDate(joined); ok && clock != "" {
		r.game.Date = joined
		return
	}
	r.keep("Time", clock, "")
}

// keep stores a value as a tag unless it is empty or equal to the used value.
func (r *reader) keep(name, value, used string) {
	if value != "" && value != used {
		r.game.Tags = append(r.game.Tags, record.Tag{Name: name, Value: value})
	}
}

// terminations returns the words of PGN for the reasons that end a game.
func terminations() map[string]string {
	return map[string]string{
		record.Resigned: "resignation", record.OutOfTime: "time forfeit", record.Agreed: "agreement",
		record.Faulted:     "rules infraction",
		record.Adjudicated: "adjudication", record.Unfinished: "unterminated",
	}
}

func (r *reader) termination(value string) {
	for reason, word := range terminations() {
		if strings.EqualFold(word, value) {
			r.game.Result.Reason = reason
			return
		}
	}
	if !strings.EqualFold(value, "normal") {
		r.game.Tags = append(r.game.Tags, record.Tag{Name: "Termination", Value: value})
	}
}

// result combines the tag Result, the result after the moves, and the score in a tag or comment.
func (r *reader) result() {
	g := &r.game
	found, ok := record.ParseResult(r.written)
	if !ok && r.written != "*" {
		r.keep("Result", r.written, "")
	}
	if discs, exact := record.ParseDifference(r.discs); exact && (!ok || found.Agrees(discs)) {
		found, ok = discs, true
	} else {
		r.keep("ScoreBlack", r.discs, "")
	}
	if ok {
		g.Result.Known, g.Result.ScoreBlack, g.Result.OnlyWinner = true, found.ScoreBlack, found.OnlyWinner
	}
}

func (r *reader) skipBlanks() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n\f\v", r.text[r.at]) >= 0 {
		r.at++
	}
}

// moves parses moves up to the end of a variation or of the game.
func (r *reader) moves(b *record.Line, depth int) error {
	if depth > record.MaxNesting {
		return scan.Place(r.at, fmt.Errorf("variations nested deeper than %d", record.MaxNesting))
	}
	for {
		r.skipBlanks()
		if r.at == len(r.text) {
			if depth > 0 {
				return scan.Place(r.at, errors.New("the game is cut off: a ) is missing"))
			}
			return nil
		}
		if r.text[r.at] == ')' && depth > 0 {
			r.at++
			return nil
		}
		if err := r.element(b, depth); err != nil {
			return err
		}
	}
}

// element parses a comment, a mark, a variation, a move, a number or a result.
func (r *reader) element(b *record.Line, depth int) error {
	from := r.at
	switch r.text[r.at] {
	case '{':
		length := strings.IndexByte(r.text[r.at:], '}')
		if length < 0 {
			return scan.Place(r.at, errors.New("the game is cut off: a } is missing"))
		}
		r.comment(b, r.text[r.at+1:r.at+length])
		r.at += length + 1
		return nil
	case ';':
		text, _, _ := strings.Cut(r.text[r.at+1:], "\n")
		r.at += len(text) + 1
		r.comment(b, text)
		return nil
	case '(':
		r.at++
		return scan.Place(from, r.variation(b, depth))
	}
	word := r.word()
	if depth == 0 && isResult(word) {
		r.end(word)
		return nil
	}
	return scan.Place(from, r.move(b, word))
}

// word returns the text up to white space, a bracket or a comment.
func (r *reader) word() string {
	length := strings.IndexAny(r.text[r.at:], " \t\r\n\f\v(){};")
	if length < 0 {
		length = len(r.text) - r.at
	}
	length = max(length, 1) // an unexpected bracket
	word := r.text[r.at : r.at+length]
	r.at += length
	return word
}

func isResult(word string) bool {
	_, ok := record.ParseResult(word)
	return word == "*" || ok && strings.ContainsAny(word, "-½")
}

// end handles the result after the moves. It replaces the tag Result only if it agrees with it and is more exact.
func (r *reader) end(word string) {
	tag, known := record.ParseResult(r.written)
	end, exact := record.ParseResult(word)
	switch {
	case r.written == "" || r.written == "*":
		r.written = word
	case word == "*" || word == r.written:
	case known && exact && tag.Agrees(end):
		r.written = word
	case !known || !exact || !end.Agrees(tag):
		r.keep("Result", word, "")
	}
}

func (r *reader) variation(b *record.Line, depth int) error {
	if b.Len() == 0 {
		return errors.New("a variation before the first move")
	}
	v := record.NewLine(b.Before())
	if err := r.moves(v, depth+1); err != nil {
		return err
	}
	b.Branch(b.Len()-1, v)
	return nil
}

// numberForm matches a move number, which the move may follow without a space.
var numberForm = regexp.MustCompile(`^\d{1,3}(?:\.+|$)`)

// move parses a word: a number, a mark, a move, or several of them without a space.
func (r *reader) move(b *record.Line, word string) error {
	word = word[len(numberForm.FindString(word)):]
	if strings.Trim(word, ".") == "" {
		return nil
	}
	name := strings.TrimRight(word, "!?")
	mark := word[len(name):]
	if strings.HasPrefix(name, "$") {
		return r.nag(b, name)
	}
	if name != "" {
		m, err := b.Position().Size.Parse(name)
		if err == nil {
			err = b.Follow(m)
		}
		if err != nil {
			return fmt.Errorf("move %d, %q: %w", b.Len()+1, scan.Clip(word), err)
		}
	}
	if mark != "" {
		return r.mark(b, mark)
	}
	return nil
}
