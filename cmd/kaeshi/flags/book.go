package flags

import "github.com/kaeshi/kaeshi/book"

// withoutBook is the value of --book that uses no book.
const withoutBook = "none"

// OpenBook opens the opening book that a flag names: that of a file, no book for "none", or, without a name, the book
// that is part of the program, if it has one.
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
