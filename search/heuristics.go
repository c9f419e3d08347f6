package search

import (
	"fmt"
	"strings"
)

// Heuristic is a set of methods that make the search faster or stronger without changing exact scores. Each can be left
// out to measure its effect.
type Heuristic uint16

// The methods, with their names in [ParseHeuristics].
const (
	Table        Heuristic = 1 << iota // "table": transposition table
	ChildCutoffs                       // "etc": enhanced transposition cutoffs
	Stability                          // "stability": bounds from stable discs
	Fastest                            // "fastest": moves that leave few replies first
	Parity                             // "parity": moves into regions with an odd number of empty squares first
	NullWindow                         // "pvs": principal variation search; without it, plain alpha-beta
	Deepening                          // "deepening": iterative deepening
	Learned                            // "learned": learned evaluation; without it, the plain one
	Ordering                           // "ordering": move ordering by evaluation
	ProbCut                            // "probcut": Multi-ProbCut (selective search)
	Aspiration                         // "aspiration": aspiration windows
	Network                            // "network": network correction of the learned evaluation
	Leaves                             // "leaves": solving leaves with few empty squares, from 95 % confidence on
	Claims                             // "claims": proved bounds near the start of the game (package claims)
)

var heuristicNames = []string{
	"table", "etc", "stability", "fastest", "parity", "pvs", "deepening", "learned",
	"ordering", "probcut", "aspiration", "network", "leaves", "claims",
}

// HeuristicNames returns the names that [ParseHeuristics] accepts.
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

// ParseHeuristics parses a comma-separated list of names, such as "etc,parity". The empty text is the empty set. The
// error for an unknown name lists [HeuristicNames].
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
	return 0, fmt.Errorf("unknown heuristic %q: want one of: %s", name, strings.Join(heuristicNames, ", "))
}
