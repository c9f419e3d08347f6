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

// Inputs are files of games as users name them.
type Inputs struct {
	// Files; folders, of which every file is read, also those in folders inside; zip archives; and "-" for standard
	// input. Files and folders whose names begin with a dot are left out of folders and archives. Lists of players and
	// tournaments (.jou, .trn) belong to the .wtb files that are named with them.
	Paths []string
	Stdin io.Reader // what "-" is read from; nil: a file of that name
	As    Format    // of all files; 0: told from their content

	unpacked int64    // bytes that an archive may hold; 0: the usual bound
	except   []string // cleaned paths of files that are no inputs where they lie in a folder
}

// Source is a file of games: one that was named, or one of a folder or an archive.
type Source struct {
	Name  string                         // as errors name it; "-" is standard input
	Games iter.Seq2[*record.Game, error] // with the errors of [ReadFile]
	names func() (*wthor.Names, error)   // of the WTHOR base that it may be
}

// Sources yields the files one by one, those of folders in the order of their names. A folder or an archive that cannot
// be read is a source whose games are its error.
func (in Inputs) Sources() iter.Seq[Source] {
	lists, others := splitLists(in.Paths)
	if len(others) == 0 {
		others, lists = lists, nil // each is refused: it has no games
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

// path yields the sources of a path. It is false when no more are wanted.
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

// pathError is an error as [os.Open] returns it.
func pathError(op, path string, err error) error {
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) {
		err = cause.Err
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}

// failed is a source that cannot be read.
func failed(name string, err error) Source {
	return Source{Name: name, Games: func(yield func(*record.Game, error) bool) { yield(nil, err) }}
}

func (in Inputs) stdin() Source {
	if in.As != 0 {
		return Source{Name: "-", Games: ReadAs(in.Stdin, in.As, "-")}
	}
	return Source{Name: "-", Games: Read(in.Stdin, "-")}
}

// file is a single file. Its names of players are in the lists or beside it.
func (in Inputs) file(path string, lists []string) Source {
	names := func() (*wthor.Names, error) {
		return wthor.NamesFrom(path, listsOf(lists, neighbours(path)), openFile)
	}
	return in.source(path, func() (io.ReadCloser, error) { return openFile(path) }, names)
}

func openFile(path string) (io.ReadCloser, error) { return os.Open(path) }

// listsOf are the files in which the names of a base are looked for: of each kind of list those that are given, or
// those beside it.
func listsOf(given, beside []string) []string {
	list := slices.Clone(given)
	for _, path := range beside {
		suffix := filepath.Ext(path)
		if !slices.ContainsFunc(given, func(g string) bool { return strings.EqualFold(filepath.Ext(g), suffix) }) {
			list = append(list, path)
		}
	}
	return list
}

// neighbours are the files in the folder of a file.
func neighbours(path string) []string {
	entries, _ := os.ReadDir(filepath.Dir(path)) // names that are not found are missing
	var list []string
	for _, e := range entries {
		if !e.IsDir() {
			list = append(list, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return list
}

// source is a file that open opens.
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

// readWith reads a file in any format; of a WTHOR base the names are asked for.
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
	counted(wthor.ReadWith(in, list, name))(yield)
}

// folder yields the files of a folder and of the folders in it.
func (in Inputs) folder(root string, lists []string, yield func(Source) bool) bool {
	stopped := false
	give := func(s Source) error {
		if stopped = !yield(s); stopped {
			return fs.SkipAll
		}
		return nil
	}
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error { // it returns no errors but those two
		switch {
		case err != nil:
			return give(failed(path, pathError("read", path, err)))
		case path != root && isHidden(d.Name()) && d.IsDir():
			return fs.SkipDir
		case d.IsDir(), isHidden(d.Name()), belongsToBase(path), slices.Contains(in.except, filepath.Clean(path)):
			return nil
		}
		about, err := os.Stat(path) // of what a link leads to
		switch {
		case err != nil:
			return give(failed(path, pathError("open", path, err)))
		case !about.Mode().IsRegular():
			return give(failed(path, &record.FileError{File: path, Err: errNoFile}))
		}
		stopped = !in.path(path, lists, yield)
		if stopped {
			return fs.SkipAll
		}
		return nil
	})
	return !stopped
}

var errNoFile = errors.New("it is no regular file, and links to folders are not followed: name it as an argument")

func isHidden(name string) bool { return strings.HasPrefix(name, ".") }

// belongsToBase reports whether a file of a folder is a list of names beside a WTHOR base.
func belongsToBase(path string) bool {
	return wthor.CheckName(path) != nil && slices.ContainsFunc(neighbours(path), isBase)
}

func isBase(path string) bool { return strings.EqualFold(filepath.Ext(path), ".wtb") }
