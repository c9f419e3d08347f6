package terminal

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// Is reports whether a stream is a terminal. Streams that are no files are none.
func Is(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Output is where results go. It remembers the first error of its Writer in Err, so that a result that did not arrive,
// as on a full disk, can be reported when the program ends. Unless it is Verbatim, it writes control characters as
// [Escape] does: the names and comments of a file must not command the terminal. Each call of Write has whole
// characters.
type Output struct {
	io.Writer

	Verbatim bool // for files, and for a program that draws
	Err      error
}

func (w *Output) Write(b []byte) (int, error) {
	out := b
	if !w.Verbatim && bytes.ContainsFunc(b, isControl) {
		out = []byte(Escape(string(b)))
	}
	_, err := w.Writer.Write(out)
	if w.Err == nil {
		w.Err = err
	}
	if err != nil {
		return 0, err
	}
	return len(b), nil
}

// Escape replaces control characters other than tabs and line ends by their escapes in Go, such as \x1b, and those that
// change the direction of text as well.
func Escape(text string) string {
	if !strings.ContainsFunc(text, isControl) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case !isControl(r):
			b.WriteRune(r)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// isControl reports whether a character may change what a terminal does or in which direction it writes.
func isControl(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}
