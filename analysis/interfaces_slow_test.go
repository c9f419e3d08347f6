//go:build slow

package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
)

// TestInterfacesAgreeAtAllLevels is [TestInterfacesAgree] for 2,000 positions at levels 1 to 16. It takes about ten
// minutes.
func TestInterfacesAgreeAtAllLevels(t *testing.T) {
	for level := 1; level <= 16; level++ {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(level), 4))
			for range 9 {
				checkInterfaces(t, level, randomMoves(r, othello.Start(othello.Size8, othello.Usual)), 4)
			}
		})
	}
}
