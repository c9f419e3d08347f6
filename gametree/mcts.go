package gametree

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
)

// MonteCarlo is [Sampling] with 10,000 playouts. For the arguments and the error see Minimax.
func MonteCarlo[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	return Sampling[P, M](10_000, 1)(ctx, p, depth, eval, t)
}

// Sampling returns a Monte-Carlo tree search with the number of playouts. The same seed gives the same search. Each
// playout descends the tree by UCT, the rule of Kocsis and Szepesvári ("Bandit Based Monte-Carlo Planning", 2006), adds
// one position to it and plays random moves to a leaf. The name is from Coulom ("Efficient Selectivity and Backup
// Operators in Monte-Carlo Tree Search", 2006). Positions also have proven bounds, as in Cazenave and Saffidine ("Score
// Bounded Monte-Carlo Tree Search", 2010): moves that cannot exceed a proven value are not tried again, and a position
// is solved when its bounds meet.
//
// When the root is solved, the value equals that of Minimax and the move attains it. Otherwise the value is an
// estimate: the mean of the move with the greatest lower confidence bound. The variation consists of the move only.
// Less than one playout is an error. For other errors and the arguments see Minimax.
func Sampling[P Position[P, M], M comparable](playouts int, seed uint64) Search[P, M] {
	return func(ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M]) (Result[M], error) {
		w := newWalk(ctx, depth, eval, t)
		s := sampler[P, M]{walk: &w, random: rand.New(rand.NewPCG(seed, 0)), least: Infinity, most: -Infinity}
		if playouts < 1 {
			w.err = fmt.Errorf("%d playouts: want at least 1", playouts)
		}
		root := &sample[P, M]{p: p, depth: depth}
		s.open(root, Nowhere)
		for done := 0; done < playouts && root.lower < root.upper && w.err == nil; done++ {
			s.playout(root)
		}
		return s.answer(root)
	}
}

// sample is a position in the tree. Its mean and bounds are from the view of the side to move.
type sample[P Position[P, M], M comparable] struct {
	p            P
	move         M
	parent       *sample[P, M]
	moves        []M // the first len(children) of them are in the tree
	children     []*sample[P, M]
	visits       float64
	sum          float64
	lower, upper int
	depth, ply   int
	at           int // index of the visit in the trace
}

type sampler[P Position[P, M], M comparable] struct {
	*walk[P, M]
	random      *rand.Rand
	least, most int // range of the values of leaves so far, from the views of both sides
}

// open adds a position to the tree.
func (s *sampler[P, M]) open(n *sample[P, M], parent int) {
	moves, value, leaf := s.count(n.p, n.depth)
	n.moves, n.lower, n.upper, n.at = moves, -Infinity, Infinity, Nowhere
	if leaf {
		n.lower, n.upper = value, value
	}
	if s.trace != nil && s.err == nil {
		n.at = s.trace.addNode(parent, n.move, n.depth, n.ply)
		s.show(n)
	}
}

// playout descends the tree, adds a position, plays to a leaf and propagates its value up.
func (s *sampler[P, M]) playout(n *sample[P, M]) {
	for len(n.children) == len(n.moves) && n.lower < n.upper {
		n = s.pick(n)
	}
	if n.lower < n.upper {
		m := n.moves[len(n.children)]
		c := &sample[P, M]{p: n.p.Play(m), move: m, parent: n, depth: next(n.depth), ply: n.ply + 1}
		s.open(c, n.at)
		n.children = append(n.children, c)
		n = c
	}
	value := n.lower
	if n.lower < n.upper {
		value = s.rollout(n)
	}
	if s.err == nil {
		s.backUp(n, value)
	}
}

// pick returns the child to visit next by UCT, among those that may exceed the proven lower bound of n.
func (s *sampler[P, M]) pick(n *sample[P, M]) *sample[P, M] {
	var best *sample[P, M]
	highest := math.Inf(-1)
	for _, c := range n.children {
		if c.lower == c.upper || -c.lower <= n.lower {
			continue
		}
		if u := s.scaled(-c.sum/c.visits) + math.Sqrt(2*math.Log(n.visits)/c.visits); u > highest {
			best, highest = c, u
		}
	}
	return best
}

// scaled maps a value to the interval from 0 to 1 by the range of values so far.
func (s *sampler[P, M]) scaled(value float64) float64 {
	width := float64(s.most) - float64(s.least)
	if width <= 0 {
		return 0.5
	}
	return (value - float64(s.least)) / width
}

// rollout plays random moves from n to a leaf and returns its value from the view of n.
func (s *sampler[P, M]) rollout(n *sample[P, M]) int {
	p, depth, view, ply := n.p, n.depth, 1, n.ply
	for moves := n.moves; ; {
		p, depth, view, ply = p.Play(moves[s.random.IntN(len(moves))]), next(depth), -view, ply+1
		var value int
		var leaf bool
		if moves, value, leaf = s.count(p, depth); leaf {
			return view * value
		}
		if s.trace != nil {
			s.trace.count(ply)
		}
	}
}

// backUp propagates a value and the bounds from n to the root.
func (s *sampler[P, M]) backUp(n *sample[P, M], value int) {
	s.least, s.most = min(s.least, value, -value), max(s.most, value, -value)
	for ; n != nil; n, value = n.parent, -value {
		n.visits++
		n.sum += float64(value)
		n.bound()
		s.show(n)
	}
}

// bound computes the bounds of a position from those of its children.
func (n *sample[P, M]) bound() {
	if len(n.children) == 0 {
		return
	}
	lower, upper := -Infinity, -Infinity
	if len(n.children) < len(n.moves) {
		upper = Infinity
	}
	for _, c := range n.children {
		lower, upper = max(lower, -c.upper), max(upper, -c.lower)
	}
	n.lower, n.upper = lower, upper
}

// show updates the visit of a position in the trace.
func (s *sampler[P, M]) show(n *sample[P, M]) {
	v := s.trace.change(n.at)
	if v == nil {
		return
	}
	v.Playouts = uint64(n.visits)
	if n.visits > 0 {
		v.Mean = n.sum / n.visits
	}
	if n.lower == n.upper {
		v.HasValue, v.Value, v.Bound = true, n.lower, Exact
	}
}

// answer returns the result at the root.
func (s *sampler[P, M]) answer(root *sample[P, M]) (Result[M], error) {
	if s.err != nil || len(root.moves) == 0 {
		return s.result(root.lower, nil)
	}
	best, highest := root.children[0], math.Inf(-1)
	for _, c := range root.children {
		if v := s.confident(root, c); v > highest {
			best, highest = c, v
		}
	}
	r, err := s.result(root.lower, []M{best.move})
	if root.lower < root.upper {
		r.Value, r.Estimate = int(math.Round(best.value())), true
	}
	return r, err
}

// value returns the value of n if it is solved, otherwise its mean, from the view of its parent.
func (n *sample[P, M]) value() float64 {
	if n.lower == n.upper {
		return float64(-n.lower)
	}
	return -n.sum / n.visits
}

// confident returns a lower confidence bound of the value of a child of the root, from the view of the root. It is the
// value of a solved child, and otherwise below the mean by an amount that decreases with the number of visits.
func (s *sampler[P, M]) confident(root, c *sample[P, M]) float64 {
	switch {
	case c.lower == c.upper:
		return c.value()
	case root.lower == root.upper || c.visits == 0:
		return math.Inf(-1)
	}
	return c.value() - (float64(s.most)-float64(s.least))/math.Sqrt(c.visits)
}
