package files

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/record/paste"
)

// Problems yields the positions of a file with the exact scores of their moves. For a game it yields the last position.
// JSON, GGF, SGF and PGN are read as by [Read], and Line is the number of the game. Other text is read line by line as
// by [paste.Problems]. Bad input yields a [*record.LineError], and reading continues. It ends early if r fails.
func Problems(r io.Reader) iter.Seq2[obf.Problem, error] {
	return func(yield func(obf.Problem, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		f := structured(in)
		if f == 0 {
			paste.Problems(in)(yield)
			return
		}
		number := 0
		for g, err := range ReadAs(in, f, "") {
			number++
			p := obf.Problem{Line: number}
			if at := (*record.FileError)(nil); errors.As(err, &at) && at.Line > 0 {
				err = &record.LineError{Line: at.Line, Err: at.Err}
			}
			if err == nil {
				p.Position, p.Scores = g.Position(), paste.ScoresOf(g)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// structured returns the format of a text that begins with a bracket, if it is JSON, GGF, SGF or PGN. It does not wait
// for more than the first characters of other text, whose lines may be answered one by one.
func structured(in *bufio.Reader) Format {
	for n := 1; ; n++ {
		head, err := in.Peek(n)
		text := strings.TrimSpace(strings.TrimPrefix(string(head), "\ufeff"))
		switch {
		case err != nil:
			return 0
		case text == "" || n < 3 && strings.HasPrefix("\ufeff", string(head)):
			continue
		case !strings.ContainsAny(text[:1], "{[("):
			return 0
		}
		head, _ = in.Peek(scan.SampleSize) // an error means that the text is shorter
		switch f := sniffText(strings.TrimSpace(strings.TrimPrefix(string(scan.AsUTF8(head)), "\ufeff"))); f {
		case JSON, GGF, SGF, PGN:
			return f
		default:
			return 0
		}
	}
}
