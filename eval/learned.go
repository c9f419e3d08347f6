package eval

import (
	"bytes"
	"sync"
)

// Learned returns the weights embedded in the program, for boards of 8×8; in a browser, the light ones. They are
// parsed on the first call, which takes some tenths of a second. The error, the same on every call, says why the
// embedded file cannot be read.
func Learned() (*Weights, error) { return learned() }

var learned = sync.OnceValues(func() (*Weights, error) { return Load(bytes.NewReader(shipped)) })
