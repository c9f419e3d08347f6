package paste

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// reader reads a text line by line and yields each game when the line after it shows that it has ended.
type reader struct {
	start   othello.Position
	name    string
	free    bool // boards need not occur in a game
	eager   bool // a position on one line with its side is yielded at once, and no moves may follow on other lines
	yield   func(Found, error) bool
	stopped bool // no more games are wanted
	games   int  // yielded, bad ones included

	now      *draft   // the game that is being read, or nil
	table    *table   // of whose rows the lines are, or nil
	comments []string // of the game that is being read or comes next
	blank    bool     // the line before is blank
	bad      bool     // the game before is bad, has several lines, and may go on
}

// draft is a game that is being read.
type draft struct {
	game   record.Game       // what headings say
	at     int               // its first line
	text   int               // a line of its heading that is no more than text; 0: there is none
	turn   *othello.Color    // the side that a heading or a line below the board names
	rows   []string          // of a board that is being drawn
	drawn  bool              // letters of columns or rows have been read
	board  *othello.Position // the start, if it is not that of the reader
	sided  bool              // the text says whose turn it is
	done   bool              // nothing but comments may follow
	moves  *transcript.Moves // nil before the first move
	lines  []int             // the lines of the moves
	across bool              // the moves go on behind a blank line
}

// begun reports whether the draft is more than a heading.
func (d *draft) begun() bool {
	return d != nil && (d.board != nil || d.moves != nil || d.drawn || d.done)
}

// line reads the next line. fault says why it is no text.
func (r *reader) line(text string, number int, fault error) {
	line := strings.TrimSpace(transcript.Plain(text))
	switch {
	case fault != nil:
		r.flush()
		r.fail(number, fault)
		return
	case line == "":
		r.blank = true
		return
	case isComment(line):
		_, comment, _ := strings.Cut(text, line[:1])
		r.comments = append(r.comments, strings.TrimPrefix(comment, " "))
		return
	}
	r.content(text, line, number)
	r.blank = false
}

// content reads a line that is neither blank nor a comment. plain is its text without full-width characters and blanks
// at the ends.
func (r *reader) content(text, plain string, number int) {
	if r.table != nil {
		r.row(text, number)
		return
	}
	if rest, comment, found := commented(text); found {
		r.comments = append(r.comments, comment)
		text, plain = rest, strings.TrimSpace(transcript.Plain(rest))
	}
	if t := tableOf(text); t != nil && !looksLikeMoves(plain) {
		r.flush()
		r.table = t
		return
	}
	if t := plainTable(plain); t != nil {
		r.flush()
		r.table = t
		r.row(text, number)
		r.table = nil
		return
	}
	side, isSide := sideLine(plain)
	switch {
	case linkIn(text) != "":
		r.link(text, number)
	case isRow(text) || r.drawing() && isRim(plain):
		r.boardRow(text, plain, number)
	case isRim(plain) && !looksLikeMoves(plain):
		r.rim(number)
	case isRule(plain):
	case boardForm(text):
		r.boardLine(text, number)
	case isSide && scoresForm.MatchString(plain):
		r.failNow(number, errScores)
	case isSide:
		r.side(side, number)
	case strings.HasPrefix(plain, "the game is over") && r.now.begun() && r.now.moves == nil:
	default:
		r.other(text, plain, number)
	}
}

// scoresForm is scores behind a side, as behind a board in one line.
var scoresForm = regexp.MustCompile(`;\s*[A-Za-z-]\S{0,3}\s*:`)

var errScores = errors.New("scores of moves stand on the line of the board, behind the side to move")

// other reads a heading, a line of free text above a game, or moves.
func (r *reader) other(text, plain string, number int) {
	if h := headOf(text); h != nil && (r.now == nil || r.now.moves == nil || !r.now.moves.Breaks()) {
		r.heading(*h, number)
		return
	}
	isText := !r.eager && !looksLikeMoves(plain) && strings.ContainsFunc(plain, isWordLetter) && len(plain) > 3
	above := r.blank || r.games == 0 && !r.now.begun() || r.now != nil && !r.now.begun()
	if isText && above && !r.now.breaks() && !r.bad {
		if _, ok := transcript.ParseResult(plain); !ok {
			d := r.draft(number)
			if d.text == 0 {
				d.text = number
			}
			d.game.Comment = record.JoinTexts(d.game.Comment, strings.TrimSpace(text))
			return
		}
	}
	r.movesLine(text, number)
}

func (d *draft) breaks() bool { return d != nil && d.moves != nil && d.moves.Breaks() }

func isWordLetter(c rune) bool { return c >= 'A' && c != '_' && c != '|' && c != '~' }

// draft is the game to whose heading a line belongs: a new one behind a game.
func (r *reader) draft(number int) *draft {
	if r.now.begun() {
		r.flush()
	}
	if r.now == nil {
		r.now = &draft{at: number}
	}
	r.takeComments()
	return r.now
}

// takeComments gives the comments that stand before this line to the game.
func (r *reader) takeComments() {
	r.now.game.Comment = record.JoinTexts(r.now.game.Comment, strings.Join(r.comments, "\n"))
	r.comments, r.bad = nil, false
}

func (r *reader) heading(h headLine, number int) {
	key := strings.ToLower(h.key)
	switch {
	case isMovesKey(key):
		if d := r.now; !d.begun() || d.moves != nil || d.done {
			r.draft(number)
		}
		r.movesLine(h.value, number)
	case isBoardKey(key) && boardForm(h.value):
		r.draft(number)
		r.boardLine(h.value, number)
	case isSideKey(key):
		if c, ok := transcript.ParseSide(h.value); ok {
			r.side(c, number)
			return
		}
		r.draft(number)
		r.failNow(number, fmt.Errorf("side to move %q: want black or white", scan.Clip(h.value)))
	default:
		setHead(&r.draft(number).game, h.key, strings.TrimSuffix(h.value, "]"))
	}
}

// drawing reports whether a board is being drawn or has just been drawn.
func (r *reader) drawing() bool { return r.now != nil && r.now.drawn && r.now.moves == nil }

func (r *reader) rim(number int) { r.draft(number).drawn = true }

// boardRow reads a row of a drawn board, or the letters of its columns.
func (r *reader) boardRow(text, plain string, number int) {
	if isRim(plain) {
		if r.now.board != nil {
			return // below the board
		}
		r.now.drawn = true
		return
	}
	if r.now.begun() && (!r.now.drawn || r.now.board != nil) {
		r.flush()
	}
	d := r.now
	if d == nil || !d.drawn {
		d = r.draft(number)
	}
	d.drawn = true
	if d.rows = append(d.rows, rowOf(text)); len(d.rows) < len(d.rows[0]) {
		return
	}
	p, err := drawn(d.rows)
	if err != nil {
		r.failNow(number, err)
		return
	}
	d.setBoard(p, false)
}

// setBoard takes the board, for the side that a heading names if the board itself names none.
func (d *draft) setBoard(p othello.Position, sided bool) {
	if d.turn != nil && !sided {
		p, sided = turned(p, *d.turn), true
	}
	d.board, d.sided = &p, sided
}

var errEnds = errors.New("the drawn board ends early: want as many rows as columns")

// side reads a line that names the side to move: below a board, or above one.
func (r *reader) side(c othello.Color, number int) {
	if r.now.begun() && r.now.board != nil && !r.now.sided && r.now.moves == nil {
		p := turned(*r.now.board, c)
		r.now.board, r.now.sided = &p, true
		return
	}
	if r.drawing() && r.now.board == nil {
		r.failNow(number, errEnds)
		return
	}
	r.draft(number).turn = &c
}

// boardLine reads a board in one line, with what stands behind it: scores of its moves, a comment, or moves.
func (r *reader) boardLine(text string, number int) {
	d := r.draft(number)
	comment, commented := "", false
	if at := strings.IndexByte(text, '%'); at >= 0 {
		comment, commented = strings.TrimPrefix(text[at+1:], " "), true
		text = text[:at]
	}
	b, err := parseBoard(text)
	if err != nil {
		r.failNow(number, err)
		return
	}
	d.setBoard(b.at, b.sided)
	if commented {
		d.game.Comment = record.JoinTexts(d.game.Comment, comment)
	}
	rest := strings.TrimSpace(string([]rune(text)[b.rest:]))
	switch {
	case rest == "" || rest == ".":
		if r.eager && d.sided {
			r.flush()
		}
	case rest[0] == ';' && b.sided:
		problem, err := obf.ParseProblem(b.at.String() + rest)
		if err != nil {
			r.failNow(number, err)
			return
		}
		d.game.Variations, d.done = problem.Variations(), true
		if r.eager {
			r.flush()
		}
	case !b.sided && !looksLikeMoves(rest):
		r.failNow(number, fmt.Errorf("side to move %q: it is X for black or O for white", scan.Clip(rest)))
	default:
		r.movesLine(strings.Repeat(" ", b.rest)+string([]rune(text)[b.rest:]), number)
	}
}

// link reads a line with a link. What stands before it is a comment.
func (r *reader) link(text string, number int) {
	link := linkIn(text)
	d := r.draft(number)
	before, after, _ := strings.Cut(text, link)
	if looksLikeMoves(before) || looksLikeMoves(after) {
		r.failNow(number, errors.New("moves beside a link: want one or the other"))
		return
	}
	for _, words := range []string{before, after} {
		d.game.Comment = record.JoinTexts(d.game.Comment, strings.TrimSpace(words))
	}
	l, err := parseLink(strings.TrimSpace(link))
	if err == nil {
		err = l.game(&d.game, r.start)
	}
	if err != nil {
		r.failNow(number, err)
		return
	}
	d.done, d.board, d.sided = true, &d.game.Start, true
}

// row reads a line of a table.
func (r *reader) row(text string, number int) {
	r.flush()
	r.now = &draft{at: number}
	d := r.now
	r.takeComments()
	values, err := fields(text, r.table.comma)
	if err == nil && len(values) != len(r.table.names) {
		err = fmt.Errorf("%d columns, want %d", len(values), len(r.table.names))
	}
	if err != nil {
		r.failNow(number, err)
		return
	}
	for i, value := range values {
		if i != r.table.moves {
			setHead(&d.game, r.table.names[i], strings.TrimSpace(value))
		}
	}
	moves := values[r.table.moves]
	if strings.TrimSpace(moves) == "" {
		r.failNow(number, fmt.Errorf("column %q has no moves", r.table.names[r.table.moves]))
		return
	}
	if at := strings.Index(text, moves); at >= 0 {
		moves = strings.Repeat(" ", len([]rune(text[:at]))) + moves
	}
	r.movesLine(moves, number)
	if r.now != nil {
		r.now.done = true
	}
}
