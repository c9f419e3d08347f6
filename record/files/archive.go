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

// Limits on a zip archive. The whole WTHOR base has 10 MB in 50 files.
const (
	maxEntries  = 10_000
	maxUnpacked = 1 << 30 // bytes of all files together, counted while unpacking
)

// isArchive reports whether a file starts with the signature of a zip archive.
func isArchive(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false // the reader of the file reports the error
	}
	defer func() { _ = file.Close() }() // it was only read
	head := make([]byte, 4)
	_, err = io.ReadFull(file, head)
	return err == nil && hasZipSignature(head)
}

// hasZipSignature reports whether data starts with the signature of a zip archive. Empty archives have their own.
func hasZipSignature(head []byte) bool {
	return len(head) >= 4 && slices.Contains([]string{"PK\x03\x04", "PK\x05\x06"}, string(head[:4]))
}

// archive is an open zip archive.
type archive struct {
	Inputs

	name  string
	files []*zip.File
	left  int64 // bytes that may still be unpacked

	openList opener // opens a list of names outside the archive
}

// archive yields the files of a zip archive in the order of its directory.
func (in Inputs) archive(name string, lists []string, yield func(Source) bool) bool {
	opened, err := zip.OpenReader(name)
	if err != nil {
		return yield(failed(name, &record.FileError{File: name, Err: err}))
	}
	defer func() { _ = opened.Close() }() // it was only read
	a := &archive{Inputs: in, name: name, left: cmp.Or(in.unpacked, maxUnpacked), openList: openFile}
	return a.entries(&opened.Reader, lists, yield)
}

// entries yields the files of the archive.
func (a *archive) entries(opened *zip.Reader, lists []string, yield func(Source) bool) bool {
	name := a.name
	if len(opened.File) > maxEntries {
		err := fmt.Errorf("too many files in the archive: %d, want at most %d", len(opened.File), maxEntries)
		return yield(failed(name, &record.FileError{File: name, Err: err}))
	}
	for _, f := range opened.File {
		if !strings.HasSuffix(f.Name, "/") && !slices.ContainsFunc(strings.Split(f.Name, "/"), isHiddenEntry) {
			a.files = append(a.files, f)
		}
	}
	if len(a.files) == 0 {
		return yield(failed(name, &record.FileError{File: name, Err: errors.New("the archive contains no files")}))
	}
	for _, f := range a.files {
		if wthor.CheckName(f.Name) != nil && slices.ContainsFunc(a.inFolderOf(f.Name), isBase) {
			continue
		}
		if !yield(a.entry(f, lists)) {
			return false
		}
	}
	return true
}

// isHiddenEntry reports whether a component of a path is hidden or is the metadata folder of macOS.
func isHiddenEntry(part string) bool { return isHidden(part) || part == "__MACOSX" }

// inFolderOf returns the files in the same folder of the archive as name.
func (a *archive) inFolderOf(name string) []string {
	var list []string
	for _, f := range a.files {
		if path.Dir(f.Name) == path.Dir(name) {
			list = append(list, f.Name)
		}
	}
	return list
}

// entry returns a file of the archive as a source. Names of players come from the given lists, or from lists in the
// same folder of the archive.
func (a *archive) entry(f *zip.File, lists []string) Source {
	name := a.name + "/" + f.Name
	names := func() (*wthor.Names, error) {
		return wthor.NamesFrom(f.Name, nameLists(lists, a.inFolderOf(f.Name)),
			func(list string) (io.ReadCloser, error) {
				if slices.Contains(lists, list) {
					return a.openList(list)
				}
				return a.open(list)
			})
	}
	return a.source(name, func() (io.ReadCloser, error) { return a.open(f.Name) }, names)
}

// open opens a file of the archive for reading.
func (a *archive) open(name string) (io.ReadCloser, error) {
	at := slices.IndexFunc(a.files, func(f *zip.File) bool { return f.Name == name })
	f := a.files[at]
	const encrypted = 1
	if f.Flags&encrypted != 0 {
		err := errors.New("encrypted file; unpack the archive first")
		return nil, &record.FileError{File: a.name + "/" + name, Err: err}
	}
	content, err := f.Open()
	if err != nil {
		return nil, &record.FileError{File: a.name + "/" + name, Err: err}
	}
	return &entryReader{ReadCloser: content, archive: a}, nil
}

// entryReader reads a file of an archive and counts the unpacked bytes.
type entryReader struct {
	io.ReadCloser

	archive *archive
}

// Read reads like [io.Reader]. It fails when the files of the archive exceed the limit together.
func (e *entryReader) Read(b []byte) (int, error) {
	if e.archive.left <= 0 {
		return 0, fmt.Errorf("archive %s unpacks to more than %d bytes; unpack it first", e.archive.name,
			cmp.Or(e.archive.unpacked, maxUnpacked))
	}
	n, err := e.ReadCloser.Read(b[:min(int64(len(b)), e.archive.left)])
	e.archive.left -= int64(n)
	return n, err
}
