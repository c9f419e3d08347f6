//go:build amd64 && !purego

package solve

import (
	"testing"

	"github.com/kaeshi/kaeshi/bitboard/kerneltest"
)

// TestKernelsGuarded checks that the assembly checks the kernels variable before it uses vector instructions.
func TestKernelsGuarded(t *testing.T) {
	kerneltest.CheckGuards(t, "finishFew", "listChildren")
}
