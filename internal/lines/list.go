package lines

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Item is a line of a list.
type Item struct {
	Number int    // of the line, from 1
	Text   string // without comment and surrounding spaces; not empty
}

// List yields the lines of a list, which has one item a line. It skips empty lines, comments (see [CutComment]) and a
// byte order mark. It ends at a line longer than limit bytes and at an error of in, which come with the number of
// the line.
func List(in io.Reader, limit int) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		all := bufio.NewScanner(in)
		all.Buffer(nil, limit)
		number := 1
		for ; all.Scan(); number++ {
			text, _, _ := CutComment(strings.TrimPrefix(all.Text(), "\ufeff"))
			if text != "" && !yield(Item{number, text}, nil) {
				return
			}
		}
		err := all.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("the line is longer than %d bytes", limit)
		}
		if err != nil {
			yield(Item{Number: number}, err)
		}
	}
}
