//go:build !amd64 || purego

package eval

func play(s, from *State, sq int, flips uint64) { portablePlay(s, from, sq, flips) }
