package kjson

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// cutter finds JSON objects in lines.
type cutter struct {
	*scan.Chunks
	number  int  // the current line
	depth   int  // open braces
	text    bool // inside a string
	escaped bool // after a backslash
}

// cut splits a file into objects, which may be in an array and need not be on separate lines. An unterminated object
// ends where another object starts at the beginning of a line.
func cut(s *scan.Source, c *scan.Chunks) error {
	j := &cutter{Chunks: c}
	err := s.Each(func(text string, fault error) bool {
		j.number = s.Number
		return j.line(text, fault)
	})
	if j.depth > 0 {
		j.Add("", j.number, errors.New("the game is cut off: a } is missing"))
	}
	j.Cut()
	return err
}

func (j *cutter) line(text string, fault error) bool {
	if j.depth > 0 && strings.HasPrefix(text, "{") {
		j.Add("", j.number, errors.New("the object before this line is not closed"))
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
			j.Add(text[from:at+1], j.number, fault)
			from = at + 1
			if !j.end() {
				return false
			}
		case before == 0 && !j.Open() && strings.IndexByte(" \t\r\n[],", text[at]) < 0:
			j.Add("", j.number, fmt.Errorf("%q: want a JSON object between { and }",
				scan.Clip(strings.TrimSpace(text[at:]))))
		}
	}
	if j.depth > 0 || fault != nil && text == "" {
		j.Add(text[from:], j.number, fault)
	}
	return j.depth > 0 || j.Cut()
}

// step processes one character.
func (j *cutter) step(c byte) {
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

func (j *cutter) end() bool {
	j.depth, j.text, j.escaped = 0, false, false
	return j.Cut()
}
