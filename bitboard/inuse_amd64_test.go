//go:build amd64 && !purego

package bitboard

import (
	"os"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"
)

// TestKernelsInUse: `make test` runs the suites with every set of kernels. It takes the better ones away by telling
// golang.org/x/sys/cpu that the processor lacks what they need (GODEBUG=cpu.avx512f=off), and names in
// KAESHI_TEST_KERNELS the set that must be in use then, or the best that a processor has which lacks it.
func TestKernelsInUse(t *testing.T) {
	got, x := Kernels(), &cpu.X86
	t.Log("kernels in use:", got)
	name, asked := os.LookupEnv("KAESHI_TEST_KERNELS")
	if !asked {
		return
	}
	want := slices.Index(kernelNames[:], name)
	if want < 0 {
		t.Fatalf("KAESHI_TEST_KERNELS=%q: sets of kernels are %q", name, kernelNames)
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
