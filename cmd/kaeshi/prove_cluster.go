package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

const (
	topPlies   = 4  // by which a part is shorter than the position
	mostPart   = 20 // empty squares of a part, whose certificate must fit into a message
	mostSolved = 24 // empty squares of a position that this machine solves before the cluster proves its score
)

// partEmpties returns the greatest number of empty squares of a part.
func partEmpties(at othello.Position, leaf int) int {
	return max(leaf+1, min(mostPart, at.Empties()-topPlies))
}

// proveOnCluster runs work, whose proofs consist of parts that a cluster proves.
func (v *proveRun) proveOnCluster(
	c *cobra.Command, named *flags.Cluster, at othello.Position, hash int, work func() error,
) error {
	fleet, _, err := v.UseCluster(c.Context(), named, "prove")
	if err != nil {
		return err
	}
	defer fleet.Client.Close()
	if err := v.begin(at, v.path); err != nil {
		return err
	}
	p := units.Proving{
		Position: at, Empties: partEmpties(at, v.leaf), Leaf: v.leaf, Hash: hash, Generator: v.Build.String(),
	}
	return v.end(units.Prove(c.Context(), fleet, p, func(parts *prove.Parts) error {
		v.parts = parts
		parts.Progress = v.showParts
		return work()
	}))
}

func (v *certifier) showParts(decided int) { v.show(fmt.Sprintf(v.Words["prove.parts"], decided)) }

// scoreByParts finds the score of a position by claims that parts prove or refute, from the score of a short search on.
func (v *proveRun) scoreByParts(ctx context.Context, at othello.Position) (int, error) {
	const depth = 14
	r, err := v.engine.Search(ctx, at, search.Limits{Depth: depth}, nil)
	if err != nil {
		return 0, err
	}
	holds := func(relation string, value int) (bool, error) {
		_, err := v.prove(ctx, at, proof.Claim{Position: at.String(), Relation: relation, Value: value})
		if errors.Is(err, prove.ErrFalse) {
			return false, nil
		}
		return true, err
	}
	score := 2 * int(math.Round(float64(r.Score)/2)) // all scores are even
	for _, step := range []struct {
		relation string
		more     int
	}{{proof.AtLeast, -2}, {proof.AtMost, 2}} {
		for {
			ok, err := holds(step.relation, score)
			if err != nil {
				return 0, err
			}
			if ok {
				break
			}
			score += step.more
		}
	}
	return score, v.journal.SetScore(score)
}
