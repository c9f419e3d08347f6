package search

import "testing"

// signature is what Bench must count on every build and platform. A commit that changes it says so, with the new
// number.
const signature = 3_159_259

func TestBenchSignature(t *testing.T) {
	r, err := Bench(t.Context(), nil)
	if err != nil || r.Nodes != signature {
		t.Errorf("bench counts %d nodes, want %d (error %v)", r.Nodes, signature, err)
	}
}
