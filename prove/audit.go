package prove

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/search"
)

// AuditPlies is the number of plies between a claim and the position in which an audit tests it.
const AuditPlies = 14

// auditLevel is the level of the moves of the prover.
const auditLevel = 12

// Audited is the result of the test of a claim. Score is that of the position reached, from the view of the side to
// move of the claim. It is a bound if the search only tested the claim.
type Audited struct {
	proof.Claim
	Moves      []string // to the position reached
	Reached    string   // the position
	Empties    int
	Confirmed  bool // an exact search has shown that the prover reaches the value of the claim from there
	Agrees     bool // by the deepest search, the prover reaches that value
	Score      float64
	Depth      int
	Confidence int
	Nodes      uint64
	Elapsed    time.Duration
}

// An Auditor tests claims.
type Auditor struct {
	Engine *search.Engine // without search.Claims, which would use the claims under test
	Time   time.Duration  // limit of the search in the position reached
	Plies  int            // 0: AuditPlies
}

// Audit plays from the position of a claim: the engine's moves for the prover, and random moves for the opponent. It
// tests whether the prover reaches the value of the claim from the position after these moves. A failure refutes
// nothing, because the prover may have made a mistake before. The error is that of ctx or of the position.
func (a *Auditor) Audit(ctx context.Context, c proof.Claim, r *rand.Rand) (Audited, error) {
	result := Audited{Claim: c}
	p, err := othello.Parse(c.Position)
	if err != nil {
		return result, err
	}
	mine := c.Relation == proof.AtLeast // the prover is to move
	plies := a.Plies
	if plies == 0 {
		plies = AuditPlies
	}
	for ; plies > 0 && !p.Over(); plies-- {
		move := othello.Pass
		switch moves := p.Moves(); {
		case p.MustPass():
		case mine:
			found, err := a.Engine.Search(ctx, p, search.LevelLimits(auditLevel, 0), nil)
			if err != nil {
				return result, err
			}
			move = found.Move
			result.Nodes += found.Nodes
		default:
			move = moves[r.IntN(len(moves))]
		}
		result.Moves = append(result.Moves, p.Size.Name(move))
		p, mine = p.Play(move), !mine
	}
	result.Reached, result.Empties = p.String(), p.Empties()
	return result, a.test(ctx, &result, p, mine)
}

// test searches the position reached and records whether the prover reaches the value from there. Mine states that the
// prover is to move.
func (a *Auditor) test(ctx context.Context, result *Audited, p othello.Position, mine bool) error {
	target, side := result.Value, othello.Score(1)
	if result.Relation == proof.AtMost {
		target = -target
	}
	if mine != (result.Relation == proof.AtLeast) {
		side = -1
	}
	if p.Over() {
		score := othello.Score(p.Score())
		result.Score, result.Depth, result.Confidence = (0 + side*score).Discs(), 0, 100
		result.Agrees = proverScore(score, mine) >= othello.Score(target)
		result.Confirmed = result.Agrees
		return nil
	}
	l := search.Limits{Exact: p.Size.Squares(), Time: a.Time, Alpha: target - 1, Beta: target}
	if !mine {
		l.Alpha, l.Beta = -target, 1-target
	}
	found, err := a.Engine.Search(ctx, p, l, nil)
	if err != nil {
		return err
	}
	result.Nodes += found.Nodes
	result.Score, result.Elapsed = (0 + side*found.Score).Discs(), found.Elapsed
	result.Depth, result.Confidence = found.Depth, found.Confidence
	result.Agrees = proverScore(found.Score, mine) >= othello.Score(target)
	result.Confirmed = result.Agrees && found.Exact
	return nil
}

// proverScore returns the score for the prover. Mine states that the prover is the side to move.
func proverScore(score othello.Score, mine bool) othello.Score {
	if mine {
		return score
	}
	return 0 - score
}

// Sample returns n different assumed claims in random order, or all if there are fewer.
func (a *Assumptions) Sample(n int, r *rand.Rand) []proof.Claim {
	list := a.Claims()
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(n, len(list))]
}
