//go:build !amd64 || purego

package eval

func patternSum(t *phaseWeights, s *[words]uint64) int { return portableSum(t, s) }

func play(s, from *State, sq int, flips uint64) { portablePlay(s, from, sq, flips) }
