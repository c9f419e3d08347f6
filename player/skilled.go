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

// skilled imitates a person of some strength. It chooses a random move with the probabilities of a model of such a
// person, see skillModel. It errs where people err: on moves that look good at first sight, on squares far from the
// last move, and on threats a few plies ahead.
type skilled struct {
	name   string
	habits skillModel
	seed   *uint64 // nil: different each time
	fixed  bool    // the seed is part of the spec
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

// Seed makes the choices depend on the seed, the position and the previous move only, unless the spec has a seed.
func (s *skilled) Seed(seed uint64) {
	if !s.fixed {
		s.seed = &seed
	}
}

func (s *skilled) Name() string { return s.name }

// Prepare loads the evaluation before a clock starts.
func (s *skilled) Prepare(Clock) { s.search.Warm() }

// Choose rates every move and chooses one at random by the model. Moves that lose more than skillModel.most are
// excluded. Under a short clock the search is shallower.
func (s *skilled) Choose(ctx context.Context, g *record.Game, c Clock) (Choice, error) {
	began := time.Now()
	p := g.Position()
	if p.MustPass() {
		return Choice{Move: othello.Pass}, ctx.Err()
	}
	v, err := rateMoves(ctx, s.search, p, s.habits.lookaheadUnder(c))
	if err != nil {
		return Choice{}, err
	}
	chance := s.chance(p)
	best, highest := v.deepest[0], math.Inf(-1)
	for i, traits := range v.traitsOf(p, before(g)) {
		value := s.habits.weigh(traits) + gumbel(chance)
		if value > highest && -v.lost(i) <= s.habits.most {
			best, highest = v.deepest[i], value
		}
	}
	return Choice{best.Move, v.report(p, best, began)}, nil
}

// before returns the last move, or [othello.Pass] at the beginning of the game.
func before(g *record.Game) othello.Square {
	if len(g.Moves) == 0 {
		return othello.Pass
	}
	return g.Moves[len(g.Moves)-1]
}

func (v *moveRatings) report(p othello.Position, r search.Rating, began time.Time) *search.Report {
	return &search.Report{
		Position: p, Move: r.Move, Best: []othello.Square{r.Move}, Score: r.Score, Depth: v.depth, Confidence: 100,
		Exact: r.Exact,
		Nodes: v.nodes, Elapsed: time.Since(began), PV: []othello.Square{r.Move},
	}
}

// chance returns the random numbers for a position, which depend on the seed and the position, or are new each time
// without a seed.
func (s *skilled) chance(p othello.Position) *rand.Rand {
	if s.seed == nil {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return positionChance(*s.seed, p)
}

// positionChance returns random numbers that depend on the seed and the position only.
func positionChance(seed uint64, p othello.Position) *rand.Rand {
	mixed := uint64(p.Mover)*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(uint64(p.Other)*0xc2b2ae3d27d4eb4f,
		31) ^ uint64(p.Turn)
	return rand.New(rand.NewPCG(seed, mixed))
}

// gumbel returns a random number of the Gumbel distribution. The choice of the greatest sum of a value and such a
// number has probabilities proportional to exp(value).
func gumbel(r *rand.Rand) float64 { return -math.Log(-math.Log(1 - r.Float64())) }

func (s *skilled) Close() error { return nil }
