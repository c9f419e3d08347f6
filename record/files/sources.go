package files

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/wthor"
)

// Inputs names files of games.
type Inputs struct {
	// Paths of files, folders, zip archives, or "-" for standard input. Folders are read recursively. Files and folders
	// whose names start with a dot are skipped in folders and archives. Lists of players and tournaments (.jou, .trn)
	// belong to the .wtb files named with them.
	Paths []string
	Stdin io.Reader // read for "-"; if nil, "-" is an ordinary file name
	As    Format    // format of all files; 0 to detect it

	unpacked int64    // limit on the bytes of an archive; 0 for maxUnpacked
	except   []string // cleaned paths to skip in folders
}

// Source is a file of games: one of Inputs.Paths, or a file in a folder or an archive.
type Source struct {
	Name  string                         // as in errors; "-" is standard input
	Games iter.Seq2[*record.Game, error] // the errors are those of [ReadFile]
	names func() (*wthor.Names, error)   // lists of names, if the file is a WTHOR base
}

// Sources yields the files in order, those of folders sorted by name. A folder without files, and a folder or archive
// that cannot be read, yields a source whose Games yields the error.
func (in Inputs) Sources() iter.Seq[Source] {
	lists, others := splitLists(in.Paths)
	if len(others) == 0 {
		others, lists = lists, nil // each yields an error: lists contain no games
	}
	return func(yield func(Source) bool) {
		for _, path := range others {
			if !in.path(path, lists, yield) {
				return
			}
		}
	}
}

// splitLists separates the lists of players and tournaments from the other paths.
func splitLists(paths []string) (lists, others []string) {
	for _, path := range paths {
		if wthor.CheckName(path) != nil {
			lists = append(lists, path)
		} else {
			others = append(others, path)
		}
	}
	return lists, others
}

// path yields the sources of a path and reports whether to continue.
func (in Inputs) path(path string, lists []string, yield func(Source) bool) bool {
	if path == "-" && in.Stdin != nil {
		return yield(in.stdin())
	}
	about, err := os.Stat(path)
	switch {
	case err != nil:
		return yield(failed(path, pathError("open", path, err)))
	case about.IsDir():
		return in.folder(path, lists, yield)
	case about.Mode().IsRegular() && isArchive(path):
		return in.archive(path, lists, yield)
	}
	return yield(in.file(path, lists))
}

// pathError returns err as an [*fs.PathError], the type of error that [os.Open] returns.
func pathError(op, path string, err error) error {
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) {
		err = cause.Err
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}

// failed returns a source that yields only an error.
func failed(name string, err error) Source {
	return Source{Name: name, Games: func(yield func(*record.Game, error) bool) { yield(nil, err) }}
}

func (in Inputs) stdin() Source {
	if in.As != 0 {
		return Source{Name: "-", Games: ReadAs(in.Stdin, in.As, "-")}
	}
	return Source{Name: "-", Games: Read(in.Stdin, "-")}
}

// file returns a file as a source. Names of players come from the given lists, or from lists beside the file.
func (in Inputs) file(path string, lists []string) Source {
	names := func() (*wthor.Names, error) {
		return wthor.NamesFrom(path, nameLists(lists, inFolderOf(path)), openFile)
	}
	return in.source(path, func() (io.ReadCloser, error) { return openFile(path) }, names)
}

// opener opens a file for reading.
type opener func(name string) (io.ReadCloser, error)

func openFile(path string) (io.ReadCloser, error) { return os.Open(path) }

// nameLists returns the files to search for the names of a base. For each suffix, the given lists replace those beside
// the base.
func nameLists(given, beside []string) []string {
	list := slices.Clone(given)
	for _, path := range beside {
		suffix := filepath.Ext(path)
		if !slices.ContainsFunc(given, func(g string) bool { return strings.EqualFold(filepath.Ext(g), suffix) }) {
			list = append(list, path)
		}
	}
	return list
}

// inFolderOf returns the files in the same folder as path.
func inFolderOf(path string) []string {
	entries, _ := os.ReadDir(filepath.Dir(path)) // without the lists, games have no names
	var list []string
	for _, e := range entries {
		if !e.IsDir() {
			list = append(list, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return list
}

// source returns a file that is opened with open. names returns its lists of names if it is a WTHOR base.
func (in Inputs) source(
	name string, open func() (io.ReadCloser, error), names func() (*wthor.Names, error),
) Source {
	games := func(yield func(*record.Game, error) bool) {
		file, err := open()
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = file.Close() }() // it was only read
		if in.As != 0 && in.As != WTHOR {
			ReadAs(file, in.As, name)(yield)
			return
		}
		readWith(file, name, names, yield)
	}
	return Source{Name: name, Games: games, names: names}
}

// readWith reads a file in any format. It calls names only for a WTHOR base.
func readWith(
	r io.Reader, name string, names func() (*wthor.Names, error), yield func(*record.Game, error) bool,
) {
	in := bufio.NewReaderSize(r, 1<<16)
	head, _ := in.Peek(scan.SampleSize)
	if !wthor.Sniff(head) {
		Read(in, name)(yield)
		return
	}
	list, err := names()
	if err != nil && !yield(nil, err) {
		return
	}
	if err := wthor.CheckName(name); err != nil {
		yield(nil, &record.FileError{File: name, Err: err})
		return
	}
	withEmpties(wthor.ReadWith(in, list, name))(yield)
}

// folder yields the files of a folder and its subfolders, and reports whether to continue.
func (in Inputs) folder(root string, lists []string, yield func(Source) bool) bool {
	stopped, found := false, false
	give := func(s Source) error {
		found = true
		if stopped = !yield(s); stopped {
			return fs.SkipAll
		}
		return nil
	}
	// The callback returns only SkipAll and SkipDir, so WalkDir returns no error.
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return give(failed(path, pathError("read", path, err)))
		case path != root && isHidden(d.Name()) && d.IsDir():
			return fs.SkipDir
		case d.IsDir(), isHidden(d.Name()), belongsToBase(path), slices.Contains(in.except, filepath.Clean(path)):
			return nil
		}
		about, err := os.Stat(path) // follows links
		switch {
		case err != nil:
			return give(failed(path, pathError("open", path, err)))
		case !about.Mode().IsRegular():
			return give(failed(path, &record.FileError{File: path, Err: errNotRegular}))
		}
		found = true
		stopped = !in.path(path, lists, yield)
		if stopped {
			return fs.SkipAll
		}
		return nil
	})
	if !found {
		return yield(failed(root, &record.FileError{File: root, Err: errors.New("the folder has no files of games")}))
	}
	return !stopped
}

var errNotRegular = errors.New("not a regular file; pass linked folders as arguments, because links are not followed")

func isHidden(name string) bool { return strings.HasPrefix(name, ".") }

// belongsToBase reports whether a file is a list of names in the same folder as a WTHOR base.
func belongsToBase(path string) bool {
	return wthor.CheckName(path) != nil && slices.ContainsFunc(inFolderOf(path), isBase)
}

func isBase(path string) bool { return strings.EqualFold(filepath.Ext(path), ".wtb") }
