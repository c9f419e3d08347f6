package book

import (
	"embed"
	"errors"
	"io/fs"
	"sync"
)

//go:embed shipped
var shippedFiles embed.FS

// shippedName is the book's place in the tree.
const shippedName = "shipped/kaeshi.book"

var shipped = sync.OnceValues(func() (*Book, error) {
	data, err := shippedFiles.ReadFile(shippedName)
	if err != nil {
		return nil, err
	}
	return Parse(data)
})

// Shipped is the book that is part of the program; ok is false when there is none.
func Shipped() (b *Book, ok bool, err error) {
	b, err = shipped()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	return b, err == nil, err
}
