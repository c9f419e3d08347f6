package record

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// headerForm is a line of the head of a game: [Event "…"]. Behind it there may be more of them.
var headerForm = regexp.MustCompile(`^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]`)

func isHeader(line string) bool { return headerForm.MatchString(line) }

// cutPGN makes a game of a head and the moves after it. A head always begins a game, so that a comment without an end does not take
// the rest of a file with it.
func cutPGN(s *source, c *chunks) error {
	moves, comment := false, false
	err := s.each(func(text string, fault error) bool {
		switch {
		case isHeader(text):
			if moves && !c.cut() {
				return false
			}
			moves, comment = false, false
		case !comment && strings.HasPrefix(text, "%"), !c.open() && strings.TrimSpace(text) == "" && fault == nil:
			return true
		case strings.TrimSpace(text) != "" || fault != nil:
			moves = true
			comment = commentOpen(text, comment)
		}
		c.add(text, s.number, fault)
		return true
	})
	c.cut()
	return err
}

// commentOpen reports whether a comment in braces is open at the end of a line.
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

// pgnReader reads one game.
type pgnReader struct {
	game    Game
	fields  map[string]*string // by the names of their tags
	text    string
	at      int
	day     string
	clock   string
	utc     string
	fen     string
	fenAt   int
	written string // how the game ended, as the moves end on it
	discs   string // and as a comment says it
}

// parsePGN reads tags and moves as in "1. f5 d6 2. c3 …", with comments, marks ($1 or !) and variations in round brackets. What
// comments say of clocks and values in the way of [%clk 0:05:00] becomes part of the notes; a value is Black's, who moves first.
func parsePGN(text string) (*Game, error) {
	r := &pgnReader{text: text}
	g := &r.game
	r.fields = map[string]*string{
		"Event": &g.Event, "Site": &g.Place, "Round": &g.Round, "Black": &g.Black, "White": &g.White, "Date": &r.day, "Time": &r.clock,
		"UTCDate": &r.utc, "UTCTime": &r.clock, "FEN": &r.fen, "Result": &r.written, "TerminationDetails": &g.Result.Detail,
	}
	if err := r.head(); err != nil {
		return nil, err
	}
	r.game.Start = othello.Start(othello.Size8, othello.Usual)
	if r.fen != "" {
		p, err := parseFEN(r.fen)
		if err != nil {
			return nil, place(r.fenAt, err)
		}
		r.game.Start = p
	}
	r.date()
	b := newBranch(r.game.Start)
	if err := r.moves(b, 0); err != nil {
		return nil, err
	}
	b.finish(&r.game)
	r.result()
	return &r.game, nil
}

// head reads the tags.
func (r *pgnReader) head() error {
	for {
		r.skipBlanks()
		if r.at == len(r.text) || r.text[r.at] != '[' {
			return nil
		}
		m := headerForm.FindStringSubmatch(r.text[r.at:])
		if m == nil {
			return place(r.at, fmt.Errorf(`%q: expected a tag such as [Event "…"]`, clip(r.text[r.at:])))
		}
		value := pgnUnescape.Replace(m[2])
		if m[1] == "FEN" {
			r.fenAt = r.at
		}
		r.tag(m[1], value)
		r.at += len(m[0])
	}
}

// tag takes a tag. A value of ? is none.
func (r *pgnReader) tag(name, value string) {
	g := &r.game
	field := r.fields[name]
	switch {
	case field != nil:
		if value != "" && (value != "?" || name == "TerminationDetails") {
			*field = value
		}
	case name == "SetUp": // FEN says so
	case name == "ScoreBlack":
		r.discs = value
	case name == "Termination":
		r.termination(value)
	case name == "TimeControl":
		g.Clock = clockOfPGN(value)
	case name == "BlackElo":
		g.Tags = append(g.Tags, Tag{BlackRating, value})
	case name == "WhiteElo":
		g.Tags = append(g.Tags, Tag{WhiteRating, value})
	default:
		g.Tags = append(g.Tags, Tag{name, value})
	}
}

// date joins the tags of the date.
func (r *pgnReader) date() {
	zone := ""
	if r.utc != "" {
		r.day, zone = r.utc, " UTC"
	}
	date := isoDate(r.day)
	if r.clock != "" {
		if joined := isoDate(r.day + " " + r.clock + zone); strings.Contains(joined, "T") {
			date = joined
		} else {
			r.game.Tags = append(r.game.Tags, Tag{"Time", r.clock})
		}
	}
	r.game.Date = date
}

// terminations are the words of PGN for how a game ended.
func terminations() map[string]string {
	return map[string]string{
		Resigned: "resignation", OutOfTime: "time forfeit", Agreed: "agreement", Faulted: "rules infraction",
		Adjudicated: "adjudication", Unfinished: "unterminated",
	}
}

func (r *pgnReader) termination(value string) {
	for reason, word := range terminations() {
		if strings.EqualFold(word, value) {
			r.game.Result.Reason = reason
			return
		}
	}
	if !strings.EqualFold(value, "normal") {
		r.game.Tags = append(r.game.Tags, Tag{"Termination", value})
	}
}

// result joins what the tag Result, the end of the moves and a last comment say.
func (r *pgnReader) result() {
	g := &r.game
	found, ok := parseResult(r.written)
	if discs, exact := parseDifference(r.discs); exact && (!ok || !found.OnlyWinner || found.agrees(discs)) {
		found, ok = discs, true
	} else if r.discs != "" {
		g.Tags = append(g.Tags, Tag{"ScoreBlack", r.discs})
	}
	switch {
	case ok:
		g.Result.Known, g.Result.ScoreBlack, g.Result.OnlyWinner = true, found.ScoreBlack, found.OnlyWinner
	case r.written != "" && r.written != "*":
		g.Tags = append(g.Tags, Tag{"Result", r.written})
	}
}

func (r *pgnReader) skipBlanks() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n\f\v", r.text[r.at]) >= 0 {
		r.at++
	}
}

// moves reads moves up to the closing bracket of a variation or the end of the game.
func (r *pgnReader) moves(b *branch, depth int) error {
	if depth > maxNesting {
		return place(r.at, fmt.Errorf("variations of variations: more than %d", maxNesting))
	}
	for {
		r.skipBlanks()
		if r.at == len(r.text) {
			if depth > 0 {
				return place(r.at, errors.New("the game is cut off: a ) is missing"))
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

// element reads a comment, a mark, a variation, a move, a number or a result.
func (r *pgnReader) element(b *branch, depth int) error {
	from := r.at
	switch r.text[r.at] {
	case '{':
		length := strings.IndexByte(r.text[r.at:], '}')
		if length < 0 {
			return place(r.at, errors.New("the game is cut off: a } is missing"))
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
		return place(from, r.variation(b, depth))
	}
	word := r.word()
	if depth == 0 && isResult(word) {
		r.end(word)
		return nil
	}
	return place(from, r.move(b, word))
}

// word is text up to a blank, a bracket or a comment.
func (r *pgnReader) word() string {
	length := strings.IndexAny(r.text[r.at:], " \t\r\n\f\v(){};")
	if length < 0 {
		length = len(r.text) - r.at
	}
	length = max(length, 1) // a bracket that stands where none may
	word := r.text[r.at : r.at+length]
	r.at += length
	return word
}

func isResult(word string) bool {
	_, ok := parseResult(word)
	return word == "*" || ok && strings.ContainsAny(word, "-½")
}

// end takes the result at the end of the moves, which does not overrule the tag.
func (r *pgnReader) end(word string) {
	if r.written == "" || r.written == "*" {
		r.written = word
	}
}

func (r *pgnReader) variation(b *branch, depth int) error {
	if len(b.moves) == 0 {
		return errors.New("a variation before the first move: there is none that it could replace")
	}
	v := newBranch(b.before)
	if err := r.moves(v, depth+1); err != nil {
		return err
	}
	b.branchOff(len(b.moves)-1, v)
	return nil
}

// numberForm is the number of a move, behind which the move may stand without a blank.
var numberForm = regexp.MustCompile(`^\d{1,3}(?:\.+|$)`)

// move reads a word: a number, a mark, a move, or several of them without a blank.
func (r *pgnReader) move(b *branch, word string) error {
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
		m, err := b.now.Size.Parse(name)
		if err == nil {
			err = b.playNamed(m)
		}
		if err != nil {
			return fmt.Errorf("move %d, %q: %w", len(b.moves)+1, clip(word), err)
		}
	}
	if mark != "" {
		return r.mark(b, mark)
	}
	return nil
}

// pgnMarks are the marks of PGN, $1 first.
func pgnMarks() []string { return []string{"!", "?", "!!", "??", "!?", "?!"} }
