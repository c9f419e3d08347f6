// Package journal stores results in append-only files, so that an interrupted run can be continued. A journal is a file
// of JSON documents, one a line. The first line, the heading, holds the settings of the run. Each other line is a
// result.
package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/filelock"
)

// syncEvery is the minimum interval at which a journal is written to the disk.
const syncEvery = time.Second

// Journal is an open journal. Its methods are safe for concurrent use.
//
// Append passes each line to the operating system, so that killing the process loses nothing. It also syncs the file to
// the disk about once a second, so that a crash of the machine loses about the last second. Close syncs the file too.
type Journal struct {
	mu     sync.Mutex
	file   *disk.File
	end    int64
	synced time.Time
	fresh  bool // created by Open, and without results so far
}

// Line is the position of a line in a journal, in bytes.
type Line struct {
	At   int64
	Size int
}

// Format describes a journal. H is the type of its heading, a struct.
type Format[H any] struct {
	Schema  string                           // name of the format in the heading
	Heading H                                // heading of a new journal
	Differ  func(found H) []string           // returns the settings that prevent continuing the journal
	Read    func(place Line, b []byte) error // receives each line after the heading, without its line break
}

// schema is the first part of the heading.
type schema struct {
	Schema string `json:"schema"`
}

// Open opens the journal at path, creating it if necessary, and reads it. An incomplete last line is removed. Open
// refuses files that are not journals of the format, journals with settings that Differ returns, and, on platforms with
// file locks, journals that are open already. It does not change files that it refuses.
func Open[H any](path string, format Format[H]) (*Journal, error) {
	for {
		_, missing := os.Lstat(path)
		file, err := disk.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		j := &Journal{file: file, synced: time.Now(), fresh: errors.Is(missing, fs.ErrNotExist)}
		if err := load(j, format); err != nil {
			return nil, errors.Join(j.wrap(err), file.Close())
		}
		if isOpenFileAt(path, file.File) {
			return j, nil
		}
		_ = file.Close() // another run removed the file before it was locked
	}
}

// isOpenFileAt reports whether path still names the open file.
func isOpenFileAt(path string, f *os.File) bool {
	named, err := os.Stat(path)
	opened, err2 := f.Stat()
	return err == nil && err2 == nil && os.SameFile(named, opened)
}

func load[H any](j *Journal, format Format[H]) error {
	if err := filelock.Lock(j.file.File); err != nil {
		return err
	}
	in := bufio.NewReaderSize(j.file, 1<<16)
	for number := 1; ; number++ {
		text, err := in.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF):
			return resume(j, text, format)
		case err == nil && number == 1:
			err = format.check(text)
		case err == nil:
			err = format.Read(Line{j.end, len(text)}, text[:len(text)-1])
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		j.end += int64(len(text))
	}
}

// check returns an error if the journal with this heading cannot be continued.
func (f Format[H]) check(text []byte) error {
	var named schema
	var found H
	if json.Unmarshal(text, &named) != nil || named.Schema != f.Schema || json.Unmarshal(text, &found) != nil {
		return errForeign()
	}
	if differences := f.Differ(found); len(differences) > 0 {
		return fmt.Errorf("%w: %s; choose another file or use its settings", ErrOtherSettings,
			strings.Join(differences, ", "))
	}
	return nil
}

// ErrOtherSettings reports that a journal cannot be continued because its settings differ.
var ErrOtherSettings = errors.New("the journal was made with other settings")

func errForeign() error { return errors.New("not a journal of this command; choose a new file name") }

// resume removes an incomplete last line and writes the heading of a new journal. A file without a complete line is a
// new journal only if it is empty or holds the beginning of the heading.
func resume[H any](j *Journal, torn []byte, format Format[H]) error {
	if j.end > 0 {
		return j.file.Truncate(j.end)
	}
	heading, err := format.heading()
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(heading, torn) {
		return fmt.Errorf("line 1: %w", errForeign())
	}
	if err := j.file.Truncate(0); err != nil {
		return err
	}
	_, err = j.append(heading)
	return err
}

// heading returns the heading as a line: the schema, then the fields of H.
func (f Format[H]) heading() ([]byte, error) {
	first, err := json.Marshal(schema{f.Schema})
	if err != nil {
		return nil, err
	}
	rest, err := json.Marshal(f.Heading)
	if err != nil {
		return nil, err
	}
	if string(rest) == "{}" {
		return append(first, '\n'), nil
	}
	first[len(first)-1] = ','
	return append(append(first, rest[1:]...), '\n'), nil
}

// Append adds a document as a line.
func (j *Journal) Append(document any) (Line, error) {
	text, err := json.Marshal(document)
	if err != nil {
		return Line{}, j.wrap(err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	place, err := j.append(append(text, '\n'))
	if err != nil {
		return Line{}, j.wrap(err)
	}
	j.fresh = false
	return place, nil
}

// append writes a line at the end. It removes a line that was written incompletely.
func (j *Journal) append(text []byte) (Line, error) {
	if _, err := j.file.WriteAt(text, j.end); err != nil {
		return Line{}, errors.Join(err, j.file.Truncate(j.end))
	}
	place := Line{j.end, len(text)}
	j.end += int64(len(text))
	if time.Since(j.synced) < syncEvery {
		return place, nil
	}
	j.synced = time.Now()
	return place, j.file.Sync()
}

// Read decodes the document of a line.
func (j *Journal) Read(place Line, document any) error {
	text := make([]byte, place.Size)
	_, err := j.file.ReadAt(text, place.At)
	if err == nil {
		err = json.Unmarshal(text, document)
	}
	if err != nil {
		return j.wrap(fmt.Errorf("byte %d: %w", place.At, err))
	}
	return nil
}

// Close syncs the journal to the disk and closes it. It removes a journal that Open has created and to which nothing
// was appended, so that a run that fails early leaves no file.
func (j *Journal) Close() error {
	if j.fresh {
		return j.Remove()
	}
	return errors.Join(j.file.Sync(), j.file.Close())
}

// Remove closes and deletes the journal.
func (j *Journal) Remove() error { return filelock.Discard(j.file.File) }

// wrap adds the name of the journal to an error.
func (j *Journal) wrap(err error) error { return fmt.Errorf("journal %s: %w", j.file.Name(), err) }
