//go:build amd64 && !purego

package solve

import (
	"testing"

	"github.com/kaeshi/kaeshi/bitboard/kerneltest"
)

func TestKernelsLookBeforeTheyLeap(t *testing.T) {
	kerneltest.CheckGuards(t, "finishFew", "listChildren")
}
