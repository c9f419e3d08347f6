package player

import (
	"context"
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/record"
)

// NewRandom makes a player that chooses among the legal moves with equal probability. With seed=N, the choice depends
// on the seed and the position alone. Its error is always nil.
func NewRandom(a *Args) (Player, error) {
	seeded, seed := a.Has("seed"), a.Seed("seed", rand.Uint64)
	return &random{name: a.Spec().Text, seeded: seeded, fixed: seeded, seed: seed}, nil
}

type random struct {
	name   string
	seeded bool
	fixed  bool // the seed is part of the spec
	seed   uint64
}

// Seed makes the choices depend on the seed and the position only, unless the spec has a seed.
func (r *random) Seed(seed uint64) {
	if !r.fixed {
		r.seeded, r.seed = true, seed
	}
}

func (r *random) Name() string { return r.name }

func (r *random) Choose(ctx context.Context, g *record.Game, _ Clock) (Choice, error) {
	p := g.Position()
	moves, err := movesOf(ctx, p)
	switch {
	case err != nil:
		return Choice{}, err
	case r.seeded:
		return Choice{Move: moves[positionChance(r.seed, p).IntN(len(moves))]}, nil
	}
	return Choice{Move: moves[rand.IntN(len(moves))]}, nil
}

func (r *random) Close() error { return nil }
