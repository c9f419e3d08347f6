//go:build slow

package othello_test

import "testing"

// TestPerftSlow checks all counts of testdata/perft.txt, on 8×8 to depth 11.
func TestPerftSlow(t *testing.T) { checkPerft(t, "A", 1e12, perft) }

// TestNaivePerftSlow checks 8×8 and 6×6 to depth 10 by the naive rules.
func TestNaivePerftSlow(t *testing.T) {
	checkPerft(t, "A", 25_000_000, naivePerft(1))
	checkPerft(t, "B", 25_000_000, naivePerft(0))
}
