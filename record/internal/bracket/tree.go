// Package bracket parses the syntax that GGF and SGF share: games in parentheses that consist of properties such as
// B[f5].
package bracket

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// treeCutter splits lines into the games of GGF and SGF, from each opening parenthesis to the matching closing one.
type treeCutter struct {
	*scan.Chunks
	escapes bool // SGF: a backslash escapes the next character, and trees have branches
	number  int  // the current line
	depth   int  // open parentheses
	value   bool // inside brackets
	escaped bool // after a backslash
	stray   bool // text outside of games has been reported
}

// Cut splits a file into one game per tree. escapes is true for SGF. An unterminated game ends where another game
// starts at the beginning of a line.
func Cut(escapes bool) func(*scan.Source, *scan.Chunks) error {
	return func(s *scan.Source, c *scan.Chunks) error {
		t := &treeCutter{Chunks: c, escapes: escapes}
		err := s.Each(func(text string, fault error) bool {
			t.number = s.Number
			return t.line(text, fault)
		})
		if t.depth > 0 {
			t.end(t.missing())
		}
		return err
	}
}

// missing returns the error of an unterminated game.
func (t *treeCutter) missing() error {
	if t.value {
		return errors.New("the game is cut off: a ] is missing")
	}
	return errors.New("the game is cut off: a ) is missing")
}

func (t *treeCutter) end(fault error) bool {
	if fault != nil {
		t.Add("", t.number, fault)
	}
	t.depth, t.value, t.escaped = 0, false, false
	return t.Cut()
}

func (t *treeCutter) line(text string, fault error) bool {
	if t.depth > 0 && beginsGame(text) && !t.end(t.missing()) {
		return false
	}
	from := 0
	for at := range len(text) {
		outside := t.depth == 0
		switch t.step(text[at]) {
		case opened:
			from = at
		case reopened: // the previous game of GGF is unterminated
			t.Add(text[from:at], t.number, fault)
			if !t.end(t.missing()) {
				return false
			}
			t.depth, from = 1, at
		case closed:
			t.Add(text[from:at+1], t.number, fault)
			from = at + 1
			if !t.end(nil) {
				return false
			}
		case none:
			if outside && !t.outside(text[at:]) {
				return false
			}
		}
	}
	if t.depth > 0 {
		t.Add(text[from:], t.number, fault)
	}
	if t.depth == 0 && fault != nil && text == "" { // the line is too long
		t.Add("", t.number, fault)
		return t.Cut()
	}
	return true
}

// beginsGame reports whether a line starts with a property that only the first node of a game has.
func beginsGame(text string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, " \t0123456789"), "(")
	rest, ok2 := strings.CutPrefix(strings.TrimSpace(rest), ";")
	rest = strings.TrimSpace(rest)
	return ok && ok2 && (strings.HasPrefix(rest, "GM[") || strings.HasPrefix(rest, "FF["))
}

// boundary is the effect of a character on the boundaries of games.
type boundary uint8

const (
	none     boundary = iota
	opened            // a game starts here
	reopened          // a game starts although the previous one has not ended
	closed            // the game ends here
)

// step processes one character.
func (t *treeCutter) step(c byte) boundary {
	switch {
	case t.escaped:
		t.escaped = false
	case t.value && c == '\\':
		t.escaped = t.escapes
	case t.value:
		t.value = c != ']'
	case c == '[' && t.depth > 0:
		t.value = true
	case c == '(' && t.depth == 0:
		t.depth, t.stray = 1, false
		return opened
	case c == '(' && !t.escapes:
		return reopened
	case c == '(':
		t.depth++
	case c == ')' && t.depth == 1:
		return closed
	case c == ')' && t.depth > 1:
		t.depth--
	}
	return none
}

// outside reports text outside of games once until the next game starts. It ignores white space and the numbers of
// games.
func (t *treeCutter) outside(rest string) bool {
	if t.stray || strings.IndexByte(" \t\r\n\f\v0123456789\x1a", rest[0]) >= 0 {
		return true
	}
	t.stray = true
	t.Add("", t.number, fmt.Errorf("text outside of a game: %q", scan.Clip(strings.TrimSpace(rest))))
	return t.Cut()
}

// IsTree reports whether text starts with a game in parentheses, optionally after the number of games in the line.
func IsTree(text string) bool { return start(text) >= 0 }

// IsGGF reports whether text is GGF and not SGF. IsTree must be true for text. GGF gives the game by name and the board
// as text, SGF gives the game by number.
func IsGGF(text string) bool {
	text = text[start(text):]
	if _, game, ok := strings.Cut(text, "GM["); ok {
		c := strings.TrimSpace(game)
		return c == "" || c[0] < '0' || c[0] > '9'
	}
	return strings.Contains(text, "BO[")
}

// start returns the offset of the first game in parentheses, or -1.
func start(text string) int {
	at := strings.IndexByte(text, '(')
	if at < 0 || strings.Trim(text[:at], " \t\r\n0123456789") != "" ||
		!strings.HasPrefix(strings.TrimSpace(text[at+1:]), ";") {
		return -1
	}
	return at
}
