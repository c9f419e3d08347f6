package player

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// skilled plays like a person of some strength: it looks a little ahead, likes to turn many discs over as beginners do, and misjudges what
// it sees. A move is chosen by its searched value plus greed for each disc turned plus a random misjudgement, so that good moves are
// likely, slips common and absurd moves rare.
type skilled struct {
	name   string
	habits habits
	seed   *uint64 // nil: different each time
	fixed  bool    // the seed is part of the name
	search *search.Engine
}

// habits is how a skill plays. Tuned by the matches in experiments/002-skills.md.
type habits struct {
	depth int     // plies looked ahead
	exact int     // empty squares from which the rest is played perfectly, but for misjudgement
	greed float64 // discs by which a move seems better for each disc that it turns over
	blur  float64 // discs by which the value of a move is typically misjudged (scale of a Gumbel distribution)
}

var skills = [MaxSkill + 1]habits{
	1:  {depth: 1, exact: 1, greed: 3, blur: 36},
	2:  {depth: 1, exact: 1, greed: 2, blur: 14},
	3:  {depth: 1, exact: 2, greed: 1.5, blur: 8},
	4:  {depth: 1, exact: 3, greed: 0.8, blur: 4.5},
	5:  {depth: 2, exact: 4, greed: 0.5, blur: 4.5},
	6:  {depth: 3, exact: 6, greed: 0.2, blur: 3.2},
	7:  {depth: 4, exact: 8, blur: 2.2},
	8:  {depth: 5, exact: 10, blur: 1.4},
	9:  {depth: 6, exact: 12, blur: 0.8},
	10: {depth: 8, exact: 14, blur: 0.3},
}

func newSkilled(name string, skill int, seeded bool, seed uint64) *skilled {
	p := &skilled{name: name, habits: skills[skill], search: search.New(search.Options{HashBytes: 1 << 20, Without: search.Learned})}
	if seeded {
		p.seed, p.fixed = &seed, true
	}
	return p
}

// Seed lets the misjudgements depend on the seed and the position alone, unless the specification had a seed of its own.
func (s *skilled) Seed(seed uint64) {
	if !s.fixed {
		s.seed = &seed
	}
}

func (s *skilled) Name() string { return s.name }

// Choose looks at every move, misjudges each and takes the one that seems best. The clock is no concern: it looks ahead too little.
func (s *skilled) Choose(ctx context.Context, g *record.Game, _ Clock) (Choice, error) {
	began := time.Now()
	p := g.Position()
	if p.MustPass() {
		return Choice{Move: othello.Pass}, ctx.Err()
	}
	s.search.Forget()
	ratings, err := s.search.Rate(ctx, p, search.Limits{Depth: s.habits.depth, Exact: s.habits.exact})
	if err != nil {
		return Choice{}, err
	}
	chance := s.chance(p)
	best, seems, nodes := ratings[0], math.Inf(-1), uint64(0)
	for _, r := range ratings {
		nodes += r.Nodes
		v := r.Score + s.habits.greed*float64(bits.OnesCount64(p.Flips(r.Move))) + s.habits.blur*gumbel(chance)
		if v > seems {
			best, seems = r, v
		}
	}
	return Choice{best.Move, s.report(p, best, nodes, began)}, nil
}

func (s *skilled) report(p othello.Position, r search.Rating, nodes uint64, began time.Time) *search.Report {
	return &search.Report{
		Position: p, Move: r.Move, Best: []othello.Square{r.Move}, Score: r.Score, Depth: s.habits.depth, Selectivity: 100, Exact: r.Exact,
		Nodes: nodes, Elapsed: time.Since(began), PV: []othello.Square{r.Move},
	}
}

// chance is the source of this position's misjudgements: a function of seed and position, or new each time without a seed.
func (s *skilled) chance(p othello.Position) *rand.Rand {
	if s.seed == nil {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return positionChance(*s.seed, p)
}

// positionChance is a source of random numbers that depends on the seed and the position alone.
func positionChance(seed uint64, p othello.Position) *rand.Rand {
	mixed := p.Mover*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(p.Other*0xc2b2ae3d27d4eb4f, 31) ^ uint64(p.Turn)
	return rand.New(rand.NewPCG(seed, mixed))
}

// gumbel makes a choice by the highest sum a choice by chance in proportion to exp(value/scale).
func gumbel(r *rand.Rand) float64 { return -math.Log(-math.Log(1 - r.Float64())) }

func (s *skilled) Close() error { return nil }
