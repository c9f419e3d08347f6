// Package bracket reads the syntax that GGF and SGF share: games in round brackets, made of properties such as B[f5].
package bracket

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// treeCutter finds the games of GGF and SGF in lines: from one bracket to the one that closes it.
type treeCutter struct {
	*scan.Chunks
	escapes bool // SGF: a backslash takes the meaning from the character after it, and trees have branches
	number  int  // of the line
	depth   int
	value   bool // inside [ ]
	escaped bool
	stray   bool // text that is in no game, which has been reported
}

// Cut makes a game of each tree; escapes is true for SGF. One that is cut off ends where another begins at the start
// of a line.
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

// missing says what a game that is cut off lacks.
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
		case again: // a game of GGF without an end
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
		case passed:
			if outside && !t.outside(text[at:]) {
				return false
			}
		}
	}
	if t.depth > 0 {
		t.Add(text[from:], t.number, fault)
	}
	if t.depth == 0 && fault != nil && text == "" { // a line too long to look into
		t.Add("", t.number, fault)
		return t.Cut()
	}
	return true
}

// beginsGame reports whether a line begins with what only the first node of a game has.
func beginsGame(text string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, " \t0123456789"), "(")
	rest, ok2 := strings.CutPrefix(strings.TrimSpace(rest), ";")
	rest = strings.TrimSpace(rest)
	return ok && ok2 && (strings.HasPrefix(rest, "GM[") || strings.HasPrefix(rest, "FF["))
}

// meaning is what a character does to the brackets around it.
type meaning uint8

const (
	passed meaning = iota
	opened         // a game begins here
	again          // a game begins although the one before has not ended
	closed         // the game ends here
)

// step looks at one character.
func (t *treeCutter) step(c byte) meaning {
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
		return again
	case c == '(':
		t.depth++
	case c == ')' && t.depth == 1:
		return closed
	case c == ')' && t.depth > 1:
		t.depth--
	}
	return passed
}

// outside reports text that is in no game, once until the next game begins. Numbers of games are none.
func (t *treeCutter) outside(rest string) bool {
	if t.stray || strings.IndexByte(" \t\r\n\f\v0123456789\x1a", rest[0]) >= 0 {
		return true
	}
	t.stray = true
	t.Add("", t.number, fmt.Errorf("text that is in no game: %q", scan.Clip(strings.TrimSpace(rest))))
	return t.Cut()
}

// IsTree reports whether a text begins with a game in brackets, at once or after the number of games of a line.
func IsTree(text string) bool { return start(text) >= 0 }

// IsGGF reports whether a text, of which IsTree is true, is GGF, whose games have names and a board as text, and not
// SGF, whose games have numbers.
func IsGGF(text string) bool {
	text = text[start(text):]
	if _, game, ok := strings.Cut(text, "GM["); ok {
		c := strings.TrimSpace(game)
		return c == "" || c[0] < '0' || c[0] > '9'
	}
	return strings.Contains(text, "BO[")
}

// start is where the first game in brackets begins; -1: there is none.
func start(text string) int {
	at := strings.IndexByte(text, '(')
	if at < 0 || strings.Trim(text[:at], " \t\r\n0123456789") != "" ||
		!strings.HasPrefix(strings.TrimSpace(text[at+1:]), ";") {
		return -1
	}
	return at
}
