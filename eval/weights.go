package eval

import "github.com/kaeshi/kaeshi/bitboard"

// Weights are a learned evaluation of positions of 8×8, ready to be looked up. They are made by [Model.Weights] and
// [Load], do not change, and may be used by any number of goroutines.
type Weights struct {
	phaseOf  [maxEmpties + 1]uint8
	phases   []phaseWeights
	network  []networkPhase // nil: there is none
	refined  int            // empty squares up to which it is used; -1: none
	checksum string         // of the file that they were loaded from
}

// Checksum returns the SHA-256 of the file that [Load] read, in hexadecimal as manifests have it. It is empty for nil
// and for weights that were not loaded from a file. Values that are kept are kept with it, because other weights give
// other values for every position that is not searched to the end.
func (w *Weights) Checksum() string {
	if w == nil {
		return ""
	}
	return w.checksum
}

// maxEmpties is at the start of a game.
const maxEmpties = 60

// phaseWeights are those of one phase of the game. Patterns are kept in eight bits, because a search reads them at
// random, and those of a phase should stay near the processor: experiments/022.
type phaseWeights struct {
	// in units, raised by zero; by index, for each word of a state; what lies behind the greatest index is never used
	patterns     [words]*[1 << 16]uint8
	mine, theirs [1 << 6]int16 // in hundredths of a disc, by the number of legal moves
	tempo        [1 << 6]int16 // the same, by the number of empty squares
}

const (
	// hundredths of a disc, what patterns are rounded to; they reach to 10 discs, and what lies beyond is cut off
	unit = 8
	zero = 1 << 7 // stands for 0 in a table
)

// Counts are what the evaluation reads of a position beside the patterns.
type Counts struct {
	Empties int // empty squares
	Moves   int // legal moves of the side to move
	Replies int // legal moves that the other side would have
}

// Value evaluates the position whose state is s, with p to move against o, from the view of p, in hundredths of a disc.
func (w *Weights) Value(s *State, p, o bitboard.Set) int {
	mine, theirs := bitboard.MovesOfBoth(p, o)
	c := Counts{(^(p | o)).Len(), mine.Len(), theirs.Len()}
	return w.Refine(w.ValueOf(s, c), s, c)
}

// ValueOf is [Weights.Value] less what a network adds, for callers that have counted.
func (w *Weights) ValueOf(s *State, c Counts) int {
	t := &w.phases[w.phaseOf[min(c.Empties, maxEmpties)]]
	return t.value(patternSum(t, &s.words), c)
}

// ValueAfter is [State.Play], followed by [Weights.ValueOf] for the position that it leads to, whose counts are c.
func (w *Weights) ValueAfter(s, from *State, sq int, flips bitboard.Set, c Counts) int {
	t := &w.phases[w.phaseOf[min(c.Empties, maxEmpties)]]
	return t.value(playSum(t, s, from, sq, flips), c)
}

// value is the evaluation when the tables have so much for the patterns.
func (t *phaseWeights) value(patterns int, c Counts) int {
	mine, theirs := t.mine[min(c.Moves, mobilities-1)&63], t.theirs[min(c.Replies, mobilities-1)&63]
	sum := int(mine) + int(theirs) + int(t.tempo[c.Empties&63])
	return clamp(sum+unit*(patterns-images*zero), 64*Disc)
}

// portableSum is what the tables have for all patterns, and the definition of patternSum. Written out, because a loop
// over the words is slower: see BenchmarkSum.
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

// four is what the table has for the four images in a word.
func four(table *[1 << 16]uint8, word uint64) int {
	return int(table[uint16(word)]) + int(table[uint16(word>>16)]) + int(table[uint16(word>>32)]) + int(table[word>>48])
}

// Evaluate evaluates a position with no state at hand: p to move against o. It is what [Weights.Value] must give.
func (w *Weights) Evaluate(p, o bitboard.Set) int {
	s := NewState(p, o)
	return w.Value(&s, p, o)
}
