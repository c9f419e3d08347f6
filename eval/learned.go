package eval

import (
	"bytes"
	_ "embed"
	"sync"
)

// shipped is the file of weights that goes with the program; the manifests in provenance say how it was made.
//
//go:embed weights.bin
var shipped []byte

// Learned is the weights that go with the program, for boards of 8×8. They are unfolded when they are first asked for, which takes some
// hundredths of a second. It is nil when they cannot be read, which a test rules out.
var Learned = sync.OnceValue(func() *Weights {
	w, err := Load(bytes.NewReader(shipped))
	if err != nil {
		return nil
	}
	return w
})
