// Package emit writes games and records what the format could not store.
package emit

import (
	"bufio"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/timing"
)

// Printer writes the text of games.
type Printer struct {
	LossRecorder

	out *bufio.Writer
	err error
}

// Games calls write for each game and returns the losses. holds is the set of parts that the format can store. It
// returns an error if w fails or a game is not valid.
func Games(
	w io.Writer, games iter.Seq[*record.Game], holds Parts, write func(*Printer, *record.Game),
) ([]record.Loss, error) {
	p := &Printer{LossRecorder: LossRecorder{Holds: holds}, out: bufio.NewWriter(w)}
	for g := range games {
		if err := p.Begin(g); err != nil {
			return p.lost, err
		}
		p.Check(g)
		write(p, g)
		if p.err != nil {
			return p.lost, p.err
		}
	}
	return p.lost, p.out.Flush()
}

// BadBytes is the loss of bytes that are not valid UTF-8.
const BadBytes = "bytes that are not valid UTF-8"

// Controls is the loss of control characters, which could control the terminal of a reader.
const Controls = "control characters"

// isControl reports whether a character is a control character other than a tab and a line end.
func isControl(r rune) bool { return r != '\n' && r != '\r' && r != '\t' && unicode.IsControl(r) }

// Text writes strings and replaces control characters by spaces. The first error ends the writing and is returned by
// [Games].
func (p *Printer) Text(parts ...string) {
	for _, s := range parts {
		if !utf8.ValidString(s) {
			p.Lose(BadBytes)
			s = strings.ToValidUTF8(s, "\ufffd")
		}
		if strings.ContainsFunc(s, isControl) {
			p.Lose(Controls)
			s = strings.Map(func(r rune) rune {
				if isControl(r) {
					return ' '
				}
				return r
			}, s)
		}
		if p.err == nil {
			_, p.err = p.out.WriteString(s)
		}
	}
}

// Fail ends the writing with err unless err is nil.
func (p *Printer) Fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// InUTC converts a date to UTC, for formats that support no other time zone, and records the loss. A date whose year
// would leave the range of four digits is returned unchanged.
func (p *Printer) InUTC(date string) string {
	converted, ok := timing.InUTC(date)
	if ok && converted != date {
		p.Lose("the time zone of the date: it is written as UTC")
	}
	return converted
}

// CheckDate records a loss if readers of the format take the text of a date, as written, for another date.
func (p *Printer) CheckDate(date, text string) {
	if timing.ISODate(text) != date {
		p.Lose("the form of the date")
	}
}

// Decimal formats a number with at least the given number of decimals, and with more if they are needed to read back
// the same number.
func Decimal(x float64, least int) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	_, after, _ := strings.Cut(text, ".")
	if len(after) < least {
		return strconv.FormatFloat(x, 'f', least, 64)
	}
	return text
}

// At returns the variations of a list that replace the move at ply.
func At(list []record.Variation, ply int) []record.Variation {
	var here []record.Variation
	for _, v := range list {
		if v.Ply == ply {
			here = append(here, v)
		}
	}
	return here
}
