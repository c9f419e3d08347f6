package eval

import (
	"sync"

	"github.com/kaeshi/kaeshi/bitboard"
)

// Parameters returns the number of parameters of each phase. The images of a shape share their parameters, and so do a
// pattern and its mirror image, so that symmetric positions have the same value.
func Parameters() int { return folds().count }

// Tempo returns the index of the parameter that is active in every position with the number of empty squares, 0 to 60.
func Tempo(empties int) int { return int(folds().tempo) + min(max(empties, 0), maxEmpties) }

// Active is the number of active parameters of a position, including repeated ones.
const Active = images + 3

// Active sets numbers to the indices of the active parameters of the position with state s and p to move against o. The
// value of the position is the sum of these parameters of its phase.
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

// folding describes the order of the parameters of a phase.
type folding struct {
	count int
	first []uint32   // index of the first parameter of each shape
	fold  [][]uint16 // for each shape, the offset from first by pattern index
	// mine, theirs and tempo are the indices of the first parameters for the legal moves of the mover and of the other
	// side, and for the empty squares.
	mine, theirs, tempo uint32
}

// folds returns the folding. The first call takes some milliseconds.
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

// folded numbers the pattern indices of a shape, giving an index and its mirror image the same number, and returns the
// count of numbers.
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
