package analysis

import "github.com/kaeshi/kaeshi/othello"

// lossErrors contains the errors of losses in discs for a kind of search. Of 20 moves whose loss exceeds the threshold
// of a mark by the error, 19 actually lose at least the threshold. experiments/064 describes the measurement.
type lossErrors struct {
	confidence int       // of the search, in percent
	depth      int       // of the search in plies, or toTheEnd
	errors     []float64 // for each number of empty squares in errorEmpties
}

const (
	toTheEnd     = 60  // depth of searches to the end of the game
	smallBoards  = 2   // factor for boards without a learned evaluation, which were not measured
	unmeasurable = 128 // error of searches shallower than those measured; no loss exceeds it
)

// errorOf returns the error of the loss of m in discs.
func errorOf(m Move, n othello.Size) float64 {
	if m.Exact || m.Loss == 0 {
		return 0
	}
	e := measuredError(m.Depth, m.Confidence, m.Empties)
	if n != othello.Size8 {
		e *= smallBoards
	}
	return e
}

// measuredError returns the smallest error of the measured searches whose depth and confidence are at most those given.
// Between two measured numbers of empty squares it uses the larger error.
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

// around returns the indices of the nearest measured numbers of empty squares: the largest that is at most empties and
// the smallest that is at least empties. At the ends of the range both are the same.
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
