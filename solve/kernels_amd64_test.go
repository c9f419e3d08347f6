//go:build amd64 && !purego

package solve

import "testing"

// eachFlavour runs f with every set of kernels that this processor has.
func eachFlavour[TB testing.TB](tb TB, run func(name string, f func(TB)) bool, f func(TB)) {
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

func TestEveryFlavourEqualsThePortable(t *testing.T) {
	eachFlavour(t, t.Run, func(t *testing.T) {
		everyChild(t, 10_000, 100)
		randomFinishes(t, 2_000)
	})
}

func BenchmarkFlavours(b *testing.B) {
	for name, f := range map[string]func(*testing.B){"Children": BenchmarkChildren, "Finish": BenchmarkFinish} {
		b.Run(name, func(b *testing.B) { eachFlavour(b, b.Run, f) })
	}
}
