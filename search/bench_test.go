package search

import "testing"

// signature is the number of nodes that Bench counts on every build and platform. A commit that changes it states the
// new number in its message.
const signature = 3_159_259

func TestBenchSignature(t *testing.T) {
	r, err := Bench(t.Context(), nil)
	if err != nil || r.Nodes != signature {
		t.Errorf("Bench counts %d nodes, want %d; error %v", r.Nodes, signature, err)
	}
}
