//go:build amd64 && !purego

package bitboard

import (
	"os"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"
)

// TestKernelsInUse checks the kernels against KAESHI_TEST_KERNELS. `make test` runs the suites with every set of
// kernels: it disables processor features in golang.org/x/sys/cpu (GODEBUG=cpu.avx512f=off) and sets
// KAESHI_TEST_KERNELS to the expected set. On a processor without that set, the best available one is expected.
func TestKernelsInUse(t *testing.T) {
	got, x := Kernels(), &cpu.X86
	t.Log("kernels in use:", got)
	name, set := os.LookupEnv("KAESHI_TEST_KERNELS")
	if !set {
		return
	}
	want := slices.Index(kernelNames[:], name)
	if want < 0 {
		t.Fatalf("KAESHI_TEST_KERNELS=%q: want one of %q", name, kernelNames)
	}
	if avx512 := x.HasAVX512F && x.HasAVX512VL && x.HasAVX512CD; !avx512 {
		want = min(want, 1)
	}
	if avx2 := x.HasAVX2 && x.HasBMI1 && x.HasBMI2; !avx2 {
		want = 0
	}
	if got != kernelNames[want] {
		t.Errorf("%s kernels are in use, want %s: GODEBUG=%q", got, kernelNames[want], os.Getenv("GODEBUG"))
	}
}
