package flags

import "github.com/kaeshi/kaeshi/book"

// withoutBook is the value of --book that looks into none.
const withoutBook = "none"

// OpenBook is the book of that name: a file, none, or, without a name, the one that is part of the program, where there is one.
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
