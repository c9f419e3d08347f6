package player

import (
	"time"

	"github.com/kaeshi/kaeshi/search"
)

// MaxSkill is the highest skill.
const MaxSkill = 10

// skillModel is a model of the choices of a person of some strength.
type skillModel struct {
	mean      float64     // mean loss of a move in discs, on positions of people's games
	most      float64     // greatest loss of a move in discs, by the deepest search
	lookahead lookahead   // depth of the search
	weights   traitValues // weight of each trait: change of the log odds of a move per unit of the trait
}

// skills holds the models by skill: mean, most, lookahead and weights. Rows 9 to 4 are fitted to the moves of the WTHOR
// games, each to players of one range of ratings. There are no games of weaker players, so rows 3 to 1 are extrapolated
// towards a player who only flips as many discs as possible. See experiments/051-skills.md. Skill 10 is a level.
var skills = [MaxSkill]skillModel{
	9: {0.6, 8, lookahead{7, 12}, traitValues{0.424, 1.181, 0.086, 0.057, 0, -0.012, -0.182, -0.044, 0.105}},
	8: {1.1, 12, lookahead{7, 12}, traitValues{0.269, 0.265, 0.112, 0.072, 0, -0.105, -0.145, -0.102, 0.228}},
	7: {1.65, 15, lookahead{5, 10}, traitValues{0.165, 0.121, 0.109, 0.083, 0, -0.286, -0.162, -0.14, 0.389}},
	6: {2.2, 18, lookahead{5, 10}, traitValues{0.108, 0.066, 0.091, 0.098, 0, -0.374, -0.237, -0.164, 0.429}},
	5: {2.9, 21, lookahead{5, 10}, traitValues{0.046, 0.039, 0.077, 0.112, 0, -0.437, -0.298, -0.125, 0.498}},
	4: {3.9, 26, lookahead{5, 10}, traitValues{0.016, 0.015, 0.066, 0.075, 0, -1.024, -0.284, -0.162, 0.464}},
	3: {6, 36, lookahead{3, 0}, traitValues{0, 0, 0.035, 0.06, 0.04, -0.5, 0, -0.1, 0.5}},
	2: {8, 48, lookahead{3, 0}, traitValues{0, 0, 0.018, 0.035, 0.07, -0.2, 0.1, -0.05, 0.5}},
	1: {13, 64, lookahead{1, 0}, traitValues{0, 0, 0, 0, 0.25, 0.3, 0.6, 0.05, 0.5}},
}

// levelOfSkill10 is the level used for skill 10.
const levelOfSkill10 = search.DeepestLevel

// weigh returns the log odds of a move, up to a constant of the position.
func (h *skillModel) weigh(s traitValues) (sum float64) {
	for i := range s {
		sum += float64(h.weights[i] * s[i]) // converted to prevent fused multiply-add: equal on all machines
	}
	return sum
}

// deepSearchTime is the least time for a move with the deepest search.
const deepSearchTime = 250 * time.Millisecond

// lookaheadUnder returns the depth of the search under the clock.
func (h *skillModel) lookaheadUnder(c Clock) lookahead {
	far := h.lookahead
	if c.Depth > 0 {
		far.plies = min(far.plies, c.Depth)
	}
	if b := c.budget(decisive); b.soft > 0 && b.soft < deepSearchTime {
		far.plies = min(far.plies, somePlies)
	}
	return far
}
