// Package prove makes certificates of package proof. It searches a position with the engine and keeps the part of the
// game tree that proves the result.
package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/solve"
)

// usualLeaf is the default of Options.Leaf.
const usualLeaf = 8

// fewEmpties is the number of empty squares up to which the prover solves its moves one by one, those with the fewest
// replies first, and keeps the first move that proves the claim.
const fewEmpties = 14

// ErrFalse is the error of a claim that a search refutes.
var ErrFalse = errors.New("the claim is false")

// Options configure Prove.
type Options struct {
	// Engine has no search.Claims, so that the certificate rests on no published claim. Nil: a new one.
	Engine    *search.Engine
	Leaf      int             // greatest number of empty squares of a leaf, which the checker solves; 0: 8
	Progress  func(nodes int) // called from time to time with the number of nodes so far; may be nil
	Generator string          // written into the certificate
	// Conditional makes the certificate conditional: it uses these assumptions and not the engine. Its leaves replace
	// Leaf.
	Conditional *Conditional
	// Journal stores the progress, and continues from what it holds; nil: nothing is stored. Conditional proofs do not
	// use it.
	Journal *Journal
	// Parts makes others prove the parts of positions that have more empty squares than a part; nil: everything is
	// proved here.
	Parts *Parts
}

// A prover collects the nodes of one certificate.
type prover struct {
	*proof.Builder
	engine *search.Engine
	solver *solve.Solver
	leaf   int
	target int                  // score that the prover reaches
	chosen int                  // moves of the prover on the path to the present position
	added  int                  // nodes of the prover
	used   map[proof.Claim]bool // assumptions of the certificate
	saved  *recorder
	Options
}

// Prove finds a certificate of the claim that the score of the position for the side to move is at least, or at most,
// value. The relation is one of package proof. The error is [ErrFalse] if the claim is false, [ErrUnproved] if it does
// not follow from the assumptions, or that of ctx.
func Prove(ctx context.Context, p othello.Position, relation string, value int, o Options) (*proof.Builder, error) {
	leaf := cmp.Or(o.Leaf, usualLeaf)
	if o.Conditional != nil {
		leaf = o.Conditional.leaf
	}
	claim := proof.Claim{Position: p.String(), Relation: relation, Value: value}
	b, err := proof.NewBuilder(claim, leaf, o.Generator)
	if err != nil {
		return nil, err
	}
	engine := o.Engine
	if engine == nil {
		engine = search.New(search.Options{Without: search.Claims})
	}
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	v := &prover{
		Builder: b, engine: engine, solver: solve.New(p.Size), leaf: leaf, target: value, used: map[proof.Claim]bool{},
		Options: o,
	}
	v.solver.StopWith(stop)
	if relation == proof.AtMost {
		v.target = -value
	}
	mine := relation == proof.AtLeast
	if err := v.follows(ctx, p, mine); err != nil {
		return nil, err
	}
	if o.Parts != nil && p.Empties() > o.Parts.Empties {
		return b, v.divide(ctx, p, mine)
	}
	if o.Conditional == nil {
		if v.saved, err = o.Journal.record(claim, p, b); err != nil {
			return nil, err
		}
	}
	return b, errors.Join(v.node(ctx, p, mine), v.saved.flush())
}

// node proves that the prover reaches the target from p. Mine states that the prover is to move.
func (v *prover) node(ctx context.Context, p othello.Position, mine bool) error {
	if p.Over() {
		return v.finished(p, mine)
	}
	if p.MustPass() {
		p, mine = p.Play(othello.Pass), !mine
	}
	mover, other := squares(p.Size, p.Mover), squares(p.Size, p.Other)
	switch {
	case v.useAssumption(p, mine):
		return ctx.Err()
	case p.Empties() <= v.leaf:
		return v.checkLeaf(ctx, p, mine)
	case v.Has(mover, other, mine):
		return ctx.Err()
	}
	if !mine {
		if err := v.replies(ctx, p); err != nil {
			return err
		}
		v.Opponent(mover, other)
		return v.saved.node(mover, other, opponentMoves)
	}
	move, err := v.choose(ctx, p)
	if err != nil {
		return err
	}
	v.chosen++
	defer func() { v.chosen-- }()
	after := p.Play(move)
	if after.Over() || after.MustPass() {
		err = v.node(ctx, after, false)
	} else if !v.useAssumption(after, false) && after.Empties() > v.leaf {
		err = v.replies(ctx, after)
	}
	if err != nil {
		return err
	}
	v.Prover(mover, other, index(p.Size, move))
	if err := v.saved.node(mover, other, byte(index(p.Size, move))); err != nil {
		return err
	}
	if v.added++; v.Progress != nil && v.added%1024 == 0 {
		v.Progress(v.Len())
	}
	return nil
}

// checkLeaf tests the claim at a leaf. After a move of the prover the claim holds, because the search has shown it for
// that move. Otherwise checkLeaf solves the position.
func (v *prover) checkLeaf(ctx context.Context, p othello.Position, mine bool) error {
	if v.chosen > 0 {
		return ctx.Err()
	}
	target := v.target
	if !mine {
		target = -target
	}
	score := v.solver.Score(p.Mover, p.Other, target-1, target+1)
	if err := ctx.Err(); err != nil {
		return err
	}
	if mine && score < target || !mine && score > target {
		return fmt.Errorf("%w: %s is worth %+d", ErrFalse, p, score)
	}
	return nil
}

// finished checks a finished game.
func (v *prover) finished(p othello.Position, mine bool) error {
	score := p.Score()
	if !mine {
		score = -score
	}
	if score < v.target {
		return fmt.Errorf("%w: a game ends with %+d", ErrFalse, score)
	}
	return nil
}

// replies proves the claim for all moves of the opponent.
func (v *prover) replies(ctx context.Context, p othello.Position) error {
	for _, move := range p.Moves() {
		if err := v.node(ctx, p.Play(move), true); err != nil {
			return err
		}
	}
	return nil
}

// choose returns a move that reaches the target, with few replies if possible.
func (v *prover) choose(ctx context.Context, p othello.Position) (othello.Square, error) {
	switch {
	case v.Conditional != nil:
		return v.Conditional.move(p, v.target)
	case p.Empties() > fewEmpties:
		return v.search(ctx, p)
	}
	type candidate struct {
		move    othello.Square
		replies int
		after   othello.Position
	}
	var moves []candidate
	for _, m := range p.Moves() {
		after := p.Play(m)
		moves = append(moves, candidate{m, after.Legal().Len(), after})
	}
	slices.SortStableFunc(moves, func(a, b candidate) int { return cmp.Compare(a.replies, b.replies) })
	for _, m := range moves {
		reached := v.solver.Score(m.after.Mover, m.after.Other, -v.target, 1-v.target) <= -v.target
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if reached {
			return m.move, nil
		}
	}
	return 0, fmt.Errorf("%w: no move of %s reaches %+d", ErrFalse, p, v.target)
}

// search returns a move that reaches the target, found by the engine.
func (v *prover) search(ctx context.Context, p othello.Position) (othello.Square, error) {
	if move, ok := v.saved.known(p); ok {
		return move, nil
	}
	all := p.Empties()
	r, err := v.engine.Search(ctx, p, search.Limits{Depth: all, Exact: all, Alpha: v.target - 1, Beta: v.target}, nil)
	if err != nil {
		return 0, err
	}
	if r.Score < othello.Score(v.target) {
		return 0, fmt.Errorf("%w: %s is worth %+g at most", ErrFalse, p, r.Score)
	}
	return r.Move, v.saved.found(p, r.Move)
}

// squares returns a set in the numbering of package proof.
func squares(n othello.Size, set bitboard.Set) (numbered uint64) {
	for s := range set.All() {
		numbered |= 1 << index(n, othello.Square(s))
	}
	return numbered
}

// index returns the number of a square in the numbering of package proof.
func index(n othello.Size, s othello.Square) int {
	edge := (8 - int(n)) / 2
	return (int(s)/8-edge)*int(n) + int(s)%8 - edge
}
