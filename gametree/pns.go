package gametree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
)

// ProofNumber is the proof-number search of Allis, van der Meulen and van den Herik ("Proof-Number Search", 1994). It
// proves or disproves a statement. The proof number of a position is the least number of positions that must be proved
// to prove it, and its disproof number the least number that must be disproved to disprove it. The search expands the
// position that contributes to the smallest of these numbers.
//
// The first statement is that the side to move wins. If it is disproved, the second is that the side at least draws.
// The value is 1, 0 or -1, the sign of that of Minimax. The move attains it, and the variation consists of the move
// only. The unsettled positions are held in memory; with more than half a million of them, the error is [ErrTooLarge].
// For the arguments and other errors see Minimax.
func ProofNumber[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newWalk(ctx, depth, eval, t)
	w.passes(depth)
	value, line := -1, []M(nil)
	for goal := 1; goal >= 0 && value < 0 && w.err == nil; goal-- {
		proof := proofSearch[P, M]{walk: &w, goal: goal}
		var proved bool
		if proved, line = proof.prove(p, depth); proved {
			value = goal
		}
	}
	w.leaveAll(value)
	return w.result(value, line)
}

// ErrTooLarge is wrapped by the error of a search whose tree exceeds the limit of memory.
var ErrTooLarge = errors.New("the tree is too large for this search")

// proofLimit is the greatest number of positions in memory. They take some 60 MB.
const proofLimit = 500_000

// endless is the proof number of a position that cannot be proved, and the disproof number of one that cannot be
// disproved.
const endless = math.MaxUint64

// proofSearch determines whether the sign of the value for the side to move at the root is at least goal.
type proofSearch[P Position[P, M], M comparable] struct {
	*walk[P, M]
	goal int
	held int // positions in memory
}

// proofNode is a position in memory. Its numbers are from the view of the side to move there. For the side to move at
// the root, the statement to prove is that it attains the goal; for the other side, that it prevents that.
type proofNode[P Position[P, M], M comparable] struct {
	p               P
	move            M
	parent          *proofNode[P, M]
	children        []*proofNode[P, M]
	proof, disproof uint64
	depth, ply      int
	at              int // index of the visit in the trace
}

// prove reports whether the goal is attained, and returns a line of one move: one that proves it, or else any move.
func (s *proofSearch[P, M]) prove(p P, depth int) (proved bool, line []M) {
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

// mostProving returns the first child whose disproof number equals the proof number of n. A disproof for the other side
// is a proof for this side.
func (n *proofNode[P, M]) mostProving() *proofNode[P, M] {
	for _, c := range n.children {
		if c.disproof == n.proof {
			return c
		}
	}
	return n.children[0]
}

// open initializes the numbers of a position.
func (s *proofSearch[P, M]) open(n *proofNode[P, M], parent int) {
	moves, value, leaf := s.count(n.p, n.depth)
	n.at = Nowhere
	if s.trace != nil && s.err == nil {
		n.at = s.trace.addNode(parent, n.move, n.depth, n.ply)
	}
	switch {
	case !leaf: // one move proves it; all must be refuted to disprove it
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

// attains reports whether a leaf whose value has the sign proves the statement of its side to move.
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

// update recomputes the numbers of n and of its ancestors, as far up as they change.
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

// release removes the tree below a settled position from memory.
func (s *proofSearch[P, M]) release(n *proofNode[P, M]) {
	for _, c := range n.children {
		s.release(c)
	}
	s.held -= len(n.children)
	n.children = nil
}

// show updates the visit of a position in the trace: its numbers from the view of the side to move at the root, and the
// value if it is settled.
func (s *proofSearch[P, M]) show(n *proofNode[P, M]) {
	v := s.trace.change(n.at)
	if v == nil {
		return
	}
	v.Proof, v.Disproof = n.proof, n.disproof
	target := s.goal
	if n.ply%2 == 1 {
		v.Proof, v.Disproof = n.disproof, n.proof
		target = 1 - s.goal
	}
	switch {
	case n.proof == 0:
		v.HasValue, v.Value, v.Bound = true, target, Lower
	case n.disproof == 0:
		v.HasValue, v.Value, v.Bound = true, target-1, Upper
	}
}
