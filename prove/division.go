package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/search"
)

// A division searches the top of the tree of a proof. It is a proof-number search (L. V. Allis, 1994) whose numbers are
// costs: those of a position that is not expanded follow from the probability with which a short search expects the
// prover to reach the target, so that the cost of several positions is their sum. A position is proved when its
// first cost is 0, and refuted when the second is.
type division struct {
	*prover

	parts   *Parts
	nodes   map[place]*topNode
	round   int // of searches for the next part
	decided int // parts
}

// place is a position up to symmetry. Mine states that the prover is to move.
type place struct {
	at   othello.Position
	mine bool
}

// topNode is a position of the top of the tree.
type topNode struct {
	place

	leaf            bool // it is decided without its moves, and the certificate does not hold it
	parents         []*topNode
	children        []*topNode // nil: not expanded
	proof, disproof float64    // costs
	sent            bool       // it is a part that is being proved
	round           int        // the last one in which it was visited
	certificate     []byte     // of a part; nil: the journal has it
}

func (n *topNode) proved() bool  { return n.proof == 0 }
func (n *topNode) decided() bool { return n.proof == 0 || n.disproof == 0 }

func (n *topNode) decide(holds bool) {
	n.proof, n.disproof = math.Inf(1), 0
	if holds {
		n.proof, n.disproof = 0, math.Inf(1)
	}
}

// part reports whether a position is proved as a whole. It always has the prover to move, because a certificate holds
// no nodes after the prover's moves.
func (d *division) part(n *topNode) bool {
	return !n.leaf && n.mine && n.at.Empties() <= d.parts.Empties
}

// claim returns the claim of a part.
func (d *division) claim(n *topNode) proof.Claim {
	return proof.Claim{Position: n.at.String(), Relation: proof.AtLeast, Value: d.target}
}

// divide proves that the prover reaches the target from p. Mine states that the prover is to move.
func (v *prover) divide(ctx context.Context, p othello.Position, mine bool) error {
	d := &division{prover: v, parts: v.Parts, nodes: map[place]*topNode{}}
	root, err := d.node(ctx, p, mine)
	if err != nil {
		return err
	}
	if err := d.search(ctx, root); err != nil {
		return err
	}
	if !root.proved() {
		return fmt.Errorf("%w: the parts refute it", ErrFalse)
	}
	return d.collect(ctx, p, mine)
}

// answer is the result of a part.
type answer struct {
	node *topNode
	part Part
	err  error
}

// search decides the root by proving parts.
func (d *division) search(ctx context.Context, root *topNode) error {
	working, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	answers, running := make(chan answer), 0
	for !root.decided() {
		for running < max(1, d.parts.Parallel()) {
			n, err := d.next(ctx, root)
			if err != nil {
				return err
			}
			if n == nil {
				break
			}
			n.sent = true
			running++
			workers.Go(func() {
				a := answer{node: n}
				a.part, a.err = d.parts.Prove(working, d.claim(n))
				select {
				case answers <- a:
				case <-working.Done():
				}
			})
		}
		if root.decided() {
			break // by the journal
		}
		if running == 0 {
			return errors.New("internal error: no part can decide the claim")
		}
		select {
		case a := <-answers:
			running--
			if a.err != nil {
				return a.err
			}
			if err := d.learn(a); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// learn notes the result of a part.
func (d *division) learn(a answer) error {
	a.node.decide(a.part.holds)
	if a.part.holds && d.Journal == nil {
		a.node.certificate = a.part.certificate
	}
	d.count()
	d.update(a.node.parents)
	return d.Journal.addPart(d.claim(a.node), a.part)
}

func (d *division) count() {
	if d.decided++; d.parts.Progress != nil {
		d.parts.Progress(d.decided)
	}
}

// next returns the part to prove next, or nil if all that the root needs are being proved. It expands positions on the
// way. The most likely way to a proof comes first. Where its parts are being proved already, other moves follow.
func (d *division) next(ctx context.Context, root *topNode) (*topNode, error) {
	for _, others := range []bool{false, true} {
		for {
			d.round++
			n := d.pick(root, others)
			if n == nil {
				break
			}
			if d.part(n) {
				return n, nil
			}
			if err := d.expand(ctx, n); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// pick returns the position below n that is most worth the work. It considers the best move of the prover alone, or all
// of them.
func (d *division) pick(n *topNode, others bool) *topNode {
	if n.decided() || n.round == d.round || n.sent {
		return nil
	}
	n.round = d.round
	if n.children == nil {
		return n
	}
	cost := func(c *topNode) float64 { return c.disproof }
	if n.mine {
		cost = func(c *topNode) float64 { return c.proof }
	}
	children := slices.Clone(n.children)
	slices.SortStableFunc(children, func(a, b *topNode) int { return cmp.Compare(cost(a), cost(b)) })
	if n.mine && !others {
		children = children[:1]
	}
	for _, c := range children {
		if found := d.pick(c, others); found != nil {
			return found
		}
	}
	return nil
}

// expand adds the positions after n.
func (d *division) expand(ctx context.Context, n *topNode) error {
	for _, move := range n.at.Moves() {
		c, err := d.node(ctx, n.at.Play(move), !n.mine)
		if err != nil {
			return err
		}
		if !slices.Contains(n.children, c) {
			n.children, c.parents = append(n.children, c), append(c.parents, n)
		}
	}
	d.update([]*topNode{n})
	return nil
}

// update computes the costs of positions from those after them, and of all positions before them that change.
func (d *division) update(nodes []*topNode) {
	for _, n := range nodes {
		sum, least := 0.0, math.Inf(1)
		for _, c := range n.children {
			one, all := c.disproof, c.proof
			if n.mine {
				one, all = all, one
			}
			sum, least = sum+all, min(least, one)
		}
		if n.mine {
			sum, least = least, sum
		}
		if n.proof != sum || n.disproof != least {
			n.proof, n.disproof = sum, least
			d.update(n.parents)
		}
	}
}

// node returns the node of a position, which it makes if it is missing.
func (d *division) node(ctx context.Context, p othello.Position, mine bool) (*topNode, error) {
	if p.MustPass() {
		p, mine = p.Play(othello.Pass), !mine
	}
	at := place{canonical(p), mine}
	if n := d.nodes[at]; n != nil {
		return n, nil
	}
	n := &topNode{place: at, leaf: p.Over() || p.Empties() <= d.leaf}
	d.nodes[at] = n
	if n.leaf {
		n.decide(d.reached(p, mine))
		return n, ctx.Err()
	}
	if d.part(n) {
		if holds, ok := d.Journal.decided(d.claim(n)); ok {
			n.decide(holds)
			d.count()
			return n, nil
		}
	}
	return n, d.estimate(ctx, n)
}

// estimate sets the costs of a position that is not expanded. In a selective search to the end of the game, the target
// is reached or missed. Where that takes too long, the result is a score, and the logarithm of the odds is proportional
// to the discs above the greatest score that misses the target.
func (d *division) estimate(ctx context.Context, n *topNode) error {
	window, sign := d.target, 1
	if !n.mine {
		window, sign = 1-d.target, -1
	}
	limits, certain := search.Limits{Depth: estimateDepth}, false
	if all := n.at.Empties(); all <= estimateEmpties {
		limits, certain = search.Limits{Depth: all, Selective: all, Alpha: window - 1, Beta: window}, true
	}
	r, err := d.engine.Search(ctx, n.at, limits, nil)
	if err != nil {
		return err
	}
	lead := (float64(sign)*float64(r.Score) - float64(d.target) + 1) / spread
	if certain {
		lead = math.Copysign(certainty, float64(sign)*(float64(r.Score)-float64(window)+0.5))
	}
	n.proof, n.disproof = 1+math.Log1p(math.Exp(-lead)), 1+math.Log1p(math.Exp(lead))
	return nil
}

const (
	estimateEmpties = 22 // up to which selective searches reach the end of the game
	estimateDepth   = 10 // plies of other searches
	spread          = 2  // discs by which the odds of such a search change by a factor of e
	certainty       = 3  // logarithm of the odds of a selective search
)

// reached reports whether the prover reaches the target from a finished game or a leaf.
func (d *division) reached(p othello.Position, mine bool) bool {
	switch {
	case p.Over():
		return d.finished(p, mine) == nil
	case mine:
		return d.solver.Score(p.Mover, p.Other, d.target-1, d.target) >= d.target
	}
	return d.solver.Score(p.Mover, p.Other, -d.target, 1-d.target) <= -d.target
}
