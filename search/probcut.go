package search

import (
	"math"
	"sync"

	"github.com/kaeshi/kaeshi/bitboard"
)

// confidence is how sure a search is of what it cuts off: a branch is left when a shallow search says, by so many
// standard deviations, that the deep one would not matter.
type confidence uint8

const (
	certain confidence = 6 // cuts off nothing unsearched
	usual   confidence = 1 // of a search that was asked for none
	firm    confidence = 2 // likewise, from firmFrom plies on, when it goes as far as it can
	// from which positions that package solve can take over are solved instead of evaluated: experiments/027
	sound confidence = 3
)

// levels are the confidences, in percent and in standard deviations to each side, in hundredths.
var levels = [certain + 1]struct{ percent, deviations int }{
	{50, 67}, {73, 110}, {87, 150}, {95, 200}, {98, 260}, {99, 330}, {100, 0},
}

// confidence is the one asked for, or the next above.
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
	probCutMiddle = 2   // plies from which branches are cut off
	firmFrom      = 13  // plies from which deepening that no depth bounds is firm: experiments/031
	probCutEnding = 13  // the same, to the end of the game
	mostWithin    = 2   // shallow searches of shallow searches
	wary          = 120 // percent of the deviations that the evaluation by itself must show
	// the same, at the last ply, where the deviation is three quarters of what the function says: experiments/021
	waryLast = 80
)

func leastProbCut(exact bool) int {
	if exact {
		return probCutEnding
	}
	return probCutMiddle
}

// needed is the confidence of what a search of so many plies finds: where nothing is cut off, it is certain.
func (w *worker) needed(depth int, exact bool) confidence {
	if depth < leastProbCut(exact) {
		return certain
	}
	return w.sure
}

// probCut looks whether the search of a node with a null window can be left, since its value is at least beta, or at
// most alpha, with the confidence asked for (Buro 1995, "ProbCut"): at first the evaluation says so, then, where that
// comes near it, a search less than half as deep ("Multi-ProbCut", 1997).
func (w *worker) probCut(n node, legal, theirs bitboard.Set, alpha, depth int) (value int, ok bool) {
	if w.within >= mostWithin || n.state == nil {
		return 0, false
	}
	beta, shallow := alpha+1, shallower(depth)
	deep := min(depth, maxDeep)
	if depth >= n.empties {
		deep = toTheEnd
	}
	t, spreads := levels[w.sure].deviations, &w.spreads[n.empties][deep]
	static, first, margin := w.evaluate(n, legal, theirs), t*int(spreads[0])/100*wary/100, t*int(spreads[shallow])/100
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

// futile is probCut at the last ply, where the evaluation stands against that of the positions behind the moves. Their
// parity differs, for which the weights have been evened out (train even). It saves a quarter of the nodes and a sixth
// of the time: experiments/021.
func (w *worker) futile(n node, legal, theirs bitboard.Set, alpha, beta int) (value int, ok bool) {
	margin := levels[w.sure].deviations * int(w.spreads[n.empties][1][0]) / 100 * waryLast / 100
	switch static := w.evaluate(n, legal, theirs); {
	case static >= beta+margin:
		return beta, true
	case static <= alpha-margin:
		return alpha, true
	}
	return 0, false
}

// shallow searches for probCut whether the value is more than alpha.
func (w *worker) shallow(n node, alpha, depth int, k kind) int {
	w.within++
	v := w.search(n, alpha, alpha+1, depth, k)
	w.within--
	return v
}

// shallower is how many plies are searched to see whether a deep search can be left: about two fifths, and of the same
// parity, since odd and even depths judge differently.
func shallower(depth int) int {
	shallow := depth * 2 / 5
	return max(shallow-(depth-shallow)&1, depth&1)
}

// deviations are the standard deviations of a deep search from a shallow one, in hundredths of a disc: by empty
// squares, by plies of the deep search, and by plies of the shallow one.
type deviations [maxEmpties + 1][maxDeep + 1][maxShallow + 1]int16

const (
	toTheEnd   = 0 // in the place of the plies of a deep search that is one to the end of the game
	maxEmpties = 60
	maxDeep    = 40
	maxShallow = 24
)

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

// spread is the logarithm of a standard deviation: what `kaeshi train probcut` found, see experiments/013.
func spread(empties, deep, shallow float64) float64 {
	if deep == toTheEnd {
		return 7.9074 - float64(0.60655*math.Log(max(empties, 1))) - float64(0.23044*math.Log(shallow+1)) +
			float64(0.20085*math.Log(max(empties-shallow, 1)))
	}
	return 6.5538 - float64(0.021203*empties) - float64(0.28014*math.Log(deep)) - float64(0.18659*math.Log(shallow+1)) +
		float64(0.4509*math.Log(max(deep-shallow, 1)))
}
