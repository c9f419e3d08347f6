package player

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"time"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// skilled plays like a person of some strength. It knows what its moves are worth and what they look like to such a
// person, and chooses one by chance, as likely as the person would. So it errs where people err: where the first look
// deceives, far from the last move, where the threat is some plies away.
type skilled struct {
	name   string
	habits habits
	seed   *uint64 // nil: different each time
	fixed  bool    // the seed is part of the name
	search *search.Engine
}

func newSkilled(name string, skill int, weights *eval.Weights, seeded bool, seed uint64) *skilled {
	p := &skilled{
		name: name, habits: skills[skill],
		search: search.New(search.Options{HashBytes: 1 << 20, Weights: weights}),
	}
	if seeded {
		p.seed, p.fixed = &seed, true
	}
	return p
}

// Seed lets the choices depend on the seed, the position and the move before alone, unless the specification had a seed
// of its own.
func (s *skilled) Seed(seed uint64) {
	if !s.fixed {
		s.seed = &seed
	}
}

func (s *skilled) Name() string { return s.name }

// Prepare has the evaluation ready before a clock runs.
func (s *skilled) Prepare(Clock) { s.search.Warm() }

// Choose looks at every move and takes one, by chance and habit. Moves that lose more than the person would ever give
// away are left out. A clock too short for looking far is answered without.
func (s *skilled) Choose(ctx context.Context, g *record.Game, c Clock) (Choice, error) {
	began := time.Now()
	p := g.Position()
	if p.MustPass() {
		return Choice{Move: othello.Pass}, ctx.Err()
	}
	v, err := look(ctx, s.search, p, s.habits.sees(c))
	if err != nil {
		return Choice{}, err
	}
	chance := s.chance(p)
	best, seems := v.deepest[0], math.Inf(-1)
	for i, sight := range v.of(p, before(g)) {
		worth := s.habits.weigh(sight) + gumbel(chance)
		if worth > seems && -v.lost(i) <= s.habits.most {
			best, seems = v.deepest[i], worth
		}
	}
	return Choice{best.Move, v.report(p, best, began)}, nil
}

// before is the move that led to the position, [othello.Pass] at the beginning of the game.
func before(g *record.Game) othello.Square {
	if len(g.Moves) == 0 {
		return othello.Pass
	}
	return g.Moves[len(g.Moves)-1]
}

func (v *views) report(p othello.Position, r search.Rating, began time.Time) *search.Report {
	return &search.Report{
		Position: p, Move: r.Move, Best: []othello.Square{r.Move}, Score: r.Score, Depth: v.depth, Confidence: 100,
		Exact: r.Exact,
		Nodes: v.nodes, Elapsed: time.Since(began), PV: []othello.Square{r.Move},
	}
}

// chance is the source of this position's accidents: a function of seed and position, or new each time without a seed.
func (s *skilled) chance(p othello.Position) *rand.Rand {
	if s.seed == nil {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return positionChance(*s.seed, p)
}

// positionChance is a source of random numbers that depends on the seed and the position alone.
func positionChance(seed uint64, p othello.Position) *rand.Rand {
	mixed := uint64(p.Mover)*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(uint64(p.Other)*0xc2b2ae3d27d4eb4f,
		31) ^ uint64(p.Turn)
	return rand.New(rand.NewPCG(seed, mixed))
}

// gumbel makes a choice by the highest sum a choice by chance in proportion to exp(value).
func gumbel(r *rand.Rand) float64 { return -math.Log(-math.Log(1 - r.Float64())) }

func (s *skilled) Close() error { return nil }
