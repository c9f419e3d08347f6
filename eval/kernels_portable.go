//go:build !amd64 || purego

package eval

import "github.com/kaeshi/kaeshi/bitboard"

func patternSum(t *phaseWeights, s *[words]uint64) int { return portableSum(t, s) }

func playSum(t *phaseWeights, s, from *State, sq int, flips bitboard.Set) int {
	return portablePlaySum(t, s, from, sq, flips)
}

func play(s, from *State, sq int, flips bitboard.Set) { portablePlay(s, from, sq, flips) }

func refine(t *networkPhase, s *[words]uint64, mine, theirs, tempo *row) int {
	return portableRefine(t, s, mine, theirs, tempo)
}
