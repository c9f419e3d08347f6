package eval

import (
	"sync"

	"github.com/kaeshi/kaeshi/bitboard"
)

// Parameters is how many numbers the model learns for each phase. What a pattern and its mirror image see is one
// number, and so is what the images of a shape see, so that symmetric positions are worth the same.
func Parameters() int { return folds().count }

// Tempo is the number of the parameter of a phase that counts in every position with so many empty squares, 0 to 60.
func Tempo(empties int) int { return int(folds().tempo) + min(max(empties, 0), maxEmpties) }

// Active is how many of them, some more than once, make the value of a position.
const Active = images + 3

// Active tells which parameters of its phase make the value of the position whose state is s, with p to move against o:
// the value is their sum.
func (s *State) Active(p, o bitboard.Set, numbers *[Active]uint32) {
	f := folds()
	for i := range images {
		shape := board.shapeOf[i/wordImages]
		numbers[i] = f.first[shape] + uint32(f.fold[shape][s.index(i)])
	}
	mine, theirs := bitboard.MovesOfBoth(p, o)
	numbers[images], numbers[images+1] = f.mine+uint32(mobility(mine)), f.theirs+uint32(mobility(theirs))
	numbers[images+2] = f.tempo + uint32(min((^(p | o)).Len(), maxEmpties))
}

// folding is how the parameters of a phase lie one after another.
type folding struct {
	count int
	first []uint32   // of each shape
	fold  [][]uint16 // of each shape: from an index to its number behind first
	// the first for legal moves of the mover and of the other side, and for empty squares
	mine, theirs, tempo uint32
}

// folds is made when it is first asked for: it takes some milliseconds.
var folds = sync.OnceValue(func() *folding {
	f := &folding{}
	next := uint32(0)
	for i, mirror := range board.mirrors {
		fold, count := folded(board.sizes[i], reordered(mirror))
		f.first, f.fold = append(f.first, next), append(f.fold, inDigits(fold, board.digits[i]))
		next += count
	}
	f.mine, f.theirs, f.tempo = next, next+mobilities, next+2*mobilities
	f.count = int(f.tempo) + maxEmpties + 1
	return f
})

// folded gives an index and its mirror image the same number.
func folded(size int, mirror []uint16) (fold []uint16, count uint32) {
	fold = make([]uint16, size)
	for i := range fold {
		if mirror != nil && int(mirror[i]) < i {
			fold[i] = fold[mirror[i]]
			continue
		}
		fold[i] = uint16(count)
		count++
	}
	return fold, count
}
