package files

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/wthor"
)

// Bounds of a zip archive, whatever its directory says. The whole WTHOR base has 10 MB in 50 files.
const (
	mostEntries  = 10_000
	mostUnpacked = 1 << 30 // bytes of all files together
)

// isArchive reports whether a file begins as a zip archive does.
func isArchive(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false // whoever reads it finds out
	}
	defer func() { _ = file.Close() }() // it was only read
	head := make([]byte, 4)
	_, err = io.ReadFull(file, head)
	return err == nil && hasArchiveMark(head)
}

// hasArchiveMark reports whether a content begins as a zip archive does, with files or empty.
func hasArchiveMark(head []byte) bool {
	return len(head) >= 4 && slices.Contains([]string{"PK\x03\x04", "PK\x05\x06"}, string(head[:4]))
}

// archive is a zip archive that is being read.
type archive struct {
	Inputs

	name  string
	files []*zip.File
	left  int64 // bytes that may still be unpacked
}

// archive yields the files of a zip archive in its order.
func (in Inputs) archive(name string, lists []string, yield func(Source) bool) bool {
	opened, err := zip.OpenReader(name)
	if err != nil {
		return yield(failed(name, &record.FileError{File: name, Err: err}))
	}
	defer func() { _ = opened.Close() }() // it was only read
	if len(opened.File) > mostEntries {
		err := fmt.Errorf("an archive of %d files: at most %d are read", len(opened.File), mostEntries)
		return yield(failed(name, &record.FileError{File: name, Err: err}))
	}
	a := &archive{Inputs: in, name: name, left: cmp.Or(in.unpacked, mostUnpacked)}
	for _, f := range opened.File {
		if !strings.HasSuffix(f.Name, "/") && !slices.ContainsFunc(strings.Split(f.Name, "/"), isHiddenEntry) {
			a.files = append(a.files, f)
		}
	}
	if len(a.files) == 0 {
		return yield(failed(name, &record.FileError{File: name, Err: errors.New("an archive without files")}))
	}
	for _, f := range a.files {
		if wthor.CheckName(f.Name) != nil && slices.ContainsFunc(a.neighbours(f.Name), isBase) {
			continue
		}
		if !yield(a.entry(f, lists)) {
			return false
		}
	}
	return true
}

// isHiddenEntry reports whether a part of a path is hidden, or is the folder into which macOS puts its own data.
func isHiddenEntry(part string) bool { return isHidden(part) || part == "__MACOSX" }

// neighbours are the files of the archive in the folder of one of them.
func (a *archive) neighbours(name string) []string {
	var list []string
	for _, f := range a.files {
		if path.Dir(f.Name) == path.Dir(name) {
			list = append(list, f.Name)
		}
	}
	return list
}

// entry is a file of the archive. Its names of players are in the given lists, or beside it in the archive.
func (a *archive) entry(f *zip.File, lists []string) Source {
	name := a.name + "/" + f.Name
	names := func() (*wthor.Names, error) {
		return wthor.NamesFrom(f.Name, listsOf(lists, a.neighbours(f.Name)),
			func(list string) (io.ReadCloser, error) {
				if slices.Contains(lists, list) {
					return openFile(list)
				}
				return a.open(list)
			})
	}
	return a.source(name, func() (io.ReadCloser, error) { return a.open(f.Name) }, names)
}

// open opens a file of the archive.
func (a *archive) open(name string) (io.ReadCloser, error) {
	at := slices.IndexFunc(a.files, func(f *zip.File) bool { return f.Name == name })
	f := a.files[at]
	const encrypted = 1
	if f.Flags&encrypted != 0 {
		err := errors.New("it is encrypted: unpack the archive first")
		return nil, &record.FileError{File: a.name + "/" + name, Err: err}
	}
	content, err := f.Open()
	if err != nil {
		return nil, &record.FileError{File: a.name + "/" + name, Err: err}
	}
	return &entryReader{ReadCloser: content, archive: a}, nil
}

// entryReader counts what is unpacked.
type entryReader struct {
	io.ReadCloser

	archive *archive
}

// Read fails when the archive has more content than is read.
func (e *entryReader) Read(b []byte) (int, error) {
	if e.archive.left <= 0 {
		return 0, fmt.Errorf("the archive %s holds more than %d bytes: unpack it first", e.archive.name,
			cmp.Or(e.archive.unpacked, mostUnpacked))
	}
	n, err := e.ReadCloser.Read(b[:min(int64(len(b)), e.archive.left)])
	e.archive.left -= int64(n)
	return n, err
}
