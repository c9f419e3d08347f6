package terminal

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Is reports whether a stream is a terminal. Streams that are no files are none.
func Is(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Output remembers the first error of a Writer in Err, so that a result that did not arrive, as on a full disk, can be
// reported when the program ends.
type Output struct {
	io.Writer

	Err error
}

func (w *Output) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	if w.Err == nil {
		w.Err = err
	}
	return n, err
}
