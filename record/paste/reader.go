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

// reader reads a text line by line. It yields a game when the next line shows that the game has ended.
type reader struct {
	start   othello.Position
	name    string
	eager   bool // a one-line position with a side is yielded at once, so moves cannot follow on other lines
	yield   func(Found, error) bool
	stopped bool // the consumer has stopped
	games   int  // games yielded, including bad ones

	now      *draft    // the current game, or nil
	table    *table    // the table whose rows are being read, or nil
	comments []string  // of the current or the next game
	blank    bool      // the previous line is blank
	bad      bool      // the previous game is bad and may continue
	list     *list     // the open list in brackets, or nil
	sides    *sideList // the moves of one side, which those of the other side must follow, or nil
	html     bool      // an HTML page has begun, whose rest is skipped
}

// draft is a game that is being read.
type draft struct {
	game   record.Game       // filled in by headings
	at     int               // first line
	text   int               // first line of free text above the game; 0 if none
	title  string            // that line
	words  []string          // lines of the comment
	turn   *othello.Color    // side to move in a heading or a line below the board
	rows   []row             // rows of a drawn board
	turned bool              // its column letters run from right to left
	drawn  bool              // column letters or rows have been read
	board  *othello.Position // start position, if not that of the reader
	sided  bool              // the side to move is given
	done   bool              // nothing but comments may follow
	moves  *transcript.Moves // nil before the first move
	lines  []int             // lines of the moves
	across bool              // the moves continue after a blank line
}

// begun reports whether the draft has more than a heading.
func (d *draft) begun() bool {
	return d != nil && (d.board != nil || d.moves != nil || d.drawn || d.done)
}

// line handles the next line. fault is the reason why the line is not valid, or nil.
func (r *reader) line(text string, number int, fault error) {
	text = withoutMarkdown(transcript.WithoutSelectors(text))
	line := strings.TrimSpace(transcript.Plain(text))
	switch {
	case r.html:
		return
	case fault != nil:
		r.endSides()
		r.flush()
		r.fail(number, fault)
		return
	case line == "":
		r.blank = true
		return
	case isComment(line):
		_, comment, _ := strings.Cut(text, line[:1])
		r.comments = append(r.comments, strings.TrimPrefix(comment, " "))
		if len(r.comments) > maxComments {
			r.comments = nil
			r.fail(number, fmt.Errorf("more than %d lines of comments", maxComments))
		}
		return
	}
	r.content(text, line, number)
	r.blank = false
}

// content handles a line that is neither blank nor a comment. plain is the line with full-width characters made plain
// and without surrounding white space.
func (r *reader) content(text, plain string, number int) {
	if l := r.sideListOf(plain, number); l != nil {
		r.movesOfSide(l)
		return
	}
	r.endSides()
	if htmlForm.MatchString(plain) {
		r.page(number)
		return
	}
	if r.table != nil {
		r.row(text, number)
		return
	}
	if moves, words, ok := openingLine(text); ok && r.list == nil {
		r.opening(moves, words, number)
		return
	}
	if label := labelForm.FindString(text); label != "" && looksLikeMoves(plain) {
		d := r.draft(number)
		d.words = append(d.words, strings.TrimRight(strings.TrimSpace(label), ":："))
		text = strings.Repeat(" ", len([]rune(label))) + text[len(label):]
		plain = strings.TrimSpace(transcript.Plain(text))
	}
	if rest, comment, found := splitComment(text); found {
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
	case isRow(text) || r.drawing() && isColumnLetters(plain):
		r.boardRow(text, plain, number)
	case isColumnLetters(plain) && !looksLikeMoves(plain):
		d := r.draft(number)
		d.drawn, d.turned = true, isTurned(plain)
	case isRule(plain):
	case boardForm(text):
		r.boardLine(text, number)
	case isSide && scoresForm.MatchString(plain):
		r.failDraft(number, errScores)
	case isSide:
		r.side(side, number)
	case strings.HasPrefix(plain, "the game is over") && r.now.begun() && r.now.moves == nil:
	default:
		r.other(text, plain, number)
	}
}

// labelForm matches the number of a game before its moves.
var labelForm = regexp.MustCompile(`^\s*(?:(?i:game)\s*#?|対局|第)\s*[0-9]{1,4}\s*局?\s*[:：]\s*`)

// scoresForm matches move scores after a side, as after a one-line board.
var scoresForm = regexp.MustCompile(`;\s*[A-Za-z-]\S{0,3}\s*:`)

var errScores = errors.New("move scores must be on the line of the board, after the side to move")

// Limits of lines, so that a file that holds no games is refused in little memory.
const (
	maxHeading  = 1000  // above a game
	maxComments = 10000 // in sequence
)

// limitHeading ends a heading that is too long, which is an error because no game has begun.
func (r *reader) limitHeading() {
	if d := r.now; d != nil && !d.begun() && len(d.words)+len(d.game.Tags) >= maxHeading {
		r.flush()
	}
}

// other handles a heading, a line of free text above a game, or moves.
func (r *reader) other(text, plain string, number int) {
	if h := headOf(text); h != nil && (r.now == nil || r.now.moves == nil || !r.now.moves.Incomplete()) {
		for _, part := range h.split() {
			r.heading(part, number)
		}
		return
	}
	isText := !r.eager && !looksLikeMoves(plain) && strings.ContainsFunc(plain, isWordLetter) && len(plain) > 3 &&
		!brokenForm.MatchString(plain)
	above := r.blank || r.games == 0 && !r.now.begun() || r.now != nil && !r.now.begun()
	if isText && above && !r.now.incomplete() && !r.bad {
		if _, ok := transcript.ParseResult(plain); !ok {
			r.limitHeading()
			d := r.draft(number)
			if d.text == 0 {
				d.text, d.title = number, text
			}
			d.words = append(d.words, strings.TrimSpace(text))
			return
		}
	}
	r.movesLine(text, number)
}

// brokenForm matches the first line of a numbered list that breaks off inside the first square.
var brokenForm = regexp.MustCompile(`^1[.:)]+ *[A-Ha-h]$`)

func (d *draft) incomplete() bool { return d != nil && d.moves != nil && d.moves.Incomplete() }

func isWordLetter(c rune) bool { return c >= 'A' && c != '_' && c != '|' && c != '~' }

// draft returns the game to whose heading the current line belongs. After a game it starts a new one.
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

// takeComments adds the comments above this line to the current game.
func (r *reader) takeComments() {
	r.now.words = append(r.now.words, strings.Join(r.comments, "\n"))
	r.comments, r.bad = nil, false
}

func (r *reader) heading(h headLine, number int) {
	key := strings.ToLower(h.key)
	switch {
	case isMovesKey(key),
		key == "game" && movesForm.MatchString(transcript.Plain(h.value)) && looksLikeMoves(h.value):
		if d := r.now; !d.begun() || d.moves != nil || d.done {
			r.draft(number)
		}
		if h.value != "" {
			r.movesLine(h.value, number)
		}
	case isBoardKey(key) && boardForm(h.value):
		r.draft(number)
		r.boardLine(h.value, number)
	case isSideKey(key):
		if c, ok := transcript.ParseSide(h.value); ok {
			r.side(c, number)
			return
		}
		r.draft(number)
		r.failDraft(number, fmt.Errorf("side to move %q: want black or white", scan.Clip(h.value)))
	default:
		r.limitHeading()
		setHead(&r.draft(number).game, h.key, strings.TrimSuffix(h.value, "]"))
	}
}

// drawing reports whether a drawn board is being read or has just been read.
func (r *reader) drawing() bool { return r.now != nil && r.now.drawn && r.now.moves == nil }

// boardRow handles a row of a drawn board or the letters of its columns.
func (r *reader) boardRow(text, plain string, number int) {
	if isColumnLetters(plain) {
		r.columnLetters(plain, number)
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
	if d.rows = append(d.rows, parseRow(text)); len(d.rows) < len(d.rows[0].cells) {
		return
	}
	p, err := parseRows(d.rows, d.turned)
	if err != nil {
		r.failDraft(number, err)
		return
	}
	d.setBoard(p, false)
}

// columnLetters handles the letters of the columns above or below a drawn board.
func (r *reader) columnLetters(plain string, number int) {
	d := r.now
	turned := isTurned(plain)
	switch {
	case len(d.rows) == 0:
		d.drawn, d.turned = true, turned
	case d.board == nil || d.turned == turned:
	case d.turned:
		r.failDraft(number, errors.New("the letters above and below the board run in opposite directions"))
	default:
		p, err := parseRows(d.rows, true)
		if err != nil {
			r.failDraft(number, err)
			return
		}
		p, d.turned = withTurn(p, d.board.Turn), true
		d.board = &p
	}
}

// setBoard sets the board. If it has no side to move, the side of the heading applies.
func (d *draft) setBoard(p othello.Position, sided bool) {
	if d.turn != nil && !sided {
		p, sided = withTurn(p, *d.turn), true
	}
	d.board, d.sided = &p, sided
}

var errIncompleteBoard = errors.New("incomplete drawn board: want as many rows as columns")

// side handles a line with the side to move, below or above a board.
func (r *reader) side(c othello.Color, number int) {
	if r.now.begun() && r.now.board != nil && !r.now.sided && r.now.moves == nil {
		p := withTurn(*r.now.board, c)
		r.now.board, r.now.sided = &p, true
		return
	}
	if r.drawing() && r.now.board == nil {
		r.failDraft(number, errIncompleteBoard)
		return
	}
	r.draft(number).turn = &c
}

// boardLine handles a one-line board and the text after it: scores of moves, a comment, or moves.
func (r *reader) boardLine(text string, number int) {
	d := r.draft(number)
	comment, commented := "", false
	if at := strings.IndexByte(text, '%'); at >= 0 {
		comment, commented = strings.TrimPrefix(text[at+1:], " "), true
		text = text[:at]
	}
	b, err := parseBoard(text)
	if err != nil {
		r.failDraft(number, err)
		return
	}
	d.setBoard(b.at, b.sided)
	if commented {
		d.words = append(d.words, comment)
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
			r.failDraft(number, err)
			return
		}
		d.game.Variations, d.done = problem.Variations(), true
		if r.eager {
			r.flush()
		}
	case !b.sided && !looksLikeMoves(rest):
		r.failDraft(number, fmt.Errorf("side to move %q: want X for black or O for white", scan.Clip(rest)))
	default:
		r.movesLine(strings.Repeat(" ", b.rest)+string([]rune(text)[b.rest:]), number)
	}
}

// link handles a line with a link. The rest of the line is a comment.
func (r *reader) link(text string, number int) {
	link := linkIn(text)
	d := r.draft(number)
	before, after, _ := strings.Cut(text, link)
	if looksLikeMoves(before) || looksLikeMoves(after) {
		r.failDraft(number, errors.New("moves and a link on the same line; want only one of them"))
		return
	}
	for _, words := range []string{before, after} {
		d.words = append(d.words, strings.Trim(words, linkMarks))
	}
	l, err := parseLink(strings.TrimSpace(link))
	if err == nil {
		err = l.game(&d.game, r.start)
	}
	if err != nil {
		r.failDraft(number, err)
		return
	}
	d.done, d.board, d.sided = true, &d.game.Start, true
}
