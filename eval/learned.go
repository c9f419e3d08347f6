package eval

import (
	"bytes"
	"sync"
)

// Learned is the weights that go with the program, for boards of 8×8; in a browser, the light ones. They are unfolded when they are first asked for, which takes some
// hundredths of a second. It is nil when they cannot be read, which a test rules out.
var Learned = sync.OnceValue(func() *Weights {
	w, err := Load(bytes.NewReader(shipped))
	if err != nil {
		return nil
	}
	return w
})
