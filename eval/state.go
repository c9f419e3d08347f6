package eval

import "github.com/kaeshi/kaeshi/bitboard"

// State holds the pattern indices of a position on 8×8, from the view of the side to move. A search updates it with
// [State.Play], which takes a fraction of the time of [NewState].
//
// An index is a number in base three whose digits are 0 for a disc of the mover, 1 for an empty square and 2 for a disc
// of the other side. The index from the view of the other side is the greatest index less this one.
type State struct {
	words [words]uint64 // four indices of 16 bits each
}

// NewState returns the state of the position with p to move against o.
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

// Play sets s to the state after the mover of from plays on sq (0–63, empty) and turns over the discs of flips (see
// [bitboard.Flips]). s and from may be the same.
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

// Pass sets s to the state of from with the other side to move. s and from may be the same.
func (s *State) Pass(from *State) {
	for i := range s.words {
		s.words[i] = greatest[i] - from.words[i]
	}
}

// index returns the pattern index of the image, 0 to 3ⁿ-1.
func (s *State) index(image int) uint16 {
	return uint16(s.words[image/wordImages&(words-1)] >> (16 * (image % wordImages)))
}
