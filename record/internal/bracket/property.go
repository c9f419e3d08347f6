package bracket

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// Properties parses properties of the form NAME[value][value]… from the text of a game.
type Properties struct {
	Text    string
	Place   int  // offset of the next character in bytes
	Escapes bool // a backslash escapes the next character
}

// Property is a name with its values.
type Property struct {
	Name   string
	Values []string
	Place  int // offset in the text in bytes
}

// Peek skips white space and returns the next character, or 0 at the end.
func (p *Properties) Peek() byte {
	for ; p.Place < len(p.Text); p.Place++ {
		if strings.IndexByte(" \t\r\n\f\v", p.Text[p.Place]) < 0 {
			return p.Text[p.Place]
		}
	}
	return 0
}

// Next parses the next property. It drops lower-case letters from the name: the oldest files contain names such as
// PlayerBlack.
func (p *Properties) Next() (Property, error) {
	p.Peek()
	found := Property{Place: p.Place}
	for ; p.Place < len(p.Text) && IsLetter(p.Text[p.Place]); p.Place++ {
		if c := p.Text[p.Place]; c < 'a' {
			found.Name += string(c)
		}
	}
	if found.Name == "" || p.Peek() != '[' {
		return found, scan.Place(found.Place, fmt.Errorf("%q: expected a property such as B[f5]",
			scan.Clip(p.Text[found.Place:])))
	}
	for p.Peek() == '[' {
		value, err := p.value()
		if err != nil {
			return found, scan.Place(p.Place, err)
		}
		found.Values = append(found.Values, value)
	}
	return found, nil
}

// IsLetter reports whether a name may contain c.
func IsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// value parses a value in brackets.
func (p *Properties) value() (string, error) {
	var b strings.Builder
	for i := p.Place + 1; i < len(p.Text); i++ {
		switch c := p.Text[i]; {
		case c == ']':
			p.Place = i + 1
			return b.String(), nil
		case c == '\\' && p.Escapes:
			i++
			if strings.HasPrefix(p.Text[i:], "\r\n") {
				i++
			}
			if i < len(p.Text) && p.Text[i] != '\n' { // an escaped line break is removed
				b.WriteByte(p.Text[i])
			}
		case c == '\r' && strings.HasPrefix(p.Text[i:], "\r\n"):
		default:
			b.WriteByte(c)
		}
	}
	return "", errors.New("missing ]")
}
