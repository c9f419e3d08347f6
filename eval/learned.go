package eval

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// Learned is the weights that go with the program, for boards of 8×8; in a browser, the light ones. They are unfolded when they are first asked for, which takes some
// tenths of a second. It is nil when they cannot be read, which a test rules out.
var Learned = sync.OnceValue(func() *Weights {
	w, err := Load(bytes.NewReader(shipped))
	if err != nil {
		return nil
	}
	return w
})

// LearnedSum is the SHA-256 of the file that [Learned] reads, in hexadecimal as its manifest has it. Values that are kept are kept with it: another
// program's weights say something else of all that is not searched to the end.
var LearnedSum = sync.OnceValue(func() string {
	sum := sha256.Sum256(shipped)
	return hex.EncodeToString(sum[:])
})
