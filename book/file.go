package book

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/filelock"
)

// File is a book that can be changed, with its journal. Each change is on the disk before the next one is made, so that
// a killed run loses only the searches in progress. Only one run at a time can open it, on platforms with file locks.
type File struct {
	*Graph
	path    string
	steps   []Step // before this run
	step    Step
	journal *disk.File // nil for a copy in memory
	base    [sha256.Size]byte
	pending int   // changes in the journal
	fault   error // first error of the journal; nothing is written after it, because the change may be incomplete
	saved   time.Time
	created bool // Open created the file
}

// Open opens the book at path for changes. It creates an empty book if needed, and applies the changes in the
// journal of a run that was killed. The step is added to the history of the book. Open fails if the folder does not
// exist, if another run has the book open, and if the book or its journal is damaged. Errors name the file.
func Open(path string, step Step) (*File, error) {
	if folder, err := os.Stat(filepath.Dir(path)); err != nil || !folder.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	j, err := openJournal(path + ".journal")
	if err != nil {
		return nil, err
	}
	f := &File{path: path, step: step, journal: j}
	if err := f.load(); err != nil {
		if info, unknown := j.Stat(); unknown == nil && info.Size() == 0 {
			return nil, errors.Join(err, filelock.Discard(j.File))
		}
		return nil, errors.Join(err, j.Close())
	}
	return f, nil
}

func (f *File) load() error {
	data, err := readFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = (&Book{}).Bytes()
		if err == nil {
			f.created = true
			err = replaceFile(f.path, data)
		}
	}
	if err != nil {
		return err
	}
	b, err := Parse(data)
	if err == nil {
		f.steps = b.steps
		f.base = checksum(data)
		f.Graph, err = GraphOf(b)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	if err := f.recover(); err != nil {
		return err
	}
	return f.checkpoint()
}

func checksum(file []byte) [sha256.Size]byte { return [sha256.Size]byte(file[len(file)-sha256.Size:]) }

// recover applies the journal of an earlier run.
func (f *File) recover() error {
	j, err := readJournal(f.journal)
	if err != nil || len(j.changes) == 0 {
		return err
	}
	if j.base != f.base && !f.holds(j.changes) {
		return fmt.Errorf(
			"%s belongs to another version of %s; restore that version, or remove the journal and lose its changes: %d",
			f.journal.Name(), f.path, len(j.changes))
	}
	if j.base != f.base { // the run was killed between writing the book and clearing the journal
		return nil
	}
	for _, c := range j.changes {
		f.apply(c)
	}
	j.step.Positions = f.Len()
	f.steps = append(f.steps, j.step)
	f.pending = len(j.changes)
	return nil
}

// holds reports whether all the changes have been made.
func (g *Graph) holds(changes []change) bool {
	last := map[key]Leaf{}
	for _, c := range changes {
		for _, v := range c {
			last[v.at] = v.leaf
		}
	}
	for k, leaf := range last {
		if id, ok := g.index[k]; !ok || g.nodes[id].leaf != leaf {
			return false
		}
	}
	return true
}

// commit writes a change to the journal and makes it.
func (f *File) commit(c change) error {
	if err := f.record(c); err != nil {
		return err
	}
	f.apply(c)
	return nil
}

// record writes a change to the journal.
func (f *File) record(c change) error {
	if f.journal == nil {
		return nil
	}
	if f.fault == nil {
		_, f.fault = f.journal.Write(frame(c))
	}
	if f.fault == nil {
		f.fault = f.journal.Sync()
	}
	if f.fault != nil {
		return f.fault
	}
	f.pending++
	return nil
}

// flushed is the interval at which a long run writes the whole book for its readers.
const flushed = 5 * time.Minute

// flushIfOld writes the book if the last write is long ago.
func (f *File) flushIfOld() error {
	if f.journal == nil || time.Since(f.saved) < flushed {
		return nil
	}
	return f.Flush()
}

// checkpoint writes the book if it has changed, and starts a new journal.
func (f *File) checkpoint() error {
	if f.pending > 0 {
		if err := f.save(f.steps); err != nil {
			return err
		}
	}
	f.pending, f.saved = 0, time.Now()
	head, err := (&journal{base: f.base, step: f.step}).header()
	if err != nil {
		return err
	}
	if err := f.journal.Truncate(0); err != nil {
		return err
	}
	if _, err := f.journal.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := f.journal.Write(head); err != nil {
		return err
	}
	return f.journal.Sync()
}

func (f *File) save(steps []Step) error {
	data, err := f.Book(steps).Bytes()
	if err != nil {
		return err
	}
	f.base = checksum(data)
	return replaceFile(f.path, data)
}

// Flush writes the book with all changes.
func (f *File) Flush() error {
	if f.pending > 0 {
		f.step.Positions = f.Len()
		if n := len(f.steps); n == 0 || !f.steps[n-1].same(f.step) {
			f.steps = append(f.steps, Step{})
		}
		f.steps[len(f.steps)-1] = f.step
	}
	return f.checkpoint()
}

// same reports whether two steps are of the same run.
func (s Step) same(t Step) bool { return s.Command == t.Command && s.Date == t.Date }

// Close writes the book and removes the journal. It removes a new book without positions, so that a run that fails
// early leaves no file.
func (f *File) Close() error {
	if err := f.Flush(); err != nil {
		return errors.Join(err, f.journal.Close())
	}
	if f.created && f.Len() == 0 {
		return errors.Join(os.Remove(f.path), filelock.Discard(f.journal.File))
	}
	return filelock.Discard(f.journal.File)
}
