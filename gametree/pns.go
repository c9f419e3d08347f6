package gametree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
)

// ProofNumber is the proof-number search of Allis, van der Meulen and van den Herik ("Proof-Number Search", 1994). It
// settles a question that has two answers, and goes on where the fewest positions stand between it and one of them: a
// position's proof number is how many positions must at least be proved to prove it, its disproof number how many must
// be disproved to disprove it.
//
// First it asks whether the side to move wins, a draw counting as no; if not, whether that side draws at least, a draw
// counting as yes. Its value is 1, 0 or -1, the sign of Minimax's; its move attains that, and its variation ends with
// the move. The tree of positions that are not settled lies in memory: with more than half a million of them it gives
// up with [ErrTooLarge]. For the arguments see Minimax.
func ProofNumber[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newWalk(ctx, depth, eval, t)
	w.passes(depth)
	value, line := -1, []M(nil)
	for goal := 1; goal >= 0 && value < 0 && w.err == nil; goal-- {
		proof := proofSearch[P, M]{walk: &w, goal: goal}
		var proved bool
		if proved, line = proof.settle(p, depth); proved {
			value = goal
		}
	}
	w.leaveAll(value)
	return w.result(value, line)
}

// ErrTooLarge says that a search has no room for its tree.
var ErrTooLarge = errors.New("the tree is too large for this search")

// proofLimit is how many positions that are not settled are held: some 60 MB.
const proofLimit = 500_000

// endless is the number of a position that cannot be proved, or not be disproved.
const endless = math.MaxUint64

// proofSearch settles whether the side to move at the root gets at least goal, in the signs of values.
type proofSearch[P Position[P, M], M comparable] struct {
	*walk[P, M]
	goal int
	held int // positions in memory
}

// proofNode is a position in memory. Its numbers are those of the side to move there: what it takes to show that it
// gets what it wants, which is the goal for one side and to prevent it for the other, and what it takes to show that it
// does not.
type proofNode[P Position[P, M], M comparable] struct {
	p               P
	move            M
	parent          *proofNode[P, M]
	children        []*proofNode[P, M]
	proof, disproof uint64
	depth, ply      int
	at              int // in the trace
}

// settle gives the answer, and as a line the move that proves it or any move when there is none.
func (s *proofSearch[P, M]) settle(p P, depth int) (proved bool, line []M) {
	root := &proofNode[P, M]{p: p, depth: depth}
	s.open(root, 0)
	for !root.settled() && s.err == nil {
		n := root
		for n.children != nil {
			n = n.mostProving()
		}
		s.expand(n)
		s.update(n)
	}
	if s.err != nil || len(root.children) == 0 {
		return root.proof == 0, nil
	}
	return root.proof == 0, []M{root.mostProving().move}
}

func (n *proofNode[P, M]) settled() bool { return n.proof == 0 || n.disproof == 0 }

// mostProving is the child that makes the proof number what it is: the other side's disproof is this side's proof.
func (n *proofNode[P, M]) mostProving() *proofNode[P, M] {
	for _, c := range n.children {
		if c.disproof == n.proof {
			return c
		}
	}
	return n.children[0]
}

// open looks at a position for the first time.
func (s *proofSearch[P, M]) open(n *proofNode[P, M], parent int) {
	moves, value, leaf := s.look(n.p, n.depth)
	n.at = Nowhere
	if s.trace != nil && s.err == nil {
		n.at = s.trace.grow(parent, n.move, n.depth, n.ply)
	}
	switch {
	case !leaf: // one reply proves it, all of them must be refuted
		n.proof, n.disproof = 1, uint64(len(moves))
	case n.attains(cmp.Compare(value, 0), s.goal):
		n.proof, n.disproof = 0, endless
	default:
		n.proof, n.disproof = endless, 0
	}
	s.show(n)
	if v := s.trace.change(n.at); v != nil && leaf {
		v.Value, v.Bound = cmp.Compare(value, 0), Exact
	}
	s.held++
}

// attains reports whether a leaf with this sign is what its side to move wants.
func (n *proofNode[P, M]) attains(value, goal int) bool {
	if n.ply%2 == 0 {
		return value >= goal
	}
	return -value < goal
}

func (s *proofSearch[P, M]) expand(n *proofNode[P, M]) {
	moves := n.p.Moves()
	n.children = make([]*proofNode[P, M], 0, len(moves))
	for _, m := range moves {
		c := &proofNode[P, M]{p: n.p.Play(m), move: m, parent: n, depth: next(n.depth), ply: n.ply + 1}
		s.open(c, n.at)
		n.children = append(n.children, c)
	}
	if s.held > proofLimit && s.err == nil {
		s.err = fmt.Errorf("proof-number search: %w: unsettled positions: %d", ErrTooLarge, s.held)
	}
}

// update works out the numbers of n and of the positions above it, as far up as they change.
func (s *proofSearch[P, M]) update(n *proofNode[P, M]) {
	for ; n != nil; n = n.parent {
		proof, disproof := uint64(endless), uint64(0)
		for _, c := range n.children {
			proof = min(proof, c.disproof)
			disproof += min(c.proof, endless-disproof)
		}
		if proof == n.proof && disproof == n.disproof {
			return
		}
		n.proof, n.disproof = proof, disproof
		s.show(n)
		if n.settled() && n.parent != nil {
			s.release(n)
		}
	}
}

// release lets go of the tree below a settled position.
func (s *proofSearch[P, M]) release(n *proofNode[P, M]) {
	for _, c := range n.children {
		s.release(c)
	}
	s.held -= len(n.children)
	n.children = nil
}

// show tells the trace the numbers of a position, in the view of the side to move at the root, and the value that they
// amount to.
func (s *proofSearch[P, M]) show(n *proofNode[P, M]) {
	v := s.trace.change(n.at)
	if v == nil {
		return
	}
	v.Proof, v.Disproof = n.proof, n.disproof
	wants := s.goal
	if n.ply%2 == 1 {
		v.Proof, v.Disproof = n.disproof, n.proof
		wants = 1 - s.goal
	}
	switch {
	case n.proof == 0:
		v.HasValue, v.Value, v.Bound = true, wants, Lower
	case n.disproof == 0:
		v.HasValue, v.Value, v.Bound = true, wants-1, Upper
	}
}
