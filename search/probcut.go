package search

import (
	"math"
	"sync"

	"github.com/kaeshi/kaeshi/bitboard"
)

// confidence is an index of levels: the confidence of ProbCut cutoffs. A branch is cut off when the result of a shallow
// search lies outside the window by a number of standard deviations that grows with the confidence.
type confidence uint8

const (
	certain confidence = 6 // no cutoffs
	usual   confidence = 1 // default
	firm    confidence = 2 // default from depth firmFrom on in searches without a limit of depth
	sound   confidence = 3 // least confidence at which leaves are solved by package solve: experiments/027
)

// levels holds the confidences in percent, and the corresponding margins in hundredths of a standard deviation.
var levels = [certain + 1]struct{ percent, deviations int }{
	{50, 67}, {73, 110}, {87, 150}, {95, 200}, {98, 260}, {99, 330}, {100, 0},
}

// confidence returns the least confidence of at least l.Confidence percent.
func (l Limits) confidence() confidence {
	if l.Confidence == 0 {
		return usual
	}
	for c, level := range levels {
		if l.Confidence <= level.percent {
			return confidence(c)
		}
	}
	return certain
}

const (
	probCutMiddle     = 2  // least depth for ProbCut
	probCutEnding     = 13 // the same in a search to the end of the game
	firmFrom          = 13 // least depth at which the default confidence is firm: experiments/031
	maxProbCutNesting = 2  // largest nesting depth of shallow searches
	// staticPercent is the margin, in percent, for cutoffs by the static evaluation without a shallow search.
	staticPercent = 120
	// futilityPercent is the margin, in percent, for cutoffs at the last ply, where the actual deviation is three
	// quarters of that of the function spread: experiments/021.
	futilityPercent = 80
)

// leastProbCut returns the least depth for ProbCut.
func leastProbCut(exact bool) int {
	if exact {
		return probCutEnding
	}
	return probCutMiddle
}

// confidenceAt returns the confidence of the result of a search to the depth. Below the least depth for ProbCut it is
// certain.
func (w *worker) confidenceAt(depth int, exact bool) confidence {
	if depth < leastProbCut(exact) {
		return certain
	}
	return w.confidence
}

// probCut reports whether the value of a node lies outside its null window with the confidence of the search, and
// returns the end of the window (Buro 1995, "ProbCut"). It tests the static evaluation first. If that is close to a
// cutoff, it searches less than half as deep ("Multi-ProbCut", 1997).
func (w *worker) probCut(n node, legal, theirs bitboard.Set, alpha, depth int) (value int, ok bool) {
	if w.probCuts >= maxProbCutNesting || n.state == nil {
		return 0, false
	}
	beta, shallow := alpha+1, shallower(depth)
	deep := min(depth, maxDeep)
	if depth >= n.empties {
		deep = toTheEnd
	}
	t, spreads := levels[w.confidence].deviations, &w.spreads[n.empties][deep]
	static := w.evaluate(n, legal, theirs)
	first, margin := t*int(spreads[0])/100*staticPercent/100, t*int(spreads[shallow])/100
	switch {
	case static >= beta+first:
		return beta, true
	case static <= alpha-first:
		return alpha, true
	case shallow == 0:
		return 0, false
	case static >= beta+margin/2 && w.shallow(n, beta+margin-1, shallow, cut) >= beta+margin:
		return beta, true
	case static <= alpha-margin*2/3 && w.shallow(n, alpha-margin, shallow, all) <= alpha-margin:
		return alpha, true
	}
	return 0, false
}

// futile is probCut at the last ply. It compares the static evaluation of the node with the window, in place of the
// evaluations after its moves. These have the other parity, for which the weights are corrected (kaeshi train even).
// It saves a quarter of the nodes and a sixth of the time: experiments/021.
func (w *worker) futile(n node, legal, theirs bitboard.Set, alpha, beta int) (value int, ok bool) {
	margin := levels[w.confidence].deviations * int(w.spreads[n.empties][1][0]) / 100 * futilityPercent / 100
	switch static := w.evaluate(n, legal, theirs); {
	case static >= beta+margin:
		return beta, true
	case static <= alpha-margin:
		return alpha, true
	}
	return 0, false
}

// shallow searches the node for probCut with a null window above alpha.
func (w *worker) shallow(n node, alpha, depth int, k kind) int {
	w.probCuts++
	v := w.search(n, alpha, alpha+1, depth, k)
	w.probCuts--
	return v
}

// shallower returns the depth of the shallow search that predicts a search to the depth: about two fifths of it, with
// the same parity, because evaluations at odd and even depths differ systematically.
func shallower(depth int) int {
	shallow := depth * 2 / 5
	return max(shallow-(depth-shallow)&1, depth&1)
}

// deviations holds the standard deviations between the results of a deep and a shallow search, in hundredths of a disc,
// by number of empty squares, depth of the deep search and depth of the shallow search.
type deviations [maxEmpties + 1][maxDeep + 1][maxShallow + 1]int16

const (
	toTheEnd   = 0 // depth index of a deep search to the end of the game
	maxEmpties = 60
	maxDeep    = 40
	maxShallow = 24
)

// spreads returns the table of the function spread.
var spreads = sync.OnceValue(func() *deviations {
	var t deviations
	for empties := range t {
		for deep := range t[empties] {
			for shallow := range t[empties][deep] {
				t[empties][deep][shallow] = int16(
					math.Round(math.Exp(spread(float64(empties), float64(deep), float64(shallow)))))
			}
		}
	}
	return &t
})

// spread returns the natural logarithm of a standard deviation in hundredths of a disc. The coefficients were fitted
// with `kaeshi train probcut`: experiments/013.
func spread(empties, deep, shallow float64) float64 {
	if deep == toTheEnd {
		return 7.9074 - float64(0.60655*math.Log(max(empties, 1))) - float64(0.23044*math.Log(shallow+1)) +
			float64(0.20085*math.Log(max(empties-shallow, 1)))
	}
	return 6.5538 - float64(0.021203*empties) - float64(0.28014*math.Log(deep)) - float64(0.18659*math.Log(shallow+1)) +
		float64(0.4509*math.Log(max(deep-shallow, 1)))
}
