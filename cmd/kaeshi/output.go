package main

import (
	"encoding/json"
	"fmt"
	"io"
)

// show writes one line of a result: as JSON, or as people read it.
func (p *program) show(result fmt.Stringer, asJSON bool) error {
	if !asJSON {
		_, err := fmt.Fprintln(p.out, result)
		return err
	}
	e := json.NewEncoder(p.out)
	e.SetEscapeHTML(false)
	return e.Encode(result)
}

// sureWriter remembers that a write failed: a result that did not arrive, as on a full disk, is a failure of the command.
type sureWriter struct {
	io.Writer
	err error
}

func (w *sureWriter) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	if w.err == nil {
		w.err = err
	}
	return n, err
}
