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

// Asked is a position to analyse, or the error that took its place.
type Asked struct {
	Number   int // line of standard input or number of the game in the file, from 1; 0: a single position
	Position othello.Position
	Remarks  []paste.Remark // on how the text was read
	Err      error
}

// Positions returns the positions that an argument names:
//   - "-" names the position or transcript on each line of stdin, except lines that are empty or begin with % or #;
//   - the name of a file names the last position of each of its games;
//   - any other text is a position or a transcript from start, and the empty text is start.
//
// Input that cannot be read yields its error, and reading goes on behind it.
func Positions(text string, start othello.Position, stdin io.Reader) iter.Seq[Asked] {
	if text == "-" {
		return linesOf(stdin, start)
	}
	info, missing := os.Stat(text)
	if missing == nil && !info.IsDir() {
		return endsOf(text)
	}
	return func(yield func(Asked) bool) {
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
		yield(Asked{Position: p, Remarks: remarks, Err: err})
	}
}

var errFolder = errors.New("is a folder: name its files")

// isFileName reports whether a text that is no position looks like the name of a file: it has an extension of letters.
func isFileName(text string) bool {
	extension := strings.TrimPrefix(filepath.Ext(text), ".")
	return extension != "" && strings.ContainsFunc(extension, unicode.IsLetter) && !strings.ContainsAny(text, " \t")
}

func linesOf(in io.Reader, start othello.Position) iter.Seq[Asked] {
	return func(yield func(Asked) bool) {
		r := bufio.NewReader(in)
		for number := 1; ; number++ {
			line, whole, err := lines.Append(nil, r, LongestLine)
			asked := Asked{Number: number}
			switch text, _, _ := lines.CutComment(string(line)); {
			case !whole:
				asked.Err = &record.LineError{Line: number, Err: fmt.Errorf("more than %d bytes", LongestLine)}
			case text == "":
				asked.Number = 0
			default:
				asked.Position, asked.Remarks, asked.Err = files.Position(start, text)
				if asked.Err != nil {
					asked.Err = &record.LineError{Line: number, Err: asked.Err}
				}
			}
			if asked.Number > 0 && !yield(asked) {
				return
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(Asked{Number: number, Err: fmt.Errorf("input: %w", err)})
				}
				return
			}
		}
	}
}

func endsOf(path string) iter.Seq[Asked] {
	return func(yield func(Asked) bool) {
		for e := range analysis.Files([]string{path}, nil) {
			asked := Asked{Number: e.Number, Err: e.Err}
			if e.Err == nil {
				asked.Position, asked.Remarks = e.Game.Position(), paste.Remarks(e.Game)
			}
			if !yield(asked) {
				return
			}
		}
	}
}
