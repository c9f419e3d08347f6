package eval

import "sync"

// Learned returns the weights for 8×8 embedded in the program. In a browser these are the light weights. The first call
// parses them, which takes about a tenth of a second. The error is that of [Load] and the same on every call.
func Learned() (*Weights, error) { return learned() }

var learned = sync.OnceValues(func() (*Weights, error) {
	f, err := parseFile(shipped)
	if err != nil {
		return nil, err
	}
	return f.weights()
})
