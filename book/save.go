package book

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/kaeshi/kaeshi/internal/newfile"
)

// maxFile bounds what is read of a file in bytes: a larger one is no book.
const maxFile = 1 << 34

// Load reads the book at path. Errors name it.
func Load(path string) (*Book, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	b, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// readFile is the content of a regular file: a pipe or a device could go on for ever.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file", path)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s has %d bytes: no book is as large", path, info.Size())
	}
	return os.ReadFile(path)
}

// Save writes the book to path: beside its place, to the disk, and then there, so that at any moment a whole book
// lies there.
func (b *Book) Save(path string) error {
	data, err := b.Bytes()
	if err != nil {
		return err
	}
	return replaceFile(path, data)
}

func replaceFile(path string, data []byte) error {
	if place, err := filepath.EvalSymlinks(path); err == nil {
		path = place
	}
	part := path + ".part"
	err := writeFile(part, data)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		_ = os.Remove(part) // it is the first error that counts
		return newfile.Named(err, path)
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder writes the names in a folder to the disk, on platforms that do not do so themselves.
func syncFolder(path string) error {
	switch runtime.GOOS {
	case "windows", "js", "wasip1", "plan9":
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func writeFile(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
