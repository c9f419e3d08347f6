package proof

import "math/bits"

// Leaves are searched to the end of the game: alpha-beta with a null window, moves with the fewest replies first.

// ordered is the least number of empty squares at which moves are sorted. Below it, sorting costs more than it saves.
const ordered = 5

// reaches reports whether the side to move scores at least the target with best play by both sides.
func (b *board) reaches(p position, target int) bool {
	legal := b.moves(p)
	if legal == 0 {
		if b.moves(p.pass()) == 0 {
			return b.score(p) >= target
		}
		return !b.reaches(p.pass(), 1-target)
	}
	if b.empties(p) < ordered {
		for ; legal != 0; legal &= legal - 1 {
			after, _ := b.play(p, bits.TrailingZeros64(legal))
			if !b.reaches(after, 1-target) {
				return true
			}
		}
		return false
	}
	var children [64]position
	var replies [64]int
	n := 0
	for ; legal != 0; legal &= legal - 1 {
		after, _ := b.play(p, bits.TrailingZeros64(legal))
		count := bits.OnesCount64(b.moves(after))
		i := n
		for ; i > 0 && replies[i-1] > count; i-- {
			children[i], replies[i] = children[i-1], replies[i-1]
		}
		children[i], replies[i] = after, count
		n++
	}
	for _, after := range children[:n] {
		if !b.reaches(after, 1-target) {
			return true
		}
	}
	return false
}
