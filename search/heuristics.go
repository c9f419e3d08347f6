package search

import (
	"fmt"
	"strings"
)

// Heuristic is a method that makes the search faster or stronger without changing exact scores, or a set of them. Each
// can be left out, so that its worth can be counted.
type Heuristic uint16

// The methods, with their names in [ParseHeuristics].
const (
	Table Heuristic = 1 << iota // "table": remembering positions (transposition table)
	// "etc": asking the table about all children first (enhanced transposition cutoffs)
	ChildCutoffs
	Stability  // "stability": bounds from discs that cannot be turned over
	Fastest    // "fastest": moves that leave few replies first
	Parity     // "parity": moves into regions with an odd number of empty squares first
	NullWindow // "pvs": a null window for all but the first move (principal variation search)
	Deepening  // "deepening": shallow searches that prepare a deep one
	Learned    // "learned": the learned evaluation; without it, the plain one
	Ordering   // "ordering": moves in the order of the evaluation behind them
	// "probcut": branches that a shallow search finds hopeless are cut off (selective search)
	ProbCut
	Aspiration // "aspiration": windows about the value that is expected
	Network    // "network": what the network adds to the learned evaluation
	// "leaves": in searches that are to be sure, the last squares are solved where others evaluate
	Leaves
)

var heuristicNames = []string{
	"table", "etc", "stability", "fastest", "parity", "pvs", "deepening", "learned",
	"ordering", "probcut", "aspiration", "network", "leaves",
}

// HeuristicNames is the names that [ParseHeuristics] takes.
func HeuristicNames() []string { return append([]string(nil), heuristicNames...) }

// Names returns the names of the methods in the set, in the order of [HeuristicNames].
func (h Heuristic) Names() (names []string) {
	for i, name := range heuristicNames {
		if h&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// ParseHeuristics reads names divided by commas, such as "etc,parity"; an empty text is the empty set. The error for a
// name that is none lists those of [HeuristicNames].
func ParseHeuristics(text string) (set Heuristic, err error) {
	for name := range strings.SplitSeq(text, ",") {
		h, err := parseHeuristic(strings.TrimSpace(name))
		if err != nil {
			return 0, err
		}
		set |= h
	}
	return set, nil
}

func parseHeuristic(name string) (Heuristic, error) {
	if name == "" {
		return 0, nil
	}
	for i, known := range heuristicNames {
		if name == known {
			return 1 << i, nil
		}
	}
	return 0, fmt.Errorf("no heuristic %q: there are %s", name, strings.Join(heuristicNames, ", "))
}
