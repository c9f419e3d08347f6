package analysis

import "github.com/kaeshi/kaeshi/othello"

// lossErrors are errors of losses in discs: of 20 moves whose loss exceeds what a mark takes by the error, 19 lose as
// much as the mark takes. Experiments/064 says how that is measured.
type lossErrors struct {
	confidence int       // in percent, of the search that found the loss
	depth      int       // in plies; toTheEnd: to the end of the game
	errors     []float64 // by empty squares, as in errorEmpties
}

const (
	toTheEnd     = 60  // in the place of a depth
	smallBoards  = 2   // times the error: their evaluation knows nothing of patterns, and was not measured
	unmeasurable = 128 // the error of a search that is shallower than those measured: no loss exceeds it
)

// errorOf is the error of m's loss.
func errorOf(m Move, n othello.Size) float64 {
	if m.Exact || m.Loss == 0 {
		return 0
	}
	e := measuredError(m.Depth, m.Selectivity, m.Empties)
	if n != othello.Size8 {
		e *= smallBoards
	}
	return e
}

// measuredError is the least error among the measured searches that are no deeper than depth and no surer than
// confidence. Between two measured numbers of empty squares it is the greater of their errors.
func measuredError(depth, confidence, empties int) float64 {
	if depth >= empties {
		depth = toTheEnd
	}
	low, high := around(empties)
	found := float64(unmeasurable)
	for _, row := range measuredErrors {
		if row.confidence <= confidence && row.depth <= depth && (row.depth == toTheEnd) == (depth == toTheEnd) {
			found = min(found, max(row.errors[low], row.errors[high]))
		}
	}
	return found
}

// around returns the columns of the nearest numbers of empty squares that were measured: one at most and one at least
// as great as empties, where there are both.
func around(empties int) (low, high int) {
	last := len(errorEmpties) - 1
	for high < last && errorEmpties[high] < empties {
		high++
	}
	if low = high; low > 0 && errorEmpties[low] > empties {
		low--
	}
	return low, high
}
