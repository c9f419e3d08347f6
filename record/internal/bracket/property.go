package bracket

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// Properties reads NAME[value][value]… from the text of a game.
type Properties struct {
	Text    string
	Place   int  // of the next character, in bytes
	Escapes bool // a backslash takes the meaning from the character after it
}

// Property is a name with its values.
type Property struct {
	Name   string
	Values []string
	Place  int // where it begins in the text
}

// Peek returns the next character that is no blank, 0 at the end.
func (p *Properties) Peek() byte {
	for ; p.Place < len(p.Text); p.Place++ {
		if strings.IndexByte(" \t\r\n\f\v", p.Text[p.Place]) < 0 {
			return p.Text[p.Place]
		}
	}
	return 0
}

// Next reads the next property. In a name small letters do not count: the oldest files have them.
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

// IsLetter reports whether a character can be of a name.
func IsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// value reads from [ to ].
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
			if i < len(p.Text) && p.Text[i] != '\n' { // an escaped line end is none
				b.WriteByte(p.Text[i])
			}
		case c == '\r' && strings.HasPrefix(p.Text[i:], "\r\n"):
		default:
			b.WriteByte(c)
		}
	}
	return "", errors.New("a ] is missing")
}
