package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// Appender appends games to a file one by one. Each game is written whole or not at all, so an interrupted program
// leaves only whole games. Use [Append] to create one.
type Appender struct {
	Fresh bool // the file was new or empty

	file    *disk.File
	format  Format
	regular bool // a failed write truncates the file to size
	size    int64
	games   int
	lost    []record.Loss
}

// Append opens or creates a file for appending, in the format of its suffix. It returns an error if the file already
// contains games of another format, or if the format consists of several files.
func Append(name string) (a *Appender, err error) {
	format, ok := FormatOf(name)
	if !ok {
		return nil, fmt.Errorf("file name %q: no format has this suffix", name)
	}
	if e, _ := find(format); e.write == nil {
		return nil, fmt.Errorf("%s: cannot append to %s, which consists of several files", name, format)
	}
	file, err := disk.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	a = &Appender{file: file, format: format}
	if err := a.begin(name); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return a, nil
}

// begin checks the format of an existing file and terminates its last line.
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
		return fmt.Errorf("%s contains games in the format %s; choose another file", name, found)
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

// Add appends a game. It returns an error if the game is not valid or cannot be written.
func (a *Appender) Add(g *record.Game) error {
	var text bytes.Buffer
	lost, err := Write(&text, a.format, slices.Values([]*record.Game{g}))
	if err != nil {
		return err
	}
	a.games++
	for _, loss := range lost {
		a.addLoss(loss)
	}
	return a.write(text.Bytes())
}

// Missing returns those of the games that the file does not hold as Add writes them. A game that is listed twice must
// be in the file twice. The error is one of reading the file or of writing a game in its format.
func (a *Appender) Missing(games []*record.Game) (missing []*record.Game, err error) {
	if a.Fresh {
		return games, nil
	}
	content, err := io.ReadAll(io.NewSectionReader(a.file, 0, a.size))
	if err != nil {
		return nil, err
	}
	open := map[string][]int{} // indices of games that are not found yet, by the first line of their text
	texts := make([][]byte, len(games))
	for i, g := range games {
		var text bytes.Buffer
		if _, err := Write(&text, a.format, slices.Values([]*record.Game{g})); err != nil {
			return nil, err
		}
		texts[i] = text.Bytes()
		first, _, _ := strings.Cut(text.String(), "\n")
		open[first] = append(open[first], i)
	}
	found := make([]bool, len(games))
	for at := 0; at < len(content); {
		line, _, _ := bytes.Cut(content[at:], []byte("\n"))
		list, best := open[string(line)], -1 // the longest text, as one may be the beginning of another
		for n, i := range list {
			if bytes.HasPrefix(content[at:], texts[i]) && (best < 0 || len(texts[i]) > len(texts[list[best]])) {
				best = n
			}
		}
		if best < 0 {
			at += len(line) + 1
			continue
		}
		found[list[best]] = true
		at += len(texts[list[best]])
		open[string(line)] = slices.Delete(list, best, best+1)
	}
	for i, g := range games {
		if !found[i] {
			missing = append(missing, g)
		}
	}
	return missing, nil
}

func (a *Appender) addLoss(loss record.Loss) {
	at := slices.IndexFunc(a.lost, func(l record.Loss) bool { return l.What == loss.What })
	if at >= 0 {
		a.lost[at].Games++
		return
	}
	loss.First = a.games
	a.lost = append(a.lost, loss)
}

// write appends text. If that fails, it restores the previous end of the file.
func (a *Appender) write(text []byte) error {
	n, err := a.file.Write(text)
	if err != nil && a.regular {
		return errors.Join(err, a.file.Truncate(a.size))
	}
	a.size += int64(n)
	return err
}

// Close closes the file and returns everything that the format could not store. It fails
// if the file cannot be closed.
func (a *Appender) Close() ([]record.Loss, error) { return a.lost, a.file.Close() }
