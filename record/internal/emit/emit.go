// Package emit writes games one after the other and lists what the format of the file could not hold.
package emit

import (
	"bufio"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kaeshi/kaeshi/record"
)

// Printer writes the text of games.
type Printer struct {
	Account

	out *bufio.Writer
	err error
}

// Games writes games to w by a function, and lists what the format, which holds some parts, could not hold. The error
// is that of w, or of a game that is not valid.
func Games(
	w io.Writer, games iter.Seq[*record.Game], holds Parts, write func(*Printer, *record.Game),
) ([]record.Loss, error) {
	p := &Printer{Account: Account{Holds: holds}, out: bufio.NewWriter(w)}
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

// BadBytes is what is lost with text that is not valid UTF-8.
const BadBytes = "bytes that are no characters"

// Text writes, and keeps the first failure.
func (p *Printer) Text(parts ...string) {
	for _, s := range parts {
		if !utf8.ValidString(s) {
			p.Lose(BadBytes)
			s = strings.ToValidUTF8(s, "\ufffd")
		}
		if p.err == nil {
			_, p.err = p.out.WriteString(s)
		}
	}
}

// Fail ends the writing with an error, if there is one.
func (p *Printer) Fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// InUTC brings a date with a zone other than UTC into UTC, for formats that know no other.
func (p *Printer) InUTC(date string) string {
	t, err := time.Parse(time.RFC3339, date)
	if err != nil || strings.HasSuffix(date, "Z") {
		return date
	}
	p.Lose("the time zone of the date: it is written as UTC")
	return t.UTC().Format(time.RFC3339)
}

// Decimal writes a number with at least so many decimals, and with as many as it takes to read the same number back.
func Decimal(x float64, least int) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	_, after, _ := strings.Cut(text, ".")
	if len(after) < least {
		return strconv.FormatFloat(x, 'f', least, 64)
	}
	return text
}

// At returns the variations of a list in the place of one move.
func At(list []record.Variation, ply int) []record.Variation {
	var here []record.Variation
	for _, v := range list {
		if v.Ply == ply {
			here = append(here, v)
		}
	}
	return here
}
