package train

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// Round is one time around: games, labels for all games so far, a fit.
type Round struct {
	Games GameSettings
	Label LabelSettings // by the weights of the round before; a depth of 0, and the first round: no labels
	Fit   FitSettings
	Step  int // of the weights, in hundredths of a disc
}

// Scale is a whole training.
type Scale struct {
	Name   string
	Rounds []Round
	Report ReportSettings
}

// Scales are the trainings that [ScaleNamed] knows.
func Scales() []string { return []string{"tiny", "small", "full"} }

// ScaleNamed is the training of that name: tiny takes seconds and shows that everything works, small takes minutes, full is for two processors
// and two hours and a half.
func ScaleNamed(name string, seed uint64) (Scale, error) {
	games := GameSettings{Seed: seed, RandomMin: 4, RandomMost: 44, Depth: 4, Noise: 1, Exact: 14, Shard: 1000}
	fit := FitSettings{First: 54, Last: 4, Plies: 2, Ridge: 100, Iterations: 60, Patience: 5, Trust: 1, Look: 3}
	s := Scale{Name: name, Report: ReportSettings{Halvings: 3}}
	var counts []int
	label := 0
	switch name {
	case "tiny":
		games.Depth, games.Exact, games.Shard = 2, 10, 20
		fit.First, fit.Last, fit.Iterations, fit.Trust = 16, 12, 8, 0.9
		s.Report.Halvings, counts, label = 2, []int{120, 120}, 1
	case "small":
		games.Shard, counts = 200, []int{4000, 4000}
	case "full":
		counts = []int{300_000, 600_000, 700_000}
	default:
		return s, fmt.Errorf("scale %q: there are %s", name, strings.Join(Scales(), ", "))
	}
	for i, n := range counts {
		games.Games, games.Seed = n, seed+uint64(i)
		s.Rounds = append(s.Rounds, Round{Games: games, Label: LabelSettings{Depth: label}, Fit: fit, Step: 4})
	}
	return s, nil
}

// All is the whole training: rounds in the folders dir/round-1, dir/round-2 and so on, each learning from the games of all so far. The last has the
// weights and the report.
func (r Run) All(ctx context.Context, dir string, s Scale) (Report, error) {
	var weights, last string
	var folders []string
	for i, round := range s.Rounds {
		last = filepath.Join(dir, "round-"+strconv.Itoa(i+1))
		folders = append(folders, last)
		if err := r.round(ctx, last, folders, round, weights); err != nil {
			return Report{}, err
		}
		weights = filepath.Join(last, WeightsName)
	}
	return r.Report(ctx, last, folders, s.Report)
}

func (r Run) round(ctx context.Context, dir string, folders []string, round Round, weights string) error {
	if err := r.Games(ctx, dir, round.Games, weights); err != nil {
		return err
	}
	if weights != "" && round.Label.Depth > 0 {
		if err := r.Label(ctx, dir, folders, round.Label, weights); err != nil {
			return err
		}
	}
	if err := r.Fit(ctx, dir, folders, round.Fit); err != nil {
		return err
	}
	return r.Pack(dir, round.Step)
}
