package games

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Files returns the files of games that a source names: the source itself if it is a file, or those in the folder. It
// fails if the name is malformed as a pattern.
func Files(source string) ([]string, error) {
	if info, err := os.Stat(source); err == nil && !info.IsDir() {
		return []string{source}, nil
	}
	return filepath.Glob(filepath.Join(source, "*.games"))
}

// EachBlock calls do with the blocks of a file. It ignores an incomplete block at the end, as in a file that is being
// written, and fails if the file cannot be read or is damaged.
func EachBlock(path string, do func(b Block)) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r, err := NewReader(f)
	for err == nil {
		var b Block
		if b, err = r.Next(); err == nil {
			do(b)
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, ErrTruncated) {
		return nil
	}
	return fmt.Errorf("%s: %w", path, err)
}
