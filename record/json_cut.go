package record

import (
	"errors"
	"fmt"
	"strings"
)

// jsonCutter finds objects in lines.
type jsonCutter struct {
	*chunks
	number  int // of the line
	depth   int // of braces
	text    bool
	escaped bool
}

// cutJSON makes a game of each object: one a line, one after the other, or in an array. An object that is broken ends where another
// begins at the start of a line.
func cutJSON(s *source, c *chunks) error {
	j := &jsonCutter{chunks: c}
	err := s.each(func(text string, fault error) bool {
		j.number = s.number
		return j.line(text, fault)
	})
	if j.depth > 0 {
		j.add("", j.number, errors.New("the game is cut off: a } is missing"))
	}
	j.cut()
	return err
}

func (j *jsonCutter) line(text string, fault error) bool {
	if j.depth > 0 && strings.HasPrefix(text, "{") {
		j.add("", j.number, errors.New("the object before this line has no end"))
		if !j.end() {
			return false
		}
	}
	from := 0
	for at := range len(text) {
		before := j.depth
		j.step(text[at])
		switch {
		case before == 0 && j.depth == 1:
			from = at
		case before == 1 && j.depth == 0:
			j.add(text[from:at+1], j.number, fault)
			from = at + 1
			if !j.end() {
				return false
			}
		case before == 0 && !j.open() && strings.IndexByte(" \t\r\n[],", text[at]) < 0:
			j.add("", j.number, fmt.Errorf("%q: expected an object, a game between { and }", clip(strings.TrimSpace(text[at:]))))
		}
	}
	if j.depth > 0 || fault != nil && text == "" {
		j.add(text[from:], j.number, fault)
	}
	return j.depth > 0 || j.cut()
}

// step looks at one character.
func (j *jsonCutter) step(c byte) {
	switch {
	case j.escaped:
		j.escaped = false
	case j.text:
		j.escaped, j.text = c == '\\', c != '"'
	case c == '"' && j.depth > 0:
		j.text = true
	case c == '{':
		j.depth++
	case c == '}' && j.depth > 0:
		j.depth--
	}
}

func (j *jsonCutter) end() bool {
	j.depth, j.text, j.escaped = 0, false, false
	return j.cut()
}
