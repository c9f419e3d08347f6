package train

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/train/play"
)

// Round is one round of a training: games, labels for all games so far, and a fit.
type Round struct {
	Games []play.Settings // one folder for each kind of game
	Label LabelSettings   // with the weights of the previous round; no labels if Depth is 0 or in the first round
	Fit   FitSettings
	Pack  PackSettings
}

// Scale contains the settings of a whole training.
type Scale struct {
	Name   string
	Rounds []Round
	Report ReportSettings
}

// Scales returns the names that [ScaleNamed] accepts.
func Scales() []string { return []string{"tiny", "small", "full"} }

// ScaleNamed returns the training with a name. tiny takes seconds and is a test, small takes minutes, and full takes
// two and a half hours on two processors.
func ScaleNamed(name string, seed uint64) (Scale, error) {
	switch name {
	case "tiny":
		return tinyScale(seed), nil
	case "small":
		return smallScale(seed), nil
	case "full":
		return fullScale(seed), nil
	}
	return Scale{}, fmt.Errorf("unknown scale %q; want one of %s", name, strings.Join(Scales(), ", "))
}

// soundGames returns settings for games closer to those of good players.
func soundGames(games int, seed uint64) play.Settings {
	s := play.Wild(games, seed)
	s.RandomMost, s.Lines, s.Depth, s.Noise, s.NoiseMost, s.Blunders = 16, 6, 2, 0.5, 3, 0.05
	return s
}

// firstGames returns settings for the first round, whose players have little knowledge and whose weights only play the
// games of later rounds. They solve more of the last positions.
func firstGames(games int, seed uint64) play.Settings {
	s := play.Wild(games, seed)
	s.Lines, s.Exact = 6, 12
	return s
}

func firstFit() FitSettings {
	return FitSettings{
		First: 50, Last: 7, Plies: 2, Ridge: 30, Iterations: 60, Patience: 5, Trust: 1, Look: 3,
		Most: 500_000,
	}
}

func laterFit() FitSettings {
	s := firstFit()
	s.First, s.Last, s.Look, s.Most = 44, 8, 4, 150_000
	s.Deep = Deep{Positions: 100_000, Solve: 17, Look: 6, Ridge: 1000}
	return s
}

const fullStep = 4 // hundredths of a disc

func fullScale(seed uint64) Scale {
	pack := PackSettings{Step: fullStep}
	return Scale{Name: "full", Report: ReportSettings{Halvings: 3, Solve: 18, Look: 6}, Rounds: []Round{
		{Games: []play.Settings{firstGames(20_000, seed)}, Fit: firstFit(), Pack: pack},
		{Games: []play.Settings{play.Wild(200_000, seed+1), soundGames(60_000, seed+2)}, Fit: laterFit(), Pack: pack},
	}}
}

func smallScale(seed uint64) Scale {
	pack := PackSettings{Step: fullStep}
	games := []play.Settings{firstGames(2000, seed), play.Wild(2000, seed+1), soundGames(1000, seed+2)}
	for i := range games {
		games[i].Shard = 200
	}
	first, later := firstFit(), laterFit()
	first.Most, later.Most = 20_000, 20_000
	later.Deep.Positions, later.Deep.Solve, later.Deep.Look = 2_000, 13, 0
	return Scale{Name: "small", Report: ReportSettings{Halvings: 3, Solve: 16}, Rounds: []Round{
		{Games: games[:1], Fit: first, Pack: pack}, {Games: games[1:], Fit: later, Pack: pack},
	}}
}

func tinyScale(seed uint64) Scale {
	pack := PackSettings{Step: fullStep}
	games := []play.Settings{firstGames(40, seed), play.Wild(20, seed+1), soundGames(20, seed+2)}
	for i := range games {
		games[i].Lines, games[i].Exact, games[i].Last, games[i].Shard = 3, 8, 6, 16
	}
	fit := firstFit()
	fit.First, fit.Last, fit.Iterations, fit.Trust, fit.Most = 12, 8, 8, 0.9, 500
	fit.Deep = Deep{Positions: 40, Solve: 11, Ridge: 300}
	return Scale{Name: "tiny", Report: ReportSettings{Halvings: 2, Solve: 10, Look: 2, Positions: 20}, Rounds: []Round{
		{Games: games[:1], Fit: fit, Pack: pack},
		{Games: games[1:], Label: LabelSettings{Depth: 1}, Fit: fit, Pack: pack},
	}}
}

// All runs a whole training. The rounds are in the folders dir/round-1, dir/round-2 and so on. Each learns from the
// games of all rounds so far. The last folder contains the weights and the report.
func (r Run) All(ctx context.Context, dir string, s Scale) (Report, error) {
	var weights, last string
	var folders []string
	for i, round := range s.Rounds {
		last = filepath.Join(dir, "round-"+strconv.Itoa(i+1))
		more, err := r.kinds(ctx, last, round.Games, weights)
		if err != nil {
			return Report{}, err
		}
		folders = append(folders, more...)
		if err := r.round(ctx, last, folders, round, weights); err != nil {
			return Report{}, err
		}
		weights = filepath.Join(last, WeightsName)
	}
	return r.Report(ctx, last, folders, s.Report)
}

// kinds plays the games of a round: the first kind in dir, and others in subfolders.
func (r Run) kinds(
	ctx context.Context, dir string, kinds []play.Settings, weights string,
) (folders []string, err error) {
	for i, s := range kinds {
		folder := dir
		if i > 0 {
			folder = filepath.Join(dir, "kind-"+strconv.Itoa(i+1))
		}
		if err := play.Games(ctx, r.Run, folder, s, weights); err != nil {
			return nil, err
		}
		folders = append(folders, folder)
	}
	return folders, nil
}

func (r Run) round(ctx context.Context, dir string, folders []string, round Round, weights string) error {
	if weights != "" && round.Label.Depth > 0 {
		if err := r.Label(ctx, dir, folders, round.Label, weights); err != nil {
			return err
		}
	}
	if err := r.Fit(ctx, dir, folders, round.Fit); err != nil {
		return err
	}
	return r.Pack(dir, WeightsName, round.Pack)
}
