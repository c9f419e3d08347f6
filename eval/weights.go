package eval

import "github.com/kaeshi/kaeshi/bitboard"

// Weights is a learned evaluation of positions on 8×8 in the form of lookup tables. Get one from [Learned], [Load] or
// [Model.Weights]. It is immutable and safe for concurrent use.
type Weights struct {
	phaseOf  [maxEmpties + 1]uint8
	phases   []phaseWeights
	network  []networkPhase // nil: none
	refined  int            // greatest number of empty squares at which the network is used; -1: none
	checksum string         // of the file
}

// Checksum returns the SHA-256 of the file that [Load] read, in lower-case hexadecimal. It is empty for nil and for
// weights that were not loaded from a file. Stored values should be accompanied by it, because values of different
// weights are not comparable.
func (w *Weights) Checksum() string {
	if w == nil {
		return ""
	}
	return w.checksum
}

// maxEmpties is the number of empty squares at the start of a game.
const maxEmpties = 60

// phaseWeights holds the weights of one phase of the game. Those of patterns have eight bits, so that more of them stay
// in the processor's caches: experiments/022.
type phaseWeights struct {
	// patterns holds a table for each word of a state, by pattern index, in units of unit with offset zero. Elements
	// above the greatest index are unused.
	patterns     [words]*[1 << 16]uint8
	mine, theirs [1 << 6]int16 // in hundredths of a disc, by number of legal moves
	tempo        [1 << 6]int16 // in hundredths of a disc, by number of empty squares
}

const (
	unit = 8      // unit of pattern weights in hundredths of a disc; they are limited to about ±10 discs
	zero = 1 << 7 // encoding of 0 in a table
)

// Counts holds the numbers that the evaluation takes in addition to the patterns.
type Counts struct {
	Empties int // empty squares
	Moves   int // legal moves of the side to move
	Replies int // legal moves of the other side if it were to move
}

// Value returns the value of the position with state s and p to move against o, from the view of p, in hundredths of a
// disc.
func (w *Weights) Value(s *State, p, o bitboard.Set) int {
	mine, theirs := bitboard.MovesOfBoth(p, o)
	c := Counts{(^(p | o)).Len(), mine.Len(), theirs.Len()}
	return w.Refine(w.ValueOf(s, c), s, c)
}

// ValueOf returns the value of a position without the correction of the network, from its state and counts.
func (w *Weights) ValueOf(s *State, c Counts) int {
	t := &w.phases[w.phaseOf[min(c.Empties, maxEmpties)]]
	return t.value(patternSum(t, &s.words), c)
}

// ValueAfter calls [State.Play] and returns [Weights.ValueOf] of the position after the move, whose counts are c.
func (w *Weights) ValueAfter(s, from *State, sq int, flips bitboard.Set, c Counts) int {
	t := &w.phases[w.phaseOf[min(c.Empties, maxEmpties)]]
	return t.value(playSum(t, s, from, sq, flips), c)
}

// value returns the value of a position from the sum of its table entries for patterns.
func (t *phaseWeights) value(patterns int, c Counts) int {
	mine, theirs := t.mine[min(c.Moves, mobilities-1)&63], t.theirs[min(c.Replies, mobilities-1)&63]
	sum := int(mine) + int(theirs) + int(t.tempo[c.Empties&63])
	return clamp(sum+unit*(patterns-images*zero), 64*Disc)
}

// portableSum is the definition of patternSum: it returns the sum of the table entries of all images. It is unrolled,
// because a loop over the words is slower: see BenchmarkSum.
func portableSum(t *phaseWeights, s *[words]uint64) int {
	return four(t.patterns[0], s[0]) + four(t.patterns[1], s[1]) + four(t.patterns[2], s[2]) +
		four(t.patterns[3], s[3]) +
		four(t.patterns[4], s[4]) + four(t.patterns[5], s[5]) + four(t.patterns[6], s[6]) + four(t.patterns[7], s[7]) +
		four(t.patterns[8], s[8]) + four(t.patterns[9], s[9]) + four(t.patterns[10], s[10]) +
		four(t.patterns[11], s[11]) +
		four(t.patterns[12], s[12]) + four(t.patterns[13], s[13]) + four(t.patterns[14], s[14]) +
		four(t.patterns[15], s[15])
}

// portablePlaySum is the definition of playSum.
func portablePlaySum(t *phaseWeights, s, from *State, sq int, flips bitboard.Set) int {
	portablePlay(s, from, sq, flips)
	return portableSum(t, &s.words)
}

// four returns the sum of the table entries of the four images in a word.
func four(table *[1 << 16]uint8, word uint64) int {
	return int(table[uint16(word)]) + int(table[uint16(word>>16)]) + int(table[uint16(word>>32)]) + int(table[word>>48])
}

// Evaluate returns [Weights.Value] of the position with p to move against o.
func (w *Weights) Evaluate(p, o bitboard.Set) int {
	s := NewState(p, o)
	return w.Value(&s, p, o)
}
