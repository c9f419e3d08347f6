package transcript

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/kaeshi/kaeshi/record"
)

var (
	errTwoScores = errors.New("a second score of the same move")
	errMark      = errors.New("want one of the marks " + strings.Join(record.Marks(), ", ") + " after a move")
)

// afterMove reports whether the text before this is a move of the same line, or a note on it.
func (l *lexer) afterMove() bool { return l.moved >= 0 && l.line.Len() > 0 }

// noteFollows reports whether a note on the previous move follows, or the end of a variation. It skips the white space
// before it.
func (l *lexer) noteFollows() bool {
	at := l.skipBlanks(l.i)
	if at >= len(l.r) || !l.afterMove() {
		return false
	}
	switch c := l.r[at]; {
	case c == ')' && len(l.outer) > 0, c == '{', l.markAt(at), l.slashAt(at):
	case c == '(':
		if score, _ := l.scoreAt(at); score == nil {
			return false
		}
	default:
		return false
	}
	l.i = at
	return true
}

// slashAt reports whether "/SCORE/SECONDS" is at an index.
func (l *lexer) slashAt(at int) bool {
	return l.r[at] == '/' && at == l.moved && at+1 < len(l.r) && strings.ContainsRune("+-./0123456789", l.r[at+1])
}

// markOf returns the mark, or the part of a mark, that a character represents, or "".
func markOf(c rune) string {
	switch c {
	case '!', '❗':
		return "!"
	case '?', '❓':
		return "?"
	case '‼':
		return "!!"
	case '⁇':
		return "??"
	case '⁉':
		return "!?"
	case '⁈':
		return "?!"
	}
	return ""
}

// markAt reports whether a mark is at an index. It must follow the move without a space: "f5 ? c3" lacks a move.
func (l *lexer) markAt(at int) bool { return at == l.moved && l.afterMove() && markOf(l.r[at]) != "" }

// mark parses the mark of a move, such as "!?".
func (l *lexer) mark() *MoveError {
	begin := l.i
	var parts strings.Builder
	for l.i < len(l.r) && markOf(l.r[l.i]) != "" {
		parts.WriteString(markOf(l.r[l.i]))
		l.i++
	}
	mark := parts.String()
	if !slices.Contains(record.Marks(), mark) || l.line.Note().Mark != "" {
		return l.wrong(begin, l.i-begin, errMark)
	}
	l.line.Note().Mark, l.moved = mark, l.i
	return nil
}

// comment parses a comment in braces after a move.
func (l *lexer) comment() *MoveError {
	end := slices.Index(l.r[l.i:], '}')
	if end < 0 {
		return l.wrong(l.i, 2, errors.New("a } is missing"))
	}
	end += l.i
	l.line.AddComment(strings.TrimSpace(l.text[l.at[l.i+1]:l.at[end]]))
	l.i, l.moved = end+1, end+1
	return nil
}

// scoreAt parses the score in parentheses at an index and returns it with its width in characters. It returns nil and 0
// if the parentheses hold no number. It also does so for a number at the end of a game in which no move has a score:
// that number is the result.
func (l *lexer) scoreAt(at int) (score *record.Score, width int) {
	end := slices.Index(l.r[at:], ')')
	if end < 0 {
		return nil, 0
	}
	text := strings.TrimSpace(string(l.r[at+1 : at+end]))
	value, ok := number(text)
	if !ok {
		return nil, 0
	}
	if l.line.Position().Over() && len(l.outer) == 0 && !l.scored {
		if _, result := ParseResult(text); result {
			return nil, 0
		}
	}
	return &record.Score{Value: value}, end + 1
}

// bracket parses a variation, or the score of the preceding move, in parentheses.
func (l *lexer) bracket() *MoveError {
	if score, width := l.scoreAt(l.i); score != nil && l.afterMove() {
		if err := l.setScore(score.Value); err != nil {
			return l.wrong(l.i, width, err)
		}
		l.i += width
		l.moved = l.i
		return nil
	}
	if end := slices.Index(l.r[l.i:], ')'); end >= 0 {
		inside := string(l.r[l.i+1 : l.i+end])
		if !strings.ContainsAny(inside, "(-") && !strings.ContainsFunc(inside, unicode.IsLetter) {
			return l.wrong(l.i, end+1, errNoVariation)
		}
	}
	if err := l.beginVariation(); err != nil {
		return l.wrong(l.i, 1, err)
	}
	l.i++
	return nil
}

// setScore sets the score of the last move.
func (l *lexer) setScore(value float64) error {
	note := l.line.Note()
	if note.Score != nil {
		return errTwoScores
	}
	note.Score, l.scored = &record.Score{Value: value}, true
	return nil
}

// remark parses "/SCORE/SECONDS" after a move. Either part may be empty.
func (l *lexer) remark() *MoveError {
	end := l.i
	for end < len(l.r) && strings.ContainsRune("+-./0123456789", l.r[end]) {
		end++
	}
	parts := strings.Split(strings.TrimRight(string(l.r[l.i+1:end]), "-"), "/")
	end = l.i + 1 + len(strings.Join(parts, "/"))
	for n, part := range parts {
		x, ok := number(part)
		var err error
		switch {
		case part == "":
		case n == 0 && ok:
			err = l.setScore(x)
		case n == 1 && ok && x >= 0 && x < 1e9:
			l.line.Note().Spent = time.Duration(x * float64(time.Second))
		default:
			err = errors.New("want /SCORE/SECONDS after a move")
		}
		if err != nil {
			return l.wrong(l.i, end-l.i, err)
		}
	}
	l.i, l.moved = end, end
	return nil
}

func number(text string) (x float64, ok bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && x > -1e6 && x < 1e6
}
