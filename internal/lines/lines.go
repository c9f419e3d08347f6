// Package lines reads lines of limited length.
package lines

import (
	"bufio"
	"errors"
)

// Append reads the next line of in, with its line end, and appends it to buf. The last line of the input may lack a
// line end. A line that would make the result longer than limit bytes is skipped: whole is then false and the content
// of the result is unspecified. The error is that of the reader and may come with a line.
func Append(buf []byte, in *bufio.Reader, limit int) (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := in.ReadSlice('\n')
		if whole = whole && len(buf)+len(part) <= limit; whole {
			buf = append(buf, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return buf, whole, err
		}
	}
}
