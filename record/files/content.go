package files

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"iter"
	"slices"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/wthor"
)

// Content is a file in memory, such as one that a browser has sent.
type Content struct {
	Name string // without a folder
	Data []byte // the whole file
}

// Contents yields files in memory like [Inputs.Sources] those of paths: it unpacks zip archives, and lists of players
// and tournaments belong to the .wtb files among the others. Each archive may unpack to the given number of bytes.
func Contents(list []Content, unpacked int64) iter.Seq[Source] {
	var names []string
	for _, c := range list {
		names = append(names, c.Name)
	}
	lists, others := splitLists(names)
	if len(others) == 0 {
		others, lists = lists, nil // each yields an error: lists contain no games
	}
	open := func(name string) (io.ReadCloser, error) {
		at := slices.Index(names, name)
		if at < 0 {
			return nil, pathError("open", name, fs.ErrNotExist)
		}
		return io.NopCloser(bytes.NewReader(list[at].Data)), nil
	}
	in := Inputs{unpacked: unpacked}
	return func(yield func(Source) bool) {
		for _, c := range list {
			if slices.Contains(others, c.Name) && !in.content(c, lists, open, yield) {
				return
			}
		}
	}
}

// content yields the sources of a file in memory and reports whether to continue.
func (in Inputs) content(c Content, lists []string, open opener, yield func(Source) bool) bool {
	if hasZipSignature(c.Data) {
		reader, err := zip.NewReader(bytes.NewReader(c.Data), int64(len(c.Data)))
		if err != nil {
			return yield(failed(c.Name, &record.FileError{File: c.Name, Err: err}))
		}
		a := &archive{Inputs: in, name: c.Name, left: in.unpacked, openList: open}
		return a.entries(reader, lists, yield)
	}
	data := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(c.Data)), nil }
	return yield(in.source(c.Name, data,
		func() (*wthor.Names, error) { return wthor.NamesFrom(c.Name, lists, open) }))
}
