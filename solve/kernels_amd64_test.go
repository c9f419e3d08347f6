//go:build amd64 && !purego

package solve

import "testing"

// eachKernelSet runs f with every set of kernels that the processor supports.
func eachKernelSet[TB testing.TB](tb TB, run func(name string, f func(TB)) bool, f func(TB)) {
	best := kernels
	tb.Cleanup(func() { kernels = best })
	for k, name := range []string{"portable", "AVX2", "AVX-512"}[:best+1] {
		run(name, func(tb TB) {
			kernels = uint8(k)
			f(tb)
		})
	}
	kernels = best
}

func TestKernelSetsEqualPortable(t *testing.T) {
	eachKernelSet(t, t.Run, func(t *testing.T) {
		everyChild(t, 10_000, 100)
		randomFinishes(t, 2_000)
	})
}

func BenchmarkKernelSets(b *testing.B) {
	for name, f := range map[string]func(*testing.B){"Children": BenchmarkChildren, "Finish": BenchmarkFinish} {
		b.Run(name, func(b *testing.B) { eachKernelSet(b, b.Run, f) })
	}
}
