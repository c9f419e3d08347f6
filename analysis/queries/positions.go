package queries

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/internal/lines"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/paste"
)

// Input is a position to analyse, or the error of a position that could not be read.
type Input struct {
	Number   int // line of standard input or game of the file, from 1; 0 for a single position
	Position othello.Position
	Remarks  []paste.Remark // about how the text was read
	Err      error
}

// Positions returns the positions that a command-line argument names:
//   - "-" names the position or transcript on each line of stdin, except empty lines, lines that start with % or #, and
//     summaries of the documents above them;
//   - a file name names the last position of each game in the file;
//   - any other text is a position, or a transcript from start. The empty text is start.
//
// Input that cannot be read yields its error, and reading continues after it.
func Positions(text string, start othello.Position, stdin io.Reader) iter.Seq[Input] {
	if text == "-" {
		return linesOf(stdin, start)
	}
	info, missing := os.Stat(text)
	if missing == nil && !info.IsDir() {
		return endsOf(text)
	}
	return func(yield func(Input) bool) {
		p, remarks, err := files.Position(start, text)
		switch {
		case err == nil:
		case missing == nil:
			err = &fs.PathError{Op: "read", Path: text, Err: errFolder}
		case strings.ContainsAny(text, `/\`) || isFileName(text):
			err = missing
		default:
			err = fmt.Errorf("neither a file nor a position: %w", err)
		}
		yield(Input{Position: p, Remarks: remarks, Err: err})
	}
}

var errFolder = errors.New("is a folder; pass its files")

// isFileName reports whether text that is not a position looks like a file name, because it has an extension with a
// letter.
func isFileName(text string) bool {
	extension := strings.TrimPrefix(filepath.Ext(text), ".")
	return extension != "" && strings.ContainsFunc(extension, unicode.IsLetter) && !strings.ContainsAny(text, " \t")
}

func linesOf(in io.Reader, start othello.Position) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		r := bufio.NewReader(in)
		for number, good := 1, false; ; number++ {
			line, whole, err := lines.Append(nil, r, LongestLine)
			input := Input{Number: number}
			switch text, _, _ := lines.CutComment(string(line)); {
			case !whole:
				input.Err = &record.LineError{Line: number, Err: fmt.Errorf("more than %d bytes", LongestLine)}
			case text == "":
				input.Number = 0
			default:
				input.Position, input.Remarks, input.Err = files.Position(start, text)
				if good && files.IsSummary(input.Err) {
					input.Number = 0
				} else if good = input.Err == nil; !good {
					input.Err = &record.LineError{Line: number, Err: input.Err}
				}
			}
			if input.Number > 0 && !yield(input) {
				return
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(Input{Number: number, Err: fmt.Errorf("input: %w", err)})
				}
				return
			}
		}
	}
}

func endsOf(path string) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		for e := range analysis.Files([]string{path}, nil) {
			input := Input{Number: e.Number, Err: e.Err}
			if e.Err == nil {
				input.Position, input.Remarks = e.Game.Position(), paste.Remarks(e.Game)
			}
			if !yield(input) {
				return
			}
		}
	}
}
