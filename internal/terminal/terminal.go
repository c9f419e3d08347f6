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

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Output is a writer for results. Err is its first error, such as a full disk, for a report at the end of the program.
// Unless Verbatim is set, control characters are written as [Escape] does, so that the content of files cannot control
// the terminal. Each call of Write must pass complete characters.
type Output struct {
	io.Writer

	Verbatim bool // for files and full-screen output
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

// Escape replaces control characters, except tabs and line ends, and characters that control the direction of text by
// Go escapes such as \x1b.
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

// isControl reports whether a character may control the terminal or the direction of text.
func isControl(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}
