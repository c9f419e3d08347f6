package units

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/search"
)

// kindSolve is the kind of the units that solve a position.
const kindSolve = "solve"

// solveSpec is the content of such a unit. Its result is a [problems.Solution] without line and time.
type solveSpec struct {
	Position string        `json:"position,omitempty"`
	Question problems.Task `json:"question"`
	Hash     int           `json:"hash"` // bytes of the table
	Without  []string      `json:"without,omitempty"`
}

// Solve solves the positions of a file on a cluster. Results and their order are those of [problems.Run.File] with an
// engine of one thread that has the hash and the heuristics of engine. A run that ends with an error is continued by
// another one with the same arguments.
func Solve(
	ctx context.Context, o Options, run *problems.Run, engine search.Options, file []byte,
) (sum problems.Total, err error) {
	spec := solveSpec{Question: run.Question, Hash: engine.HashBytes, Without: engine.Without.Names()}
	job := cluster.Job{Kind: kindSolve, Memory: int64(engine.HashBytes)}
	if job.ID, err = cluster.JobID(kindSolve, o.Identity, spec, cluster.BlobID(file)); err != nil {
		return sum, err
	}
	count := 0
	for step := range run.Steps(bytes.NewReader(file), &sum) {
		count++
		if step.Position != nil {
			job.Total++
		}
	}
	err = o.run(ctx, job, func(yield func(cluster.Step) bool) {
		for step := range run.Steps(bytes.NewReader(file), &sum) {
			if !yield(o.solveStep(step, spec)) {
				return
			}
		}
	}, count)
	return sum, err
}

// solveStep makes the step of a job of a line of a file.
func (o Options) solveStep(step problems.Step, spec solveSpec) cluster.Step {
	if step.Position == nil {
		return cluster.Step{Show: func(*cluster.Outcome) error { return step.Show(problems.Solution{}, nil) }}
	}
	spec.Position = step.Position.String()
	text, specErr := json.Marshal(spec)
	return cluster.Step{
		Unit: &cluster.Unit{Kind: kindSolve, Version: o.Identity.String(), Spec: text},
		Keep: func(outcome cluster.Outcome) error {
			if outcome.Err != nil {
				return nil //nolint:nilerr // a dead letter is shown and not kept
			}
			s, err := solutionOf(outcome)
			if err != nil {
				return err
			}
			return step.Keep(s)
		},
		Show: func(outcome *cluster.Outcome) error {
			if err := cmp.Or(specErr, outcome.Err); err != nil {
				return step.Show(problems.Solution{}, err)
			}
			s, err := solutionOf(*outcome)
			if err != nil {
				return err
			}
			return step.Show(s, nil)
		},
	}
}

// solutionOf reads the result of a unit.
func solutionOf(o cluster.Outcome) (s problems.Solution, err error) {
	if err := json.Unmarshal(o.Result, &s); err != nil {
		return s, fmt.Errorf("solution by worker %s: %w", o.Worker, err)
	}
	s.Seconds = o.Elapsed.Seconds()
	return s, nil
}

// solve runs a unit.
func (h *handlers) solve(ctx context.Context, t cluster.Task) ([]byte, error) {
	var spec solveSpec
	if err := json.Unmarshal(t.Spec, &spec); err != nil {
		return nil, fmt.Errorf("spec: %w", err)
	}
	p, err := othello.Parse(spec.Position)
	if err != nil {
		return nil, err
	}
	without, err := search.ParseHeuristics(strings.Join(spec.Without, ","))
	if err != nil {
		return nil, err
	}
	e := h.getEngine(search.Options{HashBytes: spec.Hash, Threads: 1, Without: without})
	defer h.putEngine(e)
	s, err := spec.Question.Solve(ctx, e.Engine, p)
	if err != nil {
		return nil, err
	}
	s.Seconds = 0
	return json.Marshal(s)
}
