// Package prove makes certificates of package proof: it searches a position with the engine and keeps the part of the
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

// few is the number of empty squares up to which the prover weighs its moves one by one: package solve shows at once
// which of them prove the claim, and of these the one with the fewest replies is kept.
const few = 14

// ErrFalse is the error of a claim that a search refutes.
var ErrFalse = errors.New("the claim is false")

// Options say how to prove.
type Options struct {
	Engine *search.Engine // nil: one of its own
	Leaf   int            // positions with at most so many empty squares are left to the checker; 0: 8
	// Progress is called now and then with the nodes found so far. Nil: it is not.
	Progress  func(nodes int)
	Generator string // written into the certificate
}

// A prover collects the nodes of one certificate.
type prover struct {
	*proof.Builder
	engine *search.Engine
	solver *solve.Solver
	leaf   int
	target int // discs that the prover reaches
	chosen int // moves of the prover on the way to the present position
	told   int
	Options
}

// Prove finds a certificate of the claim that the position is worth at least, or at most, the value in discs to the
// side to move; the relation is one of package proof. The error is [ErrFalse] if it is not so, or the context's.
func Prove(ctx context.Context, p othello.Position, relation string, value int, o Options) (*proof.Builder, error) {
	leaf := cmp.Or(o.Leaf, 8)
	b, err := proof.NewBuilder(proof.Claim{Position: p.String(), Relation: relation, Value: value}, leaf, o.Generator)
	if err != nil {
		return nil, err
	}
	engine := o.Engine
	if engine == nil {
		engine = search.New(search.Options{})
	}
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	v := &prover{Builder: b, engine: engine, solver: solve.New(p.Size), leaf: leaf, target: value, Options: o}
	v.solver.StopWith(stop)
	if relation == proof.AtMost {
		v.target = -value
	}
	return b, v.node(ctx, p, relation == proof.AtLeast)
}

// node proves that the prover reaches the target from p, where the prover is to move or not.
func (v *prover) node(ctx context.Context, p othello.Position, mine bool) error {
	if p.Over() {
		return v.finished(p, mine)
	}
	if p.MustPass() {
		p, mine = p.Play(othello.Pass), !mine
	}
	mover, other := squares(p.Size, p.Mover), squares(p.Size, p.Other)
	switch {
	case p.Empties() <= v.leaf:
		return v.left(ctx, p, mine)
	case v.Has(mover, other, mine):
		return ctx.Err()
	}
	if !mine {
		if err := v.replies(ctx, p); err != nil {
			return err
		}
		v.Opponent(mover, other)
		return nil
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
	} else if after.Empties() > v.leaf {
		err = v.replies(ctx, after)
	}
	if err != nil {
		return err
	}
	v.Prover(mover, other, index(p.Size, move))
	if v.told++; v.Progress != nil && v.told%1024 == 0 {
		v.Progress(v.Len())
	}
	return nil
}

// left proves nothing for a position that is left to the checker. Where the prover has chosen a move before, the search
// for that move has shown that the claim holds here; elsewhere a solution shows it.
func (v *prover) left(ctx context.Context, p othello.Position, mine bool) error {
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

// choose finds a move that reaches the target, one with few replies if it can.
func (v *prover) choose(ctx context.Context, p othello.Position) (othello.Square, error) {
	if p.Empties() > few {
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

// search finds a move that reaches the target with the engine.
func (v *prover) search(ctx context.Context, p othello.Position) (othello.Square, error) {
	all := p.Empties()
	r, err := v.engine.Search(ctx, p, search.Limits{Depth: all, Exact: all, Alpha: v.target - 1, Beta: v.target}, nil)
	if err != nil {
		return 0, err
	}
	if r.Score < othello.Score(v.target) {
		return 0, fmt.Errorf("%w: %s is worth %+g at most", ErrFalse, p, r.Score)
	}
	return r.Move, nil
}

// squares numbers the squares of a set in rows of the board's own size.
func squares(n othello.Size, set bitboard.Set) (numbered uint64) {
	for s := range set.All() {
		numbered |= 1 << index(n, othello.Square(s))
	}
	return numbered
}

// index numbers a square of the frame in rows of the board's own size.
func index(n othello.Size, s othello.Square) int {
	edge := (8 - int(n)) / 2
	return (int(s)/8-edge)*int(n) + int(s)%8 - edge
}
