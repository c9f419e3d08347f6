package transcript

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/kaeshi/kaeshi/othello"
)

// lexer parses one line of a list of moves.
type lexer struct {
	*Moves

	text  string
	r     []rune // the characters of the text after [plain]
	at    []int  // their byte offsets in the text, followed by its length
	i     int    // index of the next character
	moves int    // end of the last square or pass; a result may follow
	moved int    // end of the previous move and its notes, or -1 at the start of the line
}

func newLexer(m *Moves, text string) *lexer {
	l := &lexer{Moves: m, text: text, moved: -1}
	for at, c := range text {
		if number := len(l.r) > 0 && l.r[len(l.r)-1] >= '0' && l.r[len(l.r)-1] <= '9'; number && c == '手' {
			c = '.' // "1手 f5" and "1手目 f5" are numbered moves
		} else if c == '目' && strings.HasSuffix(text[:at], "手") {
			c = ' '
		}
		l.r = append(l.r, plain(c))
		l.at = append(l.at, at)
	}
	l.at = append(l.at, len(text))
	for i := range l.r {
		if width := l.passAt(i); width > 0 {
			l.moves = max(l.moves, i+width)
		} else if i+1 < len(l.r) && isLatin(l.r[i]) && l.r[i+1] >= '0' && l.r[i+1] <= '9' {
			l.moves = i + 2
		}
	}
	return l
}

// Plain replaces full-width characters, ideographic spaces and typographic dashes with their ASCII equivalents, one for
// one.
func Plain(text string) string { return strings.Map(plain, text) }

func plain(c rune) rune {
	const wide = '！' - '!'
	switch {
	case c >= '！' && c <= '～':
		return c - wide
	case c == '−' || c >= '‐' && c <= '―':
		return '-'
	case c == '、' || c == '，' || c == '・' || c == '→':
		return ','
	case c == '。' || c == '…':
		return '.'
	case c == '\u00ad' || c >= '\u200b' && c <= '\u200f' || c == '\u2060' || c == '\ufeff' || isSelector(c) ||
		unicode.IsSpace(c): // invisible characters separate, so that none joins two names
		return ' '
	}
	return c
}

// isSelector reports whether a character selects the style of the symbol before it, such as that of a disc.
func isSelector(c rune) bool { return c == '\ufe0e' || c == '\ufe0f' }

// WithoutSelectors removes the invisible characters that follow symbols on phones.
func WithoutSelectors(text string) string {
	return strings.Map(func(c rune) rune {
		if isSelector(c) {
			return -1
		}
		return c
	}, text)
}

// read parses the line: the rest of an incomplete square, the moves, and the text after them.
func (l *lexer) read() *MoveError {
	if strings.TrimSpace(string(l.r)) == "" {
		return nil
	}
	if l.closed {
		return l.wrong(l.skipBlanks(0), 2, errors.New("text after the result of the game"))
	}
	if l.letter != nil {
		if err := l.join(); err != nil {
			return err
		}
	}
	if at := l.skipBlanks(0); l.waiting != nil && len(l.outer) == 0 && l.r[at] == ')' {
		l.i = at + 1 // the end of a move number such as "2)"
	}
	for l.i < l.moves || l.noteFollows() {
		if err := l.step(); err != nil {
			return err
		}
	}
	return l.tail()
}

// join completes a square whose letter ended the previous line.
func (l *lexer) join() *MoveError {
	at := l.skipBlanks(0)
	if at >= len(l.r) || l.r[at] < '1' || l.r[at] > '8' {
		return l.letter
	}
	word := l.letter.Text + string(l.r[at])
	l.letter = nil
	l.i = at + 1
	return l.move(word, at, 1)
}

// step parses the next token before the end of the last move.
func (l *lexer) step() *MoveError {
	c := l.r[l.i]
	switch {
	case l.passAt(l.i) > 0:
		width := l.passAt(l.i)
		l.i += width
		return l.move("--", l.i-width, width)
	case l.signed && (c == '+' || c == '-') && l.isSquareAt(l.skipBlanks(l.i+1)):
		l.setSide(othello.Color(strings.IndexRune("+-", c)))
		l.i++
	case c >= '0' && c <= '9':
		return l.moveNumber()
	case c == '(':
		return l.bracket()
	case c == ')' && len(l.outer) > 0 && l.line.Len() == 0:
		return l.wrong(l.i, 1, errNoVariation)
	case c == ')' && len(l.outer) > 0:
		l.endVariation()
		l.i++
	case l.slashAt(l.i):
		return l.remark()
	case c == '{' && l.afterMove():
		return l.comment()
	case l.markAt(l.i):
		return l.mark()
	case strings.ContainsRune(" ,;.:-/|>_", c):
		l.i++
	case l.sideAt(l.i):
	case unicode.IsLetter(c):
		width := l.wordWidth(l.i)
		l.i += width
		return l.move(string(l.r[l.i-width:l.i]), l.i-width, width)
	default:
		return l.wrong(l.i, 2, errNoSquare)
	}
	return nil
}

// move plays the square or pass at an index of the text.
func (l *lexer) move(word string, at, width int) *MoveError {
	l.words++
	s, err := l.Position().Size.Parse(word)
	if err == nil {
		err = l.play(s)
	}
	if err != nil {
		l.words--
		return l.wrong(at, width, err)
	}
	l.waiting, l.moved = nil, l.i
	return nil
}

// wordWidth returns the number of characters of the word that should be a square: a letter and the number after it. A
// move number may follow without a space, as in "1.f52.d6".
func (l *lexer) wordWidth(at int) int {
	end := at + 1
	for end < len(l.r) && l.r[end] >= '0' && l.r[end] <= '9' {
		end++
	}
	if end > at+2 && end < len(l.r) && strings.ContainsRune(".:)", l.r[end]) {
		return 2
	}
	return max(end-at, min(2, len(l.r)-at))
}

// moveNumber parses move numbers such as "12", "12.", "12:" and "12...".
func (l *lexer) moveNumber() *MoveError {
	begin := l.i
	for l.i < len(l.r) && l.r[l.i] >= '0' && l.r[l.i] <= '9' {
		l.i++
	}
	n, err := strconv.Atoi(string(l.r[begin:l.i]))
	dots := l.i
	for l.i < len(l.r) && strings.ContainsRune(".:)", l.r[l.i]) && (l.r[l.i] != ')' || len(l.outer) == 0) {
		l.i++
	}
	if err != nil {
		err = errNoSquare // out of range
	} else {
		err = l.numberFits(n, l.i-dots > 1)
	}
	if err != nil {
		return l.wrong(begin, l.i-begin, err)
	}
	l.setNumber(n)
	return nil
}

// sideAt parses the side before a move, as in "Black f5", "B: f5" and "●f5", and reports whether there is one.
func (l *lexer) sideAt(at int) bool {
	end := at
	for end < len(l.r) && unicode.IsLetter(l.r[end]) {
		end++
	}
	if end == at || strings.ContainsRune("●⚫○◯〇⚪黒白", l.r[at]) {
		end = at + 1
	}
	side, ok := ParseSide(string(l.r[at:end]))
	if !ok || end < len(l.r) && end == at+1 && l.r[end] >= '0' && l.r[end] <= '9' {
		return false
	}
	l.setSide(side)
	l.i = end
	return true
}

func (l *lexer) setSide(c othello.Color) { l.side = &c }

// ParseSide parses a side, ignoring case: black, white, B, W, X, O, *, 黒, 白 and the symbols of discs.
func ParseSide(text string) (c othello.Color, ok bool) {
	switch strings.ToLower(text) {
	case "b", "x", "*", "black", "●", "⚫", "黒":
		return othello.Black, true
	case "w", "o", "white", "○", "◯", "〇", "⚪", "白":
		return othello.White, true
	}
	return othello.Black, false
}

// passAt returns the number of characters of the pass at an index, or 0.
func (l *lexer) passAt(at int) int {
	if !l.signed && l.r[at] == '-' && at+1 < len(l.r) && l.r[at+1] == '-' {
		return 2
	}
	for _, pass := range []string{"pass", "パス", "pa", "ps"} {
		n := len([]rune(pass))
		if at+n <= len(l.r) && strings.EqualFold(string(l.r[at:at+n]), pass) {
			return n
		}
	}
	return 0
}

// isSquareAt reports whether the name of a square is at an index.
func (l *lexer) isSquareAt(at int) bool {
	if at+1 >= len(l.r) {
		return false
	}
	c := l.r[at] | 0x20
	return c >= 'a' && c <= 'h' && l.r[at+1] >= '1' && l.r[at+1] <= '8'
}

func isLatin(c rune) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func (l *lexer) hasSigns() bool {
	for i, c := range l.r {
		if c == '+' && l.isSquareAt(l.skipBlanks(i+1)) {
			return true
		}
	}
	return false
}

func (l *lexer) skipBlanks(at int) int {
	for at < len(l.r) && l.r[at] == ' ' {
		at++
	}
	return at
}

// wrong returns an error about the text at an index.
func (l *lexer) wrong(at, width int, err error) *MoveError {
	end := min(at+width, len(l.r))
	for end > at+1 && l.r[end-1] == ' ' {
		end--
	}
	return &MoveError{
		Number: l.words + 1, Line: l.lines, Column: at + 1, Offset: l.at[at], Text: l.text[l.at[at]:l.at[end]],
		Err: err,
	}
}
