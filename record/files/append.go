package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// Appender adds games to the end of a file one by one. Each game is written whole or not at all, so that a program that
// is stopped leaves whole games. [Append] opens one.
type Appender struct {
	Fresh bool // the file was new or empty

	file    *os.File
	format  Format
	regular bool // it has a size, to which a failed write returns
	size    int64
	games   int
	lost    []record.Loss
}

// Append opens a file, or makes it, in the format that its name tells. It is an error if the file holds games of
// another format, or if the format is that of several files.
func Append(name string) (a *Appender, err error) {
	format, ok := FormatOf(name)
	if !ok {
		return nil, fmt.Errorf("the name %q tells no format", name)
	}
	if e, _ := find(format); e.write == nil {
		return nil, fmt.Errorf("%s: %s is written to several files at once, not game by game", name, format)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	a = &Appender{file: file, format: format}
	if err := a.begin(name); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return a, nil
}

// begin checks what the file holds, and ends its last line.
func (a *Appender) begin(name string) error {
	about, err := a.file.Stat()
	if err != nil {
		return err
	}
	a.regular, a.size = about.Mode().IsRegular(), about.Size()
	if a.Fresh = !a.regular || a.size == 0; a.Fresh {
		return nil
	}
	head := make([]byte, scan.SampleSize)
	n, err := a.file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if found, err := Sniff(scan.AsUTF8(head[:n]), name); err == nil && found != a.format {
		return fmt.Errorf("%s holds games as %s: name another file", name, found)
	}
	last := make([]byte, 1)
	if _, err := a.file.ReadAt(last, a.size-1); err != nil {
		return err
	}
	if last[0] == '\n' {
		return nil
	}
	return a.write([]byte("\n"))
}

// Add writes a game. The error is that of the file, or of a game that is not valid.
func (a *Appender) Add(g *record.Game) error {
	var text bytes.Buffer
	lost, err := Write(&text, a.format, slices.Values([]*record.Game{g}))
	if err != nil {
		return err
	}
	a.games++
	for _, loss := range lost {
		a.lose(loss)
	}
	return a.write(text.Bytes())
}

func (a *Appender) lose(loss record.Loss) {
	at := slices.IndexFunc(a.lost, func(l record.Loss) bool { return l.What == loss.What })
	if at >= 0 {
		a.lost[at].Games++
		return
	}
	loss.First = a.games
	a.lost = append(a.lost, loss)
}

// write adds a text. Where that fails, the file is as it was.
func (a *Appender) write(text []byte) error {
	n, err := a.file.Write(text)
	if err != nil && a.regular {
		return errors.Join(err, a.file.Truncate(a.size))
	}
	a.size += int64(n)
	return err
}

// Close closes the file and returns what the format has no place for. The error is that of the file.
func (a *Appender) Close() ([]record.Loss, error) { return a.lost, a.file.Close() }
