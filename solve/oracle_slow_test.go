//go:build slow

package solve_test

import "testing"

func TestScoreEqualsAlphaBetaSlow(t *testing.T) {
	t.Parallel()
	endings(t, 56, 12, 14, equalsAlphaBeta)
}
