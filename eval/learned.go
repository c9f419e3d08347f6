package eval

import (
	"bytes"
	"sync"
)

// Learned returns the weights for 8×8 embedded in the program. In a browser these are the light weights. The first call
// parses them, which takes some tenths of a second. The error is that of [Load] and the same on every call.
func Learned() (*Weights, error) { return learned() }

var learned = sync.OnceValues(func() (*Weights, error) { return Load(bytes.NewReader(shipped)) })
