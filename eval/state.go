package eval

import "github.com/kaeshi/kaeshi/bitboard"

// State is what the patterns of a board of 8×8 see, from the view of the side to move. A search carries one along with
// the discs: [State.Play] makes the next from it, which costs a fraction of [NewState].
//
// Each pattern is a number in base three whose digits are 0 for a disc of the mover, 1 for an empty square and 2 for a
// disc of the other side. So the other side sees the greatest number less this one, and one State serves both.
type State struct {
	words [words]uint64 // four indices of 16 bits each
}

// NewState is the state of a board: p moves, o does not.
func NewState(p, o bitboard.Set) State {
	var s State
	for i := range s.words {
		s.words[i] = greatest[i] >> 1 // all squares empty; every greatest index is even
	}
	for sq := range p.All() {
		for i, power := range &powers[sq&63] {
			s.words[i] -= power
		}
	}
	for sq := range o.All() {
		for i, power := range &powers[sq&63] {
			s.words[i] += power
		}
	}
	return s
}

// Play makes s the state after the mover of from plays on sq (0–63, empty) and turns over flips: see bitboard.Flips.
// Both may be the same.
func (s *State) Play(from *State, sq int, flips bitboard.Set) { play(s, from, sq, flips) }

// portablePlay is the definition of [State.Play].
func portablePlay(s, from *State, sq int, flips bitboard.Set) {
	var turned [words]uint64
	for ; flips != 0; flips &= flips - 1 {
		for i, power := range &powers[flips.First()&63] {
			turned[i] += power
		}
	}
	for i, power := range &powers[sq&63] {
		s.words[i] = greatest[i] - from.words[i] + power + 2*turned[i]
	}
}

// Pass makes s the state in which the other side of from is to move. Both may be the same.
func (s *State) Pass(from *State) {
	for i := range s.words {
		s.words[i] = greatest[i] - from.words[i]
	}
}

// index is what the image sees: 0 to 3ⁿ-1.
func (s *State) index(image int) uint16 {
	return uint16(s.words[image/wordImages&(words-1)] >> (16 * (image % wordImages)))
}
