//go:build slow

package proof

import (
	"math/rand/v2"
	"testing"
)

// TestEveryPositionOf4x4 compares the solver of leaves with the naive one on all positions from both starts.
func TestEveryPositionOf4x4(t *testing.T) {
	known := map[diagram]int{}
	start4.value(known)
	parallel4.value(known)
	compareLeaves(t, known)
}

// TestManyLeaves does the same for 10,000 random endings with at most eight empty squares and all positions after them.
func TestManyLeaves(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	for i := range 10_000 {
		size := 8 - 2*(i%4/3) // one of four is 6×6
		known := map[diagram]int{}
		d := random(r, size, 1+i%8)
		compareLeaves(t, map[diagram]int{d: d.value(known)})
	}
}

func TestManyMutations(t *testing.T) {
	if count := accepted(t, 100_000, 2); count == 0 {
		t.Error("every mutated certificate is refused: the mutations are too coarse for a meaningful test")
	}
}
