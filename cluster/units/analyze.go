package units

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// kindAnalyze is the kind of the units that judge a game.
const kindAnalyze = "analyze"

// analyzeSpec is the content of such a unit. Its result is an [analysis.Game] without players and time.
type analyzeSpec struct {
	Start   string        `json:"start,omitempty"` // position
	Moves   []int         `json:"moves,omitempty"` // every ply
	Level   int           `json:"level"`           // or [analysis.NoLevel]
	Depth   int           `json:"depth,omitempty"` // without a level
	Time    time.Duration `json:"time,omitempty"`  // without a level: of each search
	Hash    int           `json:"hash,omitempty"`  // bytes of the table; 0: one that fits the effort
	Without []string      `json:"without,omitempty"`
}

// Analyze judges the games of a run on a cluster. The function work executes the run. Documents and their order are the
// same as on this machine. The name distinguishes inputs that are judged at the same time. A run with the name and
// settings of an interrupted run continues it.
func Analyze(ctx context.Context, o Options, run *analysis.Run, name string, work func() error) error {
	limits := run.Effort.Limits
	if limits.Time > 0 && o.Verify > 0 {
		return &UnverifiableError{"reviews with a time limit differ when they are repeated, so they cannot " +
			"be verified"}
	}
	spec := analyzeSpec{
		Level: run.Effort.Level, Depth: limits.Depth, Time: limits.Time, Hash: run.Options.HashBytes,
		Without: run.Options.Without.Names(),
	}
	job := cluster.Job{Kind: kindAnalyze, Memory: int64(spec.Hash)}
	var err error
	if job.ID, err = cluster.JobID(kindAnalyze, o.Identity, spec, name); err != nil {
		return err
	}
	workers, err := o.workers(ctx)
	if err != nil {
		return err
	}
	run.Options.Threads = atATime(workers)
	return o.calls(ctx, job, func(c *caller) error {
		run.Remote = func(ctx context.Context, g *record.Game) (*analysis.Game, error) {
			unit := spec
			unit.Start = g.Start.String()
			for _, m := range g.Moves {
				unit.Moves = append(unit.Moves, int(m))
			}
			text, err := json.Marshal(unit)
			if err != nil {
				return nil, err
			}
			u := cluster.Unit{Kind: kindAnalyze, Version: o.Identity.String(), Spec: text}
			outcome, err := c.Do(ctx, u)
			if err != nil {
				return nil, err
			}
			if outcome.Err != nil {
				return nil, &analysis.UnjudgedError{Err: outcome.Err}
			}
			d := &analysis.Game{}
			if err := json.Unmarshal(outcome.Result, d); err != nil {
				return nil, fmt.Errorf("result of worker %s: %w", outcome.Worker, err)
			}
			d.Seconds = outcome.Elapsed.Seconds()
			return d, nil
		}
		if c.verified {
			run.Rehearse = func(judge func() error) error { return c.rehearse(ctx, judge) }
		}
		return work()
	})
}

// effort returns the effort of the unit.
func (s analyzeSpec) effort() (analysis.Effort, error) {
	switch {
	case s.Level != analysis.NoLevel:
		return analysis.AtLevel(s.Level)
	case s.Time > 0:
		return analysis.ForTime(s.Time)
	}
	return analysis.ToDepth(s.Depth)
}

// analyze runs a unit.
func (h *handlers) analyze(ctx context.Context, t cluster.Task) ([]byte, error) {
	var spec analyzeSpec
	if err := json.Unmarshal(t.Spec, &spec); err != nil {
		return nil, fmt.Errorf("spec: %w", err)
	}
	start, err := othello.Parse(spec.Start)
	if err != nil {
		return nil, err
	}
	g := &record.Game{Start: start}
	for _, m := range spec.Moves {
		if err := g.Play(othello.Square(m)); err != nil {
			return nil, err
		}
	}
	effort, err := spec.effort()
	if err != nil {
		return nil, err
	}
	without, err := search.ParseHeuristics(strings.Join(spec.Without, ","))
	if err != nil {
		return nil, err
	}
	analyst := analysis.New(search.Options{HashBytes: spec.Hash, Threads: 1, Without: without}, effort,
		analysis.UsualMarks())
	d, err := analyst.Game(ctx, g, nil)
	if err != nil {
		return nil, err
	}
	d.Seconds = 0
	return json.Marshal(d)
}
