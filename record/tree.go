package record

import (
	"errors"
	"fmt"
	"strings"
)

// treeCutter finds the games of GGF and SGF in lines: from one bracket to the one that closes it.
type treeCutter struct {
	*chunks
	escapes bool // SGF: a backslash takes the meaning from the character after it, and trees have branches
	number  int  // of the line
	depth   int
	value   bool // inside [ ]
	escaped bool
	stray   bool // text that is in no game, which has been reported
}

// cutTrees makes a game of each tree. One that is cut off ends where another begins at the start of a line.
func cutTrees(escapes bool) func(*source, *chunks) error {
	return func(s *source, c *chunks) error {
		t := &treeCutter{chunks: c, escapes: escapes}
		err := s.each(func(text string, fault error) bool {
			t.number = s.number
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
		t.add("", t.number, fault)
	}
	t.depth, t.value, t.escaped = 0, false, false
	return t.cut()
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
			t.add(text[from:at], t.number, fault)
			if !t.end(t.missing()) {
				return false
			}
			t.depth, from = 1, at
		case closed:
			t.add(text[from:at+1], t.number, fault)
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
		t.add(text[from:], t.number, fault)
	}
	if t.depth == 0 && fault != nil && text == "" { // a line too long to look into
		t.add("", t.number, fault)
		return t.cut()
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
	t.add("", t.number, fmt.Errorf("text that is in no game: %q", clip(strings.TrimSpace(rest))))
	return t.cut()
}

// properties reads NAME[value][value]… from the text of a game.
type properties struct {
	text    string
	at      int
	escapes bool
}

// property is a name with its values.
type property struct {
	name   string
	values []string
	at     int // where it begins in the text
}

// peek is the next character that is no blank, 0 at the end.
func (p *properties) peek() byte {
	for ; p.at < len(p.text); p.at++ {
		if strings.IndexByte(" \t\r\n\f\v", p.text[p.at]) < 0 {
			return p.text[p.at]
		}
	}
	return 0
}

// property reads the next property. In a name small letters do not count: the oldest files have them.
func (p *properties) property() (property, error) {
	p.peek()
	found := property{at: p.at}
	for ; p.at < len(p.text) && isLetter(p.text[p.at]); p.at++ {
		if c := p.text[p.at]; c < 'a' {
			found.name += string(c)
		}
	}
	if found.name == "" || p.peek() != '[' {
		return found, place(found.at, fmt.Errorf("%q: expected a property such as B[f5]", clip(p.text[found.at:])))
	}
	for p.peek() == '[' {
		value, err := p.value()
		if err != nil {
			return found, place(p.at, err)
		}
		found.values = append(found.values, value)
	}
	return found, nil
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// value reads from [ to ].
func (p *properties) value() (string, error) {
	var b strings.Builder
	for i := p.at + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == ']':
			p.at = i + 1
			return b.String(), nil
		case c == '\\' && p.escapes:
			i++
			if strings.HasPrefix(p.text[i:], "\r\n") {
				i++
			}
			if i < len(p.text) && p.text[i] != '\n' { // an escaped line end is none
				b.WriteByte(p.text[i])
			}
		case c == '\r' && strings.HasPrefix(p.text[i:], "\r\n"):
		default:
			b.WriteByte(c)
		}
	}
	return "", errors.New("a ] is missing")
}
