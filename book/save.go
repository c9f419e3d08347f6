package book

import (
	"fmt"
	"os"

	"github.com/kaeshi/kaeshi/internal/newfile"
)

// maxFile is the greatest size of a file in bytes.
const maxFile = 1 << 34

// Load reads the book at path. It fails if the file is truncated, damaged or not a book. Errors name the path.
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

// readFile reads a regular file. It refuses pipes and devices, which may not end.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", path)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s is too large: %d, want at most %d bytes", path, info.Size(), int64(maxFile))
	}
	return os.ReadFile(path)
}

// Save writes the book to path. It writes and syncs a temporary file and renames it, so that the file at path is
// complete at all times.
func (b *Book) Save(path string) error {
	data, err := b.Bytes()
	if err != nil {
		return err
	}
	return replaceFile(path, data)
}

func replaceFile(path string, data []byte) error { return newfile.WriteBytes(path, 0o666, data) }
