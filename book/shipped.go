package book

import (
	"embed"
	"errors"
	"io/fs"
	"sync"
)

//go:embed shipped
var shippedFiles embed.FS

// shippedName is the path of the book in the embedded files.
const shippedName = "shipped/kaeshi.book"

var shipped = sync.OnceValues(func() (*Book, error) {
	data, err := shippedFiles.ReadFile(shippedName)
	if err != nil {
		return nil, err
	}
	return Parse(data)
})

// Shipped returns the book that is built into the program. ok is false if the program has no book.
func Shipped() (b *Book, ok bool, err error) {
	b, err = shipped()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	return b, err == nil, err
}
