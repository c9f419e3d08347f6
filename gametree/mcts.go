package gametree

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
)

// MonteCarlo is [Sampling] with ten thousand playouts. For the arguments and the error see Minimax.
func MonteCarlo[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	return Sampling[P, M](10_000, 1)(ctx, p, depth, eval, t)
}

// Sampling is Monte-Carlo tree search with so many playouts, random from this seed: the same seed, the same search.
// Each playout goes down the tree by UCT, the rule of Kocsis and Szepesvári ("Bandit Based Monte-Carlo Planning",
// 2006), adds one position to it and plays on at random to a leaf. Coulom ("Efficient Selectivity and Backup Operators
// in Monte-Carlo Tree Search", 2006) gave the search its name. Bounds of what is certain are kept beside the means, as
// Cazenave and Saffidine do ("Score Bounded Monte-Carlo Tree Search", 2010): what cannot be better than a certain value
// is not tried again, and a position whose bounds meet is solved.
//
// When the root is solved the value equals Minimax's and the move attains it. Until then Result says that the value is
// an estimate: the mean of the move whose mean is the most certain to be high. The variation ends with the move. Fewer
// than one playout is an error; for the others and the arguments see Minimax.
func Sampling[P Position[P, M], M comparable](playouts int, seed uint64) Search[P, M] {
	return func(ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M]) (Result[M], error) {
		w := newWalk(ctx, depth, eval, t)
		s := sampler[P, M]{walk: &w, random: rand.New(rand.NewPCG(seed, 0)), least: Infinity, most: -Infinity}
		if playouts < 1 {
			w.err = fmt.Errorf("%d playouts: at least one is needed", playouts)
		}
		root := &sample[P, M]{p: p, depth: depth}
		s.open(root, Nowhere)
		for done := 0; done < playouts && root.lower < root.upper && w.err == nil; done++ {
			s.playout(root)
		}
		return s.answer(root)
	}
}

// sample is a position in the tree. Its mean and bounds are in the view of the side to move there.
type sample[P Position[P, M], M comparable] struct {
	p            P
	move         M
	parent       *sample[P, M]
	moves        []M // those before len(children) are in the tree
	children     []*sample[P, M]
	visits       float64
	sum          float64
	lower, upper int
	depth, ply   int
	at           int // in the trace
}

type sampler[P Position[P, M], M comparable] struct {
	*walk[P, M]
	random      *rand.Rand
	least, most int // of the values of leaves seen so far, in the view of both sides
}

// open adds a position to the tree.
func (s *sampler[P, M]) open(n *sample[P, M], parent int) {
	moves, value, leaf := s.look(n.p, n.depth)
	n.moves, n.lower, n.upper, n.at = moves, -Infinity, Infinity, Nowhere
	if leaf {
		n.lower, n.upper = value, value
	}
	if s.trace != nil && s.err == nil {
		n.at = s.trace.grow(parent, n.move, n.depth, n.ply)
		s.show(n)
	}
}

// playout goes down the tree, adds a position, plays on to a leaf and carries its value up.
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
		s.carry(n, value)
	}
}

// pick is the child that UCT visits next, of those that could still be better than what is certain.
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

// scaled brings a value into the interval from 0 to 1, by the values seen.
func (s *sampler[P, M]) scaled(value float64) float64 {
	width := float64(s.most) - float64(s.least)
	if width <= 0 {
		return 0.5
	}
	return (value - float64(s.least)) / width
}

// rollout plays at random from n to a leaf; its value is in n's view.
func (s *sampler[P, M]) rollout(n *sample[P, M]) int {
	p, depth, view, ply := n.p, n.depth, 1, n.ply
	for moves := n.moves; ; {
		p, depth, view, ply = p.Play(moves[s.random.IntN(len(moves))]), next(depth), -view, ply+1
		var value int
		var leaf bool
		if moves, value, leaf = s.look(p, depth); leaf {
			return view * value
		}
		if s.trace != nil {
			s.trace.count(ply)
		}
	}
}

// carry takes a value up to the root, and the bounds as far as they change.
func (s *sampler[P, M]) carry(n *sample[P, M], value int) {
	s.least, s.most = min(s.least, value, -value), max(s.most, value, -value)
	for ; n != nil; n, value = n.parent, -value {
		n.visits++
		n.sum += float64(value)
		n.bound()
		s.show(n)
	}
}

// bound works out the bounds of a position from those of its children.
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

// show tells the trace what is known of a position.
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

// answer is what the root came to.
func (s *sampler[P, M]) answer(root *sample[P, M]) (Result[M], error) {
	if s.err != nil || len(root.moves) == 0 {
		return s.result(root.lower, nil)
	}
	best, highest := root.children[0], math.Inf(-1)
	for _, c := range root.children {
		if sure := s.sure(root, c); sure > highest {
			best, highest = c, sure
		}
	}
	r, err := s.result(root.lower, []M{best.move})
	if root.lower < root.upper {
		r.Value, r.Estimate = int(math.Round(best.worth())), true
	}
	return r, err
}

// worth is what is thought of a child, in the view of its parent.
func (n *sample[P, M]) worth() float64 {
	if n.lower == n.upper {
		return float64(-n.lower)
	}
	return -n.sum / n.visits
}

// sure is what a child of the root is worth with some certainty, in the root's view: its value when it is solved, less
// than its mean the less it was visited.
func (s *sampler[P, M]) sure(root, c *sample[P, M]) float64 {
	switch {
	case c.lower == c.upper:
		return c.worth()
	case root.lower == root.upper || c.visits == 0:
		return math.Inf(-1)
	}
	return c.worth() - (float64(s.most)-float64(s.least))/math.Sqrt(c.visits)
}
