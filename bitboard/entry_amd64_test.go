//go:build amd64 && !purego

package bitboard

import (
	"testing"

	"github.com/kaeshi/kaeshi/bitboard/kerneltest"
)

func TestKernelsLookBeforeTheyLeap(t *testing.T) {
	kerneltest.CheckGuards(t, "flips", "moves", "movesAfter", "movesOfBoth", "repliesTo")
}
