//go:build slow

package stats

import "testing"

// TestSPRTSimulatedClose uses the bounds with which changes to an engine are tested. A match has about 13,000 pairs.
func TestSPRTSimulatedClose(t *testing.T) {
	for _, model := range []Model{Normalized, Logistic} {
		simulated(t, SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: model}, 1000)
		simulated(t, SPRT{Elo0: -3, Elo1: 3, Alpha: 0.1, Beta: 0.05, Model: model}, 1000)
	}
}
