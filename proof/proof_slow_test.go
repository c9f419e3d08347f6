//go:build slow

package proof

import (
	"bytes"
	"errors"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"testing"
)

// TestEveryPositionOf4x4 compares the solver of leaves with the naive one on all positions from both starts.
func TestEveryPositionOf4x4(t *testing.T) {
	known := map[diagram]int{}
	start4.value(known)
	parallel4.value(known)
	compareLeaves(t, known)
}

// TestManyLeaves compares the two solvers on 10,000 random endings with at most eight empty squares and on all
// positions after them.
func TestManyLeaves(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	for i := range 10_000 {
		size := 8 - 2*(i%4/3) // one in four is 6×6
		known := map[diagram]int{}
		d := random(r, size, 1+i%8)
		compareLeaves(t, map[diagram]int{d: d.value(known)})
	}
}

func TestManyMutations(t *testing.T) {
	checkMutations(t, 100_000, 2)
}

// TestMostNodes verifies a false certificate with as many nodes as the limit of memory allows. The sum of all
// allocations, which is more than the memory in use at a time, is at most twice the limit.
func TestMostNodes(t *testing.T) {
	const memory = 128 << 20
	r := rand.New(rand.NewPCG(8, 9))
	b, err := NewBuilder(Claim{random(r, 8, 31).String(), AtLeast, 0}, MinLeaf, "test")
	if err != nil {
		t.Fatal(err)
	}
	for b.Len() < memory/bytesPerNode/3 {
		occupied := ^uint64(0)
		for bits.OnesCount64(occupied) > 64-30 {
			occupied &^= 1 << r.IntN(64)
		}
		mover := r.Uint64() & occupied
		b.Prover(mover, occupied&^mover, 0)
	}
	var file bytes.Buffer
	if _, err := b.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	size := file.Len()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = Verify(t.Context(), &file, Options{Threads: 1, Memory: memory})
	runtime.ReadMemStats(&after)
	if fault := (*Error)(nil); !errors.As(err, &fault) {
		t.Errorf("error %v, want an *Error", err)
	}
	took := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d nodes, %d bytes: %d bytes allocated; %v", b.Len(), size, took, err)
	if took > 2*memory {
		t.Errorf("%d bytes allocated, want at most %d", took, 2*memory)
	}
}
