// Package lines reads lines of bounded length from input that may be anything.
package lines

import (
	"bufio"
	"errors"
)

// Append appends the next line of in, with its line end, to buf. The last line of the input may lack a line end. A line
// that would make the result longer than most bytes is read to its end and dropped: whole is then false and the
// contents of the result mean nothing. The error is that of the reader, and a line may come with it.
func Append(buf []byte, in *bufio.Reader, most int) (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := in.ReadSlice('\n')
		if whole = whole && len(buf)+len(part) <= most; whole {
			buf = append(buf, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return buf, whole, err
		}
	}
}
