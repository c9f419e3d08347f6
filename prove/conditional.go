package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/solve"
)

// ErrUnproved is the error of a claim that does not follow from the assumptions.
var ErrUnproved = errors.New("the claim does not follow from the assumptions")

// Conditional derives bounds from assumptions, and makes conditional certificates of these bounds. It must not be used
// concurrently.
type Conditional struct {
	*Assumptions

	leaf    int
	derived map[othello.Position]claims.Bounds // by canonical position
	solvers map[othello.Size]*solve.Solver
	stop    atomic.Bool
	fault   error // a contradiction
}

// NewConditional returns a Conditional for certificates with leaves of at most leaf empty squares; 0: 8.
func NewConditional(a *Assumptions, leaf int) *Conditional {
	return &Conditional{
		Assumptions: a, leaf: cmp.Or(leaf, usualLeaf), derived: map[othello.Position]claims.Bounds{},
		solvers: map[othello.Size]*solve.Solver{},
	}
}

// Bounds returns the bounds of p that follow from the assumptions. The error is that of ctx, or a contradiction in the
// assumptions.
func (c *Conditional) Bounds(ctx context.Context, p othello.Position) (claims.Bounds, error) {
	c.stop.Store(false)
	defer context.AfterFunc(ctx, func() { c.stop.Store(true) })()
	b := c.bounds(p)
	if err := ctx.Err(); err != nil {
		clear(c.derived) // the latest bounds may be incomplete
		return unknown, err
	}
	return b, c.fault
}

// bounds returns the bounds of p. They are meaningless after a stop.
func (c *Conditional) bounds(p othello.Position) claims.Bounds {
	switch {
	case c.stop.Load():
		return unknown
	case p.Over():
		return claims.Bounds{AtLeast: p.Score(), AtMost: p.Score()}
	case p.MustPass():
		return c.bounds(p.Play(othello.Pass)).Negate()
	}
	at := canonical(p)
	if b, ok := c.derived[at]; ok {
		return b
	}
	b, ok := c.known[at]
	if !ok {
		b = unknown
	}
	if !b.Exact() {
		b = intersect(b, c.below(at))
	}
	if b.AtLeast > b.AtMost && c.fault == nil {
		c.fault = fmt.Errorf("contradictory assumptions: %s would score at least %+d and at most %+d", at, b.AtLeast,
			b.AtMost)
	}
	c.derived[at] = b
	return b
}

// below returns the bounds that follow from those of the positions after each move. It solves leaves.
func (c *Conditional) below(p othello.Position) claims.Bounds {
	if p.Empties() <= c.leaf {
		value := c.solver(p.Size).Score(p.Mover, p.Other, -64, 64)
		return claims.Bounds{AtLeast: value, AtMost: value}
	}
	if least, ok := c.least[p.Size]; !ok || p.Empties() <= least {
		return unknown // no assumption applies further down
	}
	b := claims.Bounds{AtLeast: -64, AtMost: -64}
	for _, m := range p.Moves() {
		after := c.bounds(p.Play(m)).Negate()
		b = claims.Bounds{AtLeast: max(b.AtLeast, after.AtLeast), AtMost: max(b.AtMost, after.AtMost)}
	}
	return b
}

func (c *Conditional) solver(n othello.Size) *solve.Solver {
	if c.solvers[n] == nil {
		c.solvers[n] = solve.New(n)
		c.solvers[n].StopWith(&c.stop)
	}
	return c.solvers[n]
}

// move returns a move of p that reaches the target by the assumptions.
func (c *Conditional) move(p othello.Position, target int) (othello.Square, error) {
	for _, m := range p.Moves() {
		if c.bounds(p.Play(m)).AtMost <= -target {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%w: no move of %s reaches %+d", ErrUnproved, p, target)
}

// follows returns an error unless the claim of a conditional certificate follows from its assumptions.
func (v *prover) follows(ctx context.Context, p othello.Position, mine bool) error {
	if v.Conditional == nil {
		return nil
	}
	b, err := v.Conditional.Bounds(ctx, p)
	if proved := mine && b.AtLeast >= v.target || !mine && b.AtMost <= -v.target; err == nil && !proved {
		err = fmt.Errorf("%w, which give at least %+d and at most %+d", ErrUnproved, b.AtLeast, b.AtMost)
	}
	return err
}

// useAssumption reports whether an assumption states that the prover reaches the target from p, and adds it to the
// certificate. Mine states that the prover is to move.
func (v *prover) useAssumption(p othello.Position, mine bool) bool {
	if v.Conditional == nil {
		return false
	}
	claim, ok := v.Conditional.lookup(p, mine, v.target)
	if ok && !v.used[claim] {
		v.used[claim] = true
		v.Assume(proof.Assumption{Claim: claim, Source: v.Conditional.source})
	}
	return ok
}
