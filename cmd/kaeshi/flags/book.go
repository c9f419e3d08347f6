package flags

import "github.com/kaeshi/kaeshi/book"

// withoutBook is the value of --book for no book.
const withoutBook = "none"

// OpenBook opens the opening book that a flag names: a file, the built-in book if the name is empty, or no book, which
// is nil, for "none".
func OpenBook(name string) (*book.Book, error) {
	switch name {
	case withoutBook:
		return nil, nil
	case "":
		b, _, err := book.Shipped()
		return b, err
	}
	return book.Load(name)
}
