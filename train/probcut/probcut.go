// Package probcut measures the difference between shallow and deep searches. It fits the standard deviation of the
// difference as a function of both depths and the number of empty squares, which package search uses to prune branches
// (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995; "Experiments with
// Multi-ProbCut", 1997).
package probcut

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// Settings contains the settings of a measurement. The same settings give the same samples.
type Settings struct {
	Positions int    `json:"positions"` // number of positions
	Seed      uint64 `json:"seed"`      // of the random numbers
	Least     int    `json:"least"`     // minimum number of empty squares of a position
	Most      int    `json:"most"`      // maximum number of empty squares of a position
	Step      int    `json:"step"`      // positions have Least, Least+Step, Least+2·Step and so on empty squares
	Depth     int    `json:"depth"`     // depth of the deepest search in the middle game, in plies
	Exact     int    `json:"exact"`     // number of empty squares from which positions are also solved
	// in discs; positions with a greater value for either side are considered decided and not used
	Within int `json:"within"`
	Shard  int `json:"shard"` // samples per file
}

// Check returns an error that names the first wrong setting.
func (s Settings) Check() error {
	switch {
	case s.Positions < 1:
		return fmt.Errorf("%d positions: expected 1 or more", s.Positions)
	case s.Least < 5 || s.Most < s.Least || s.Most > 56:
		return fmt.Errorf("%d to %d empty squares: expected 5 ≤ from ≤ to ≤ 56", s.Least, s.Most)
	case s.Step < 1:
		return fmt.Errorf("every %d empty squares: expected 1 or more", s.Step)
	case s.Depth < 5 || s.Depth > 20: // smaller depths do not determine the terms
		return fmt.Errorf("depth %d: expected 5 to 20", s.Depth)
	case s.Exact < 0 || s.Exact > 26:
		return fmt.Errorf("exact from %d empty squares: expected 0 to 26", s.Exact)
	case s.Within < 1:
		return fmt.Errorf("within %d discs: expected 1 or more", s.Within)
	case s.Shard < 1:
		return fmt.Errorf("%d samples in a file: expected 1 or more", s.Shard)
	}
	return nil
}

// Job is a measurement.
type Job struct {
	steps.Run
	Dir     string    // samples, report, plots and manifest are written to its folder probcut
	From    []string  // folders of games with the positions; if empty, games are played
	Weights string    // file of weights for the evaluation; empty for the embedded ones
	Lang    lang.Lang // language of the plots
}

// Measure makes the missing samples, fits the deviations and writes the report. It returns an error if the settings are
// wrong, inputs cannot be read, existing samples have other settings, or there are too few samples for a fit.
func (j Job) Measure(ctx context.Context, s Settings) (Report, error) {
	if err := s.Check(); err != nil {
		return Report{}, &steps.SettingsError{Err: err}
	}
	w, err := steps.LoadWeights(j.Weights)
	if err != nil {
		return Report{}, err
	}
	if w == nil {
		if w, err = eval.Learned(); err != nil {
			return Report{}, err
		}
	}
	w = w.Rough() // ProbCut does not use the network
	played, inputs, err := cutGames(j.From)
	if err != nil {
		return Report{}, err
	}
	if j.Weights != "" {
		inputs = append(inputs, j.Weights)
	}
	folder := filepath.Join(j.Dir, "probcut")
	list, paths, err := Samples(ctx, j.Run, folder, played, s, w)
	if err != nil {
		return Report{}, err
	}
	report, err := newReport(list, s)
	if err != nil {
		return report, err
	}
	report.Weights = markOf(w)
	return report, j.write(folder, report, s, inputs, paths)
}

// Samples makes the missing samples in the folder and returns all samples with their files. The positions come from the
// games in played or, if there are none, from games that it plays. It returns an error if files in the folder have
// other settings.
func Samples(
	ctx context.Context, r steps.Run, folder string, played []games.Game, s Settings, w *eval.Weights,
) (list []Sample, paths []string, err error) {
	own, err := cutFingerprint(s, played, w)
	if err != nil {
		return nil, nil, err
	}
	shards := (s.Positions + s.Shard - 1) / s.Shard
	if _, err := os.Stat(steps.ShardPath(folder, shards, "cuts")); err == nil {
		return nil, nil, fmt.Errorf("%s already has more than %d positions; choose another folder, or remove it",
			folder, s.Positions)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, nil, err // before hours of games, not after them
	}
	samples, watch := make([][]Sample, shards), r.Watch("probcut", s.Positions)
	paths = make([]string, shards)
	err = steps.Each(ctx, r.Threads, shards, func() *cutter { return newCutter(s, played, w) },
		func(c *cutter, i int) (err error) {
			paths[i] = steps.ShardPath(folder, i, "cuts")
			samples[i], err = c.shard(ctx, paths[i], own, i*s.Shard, min(s.Shard, s.Positions-i*s.Shard), watch)
			return err
		})
	return slices.Concat(samples...), paths, err
}

// cutFingerprint returns the fingerprint of everything that affects samples, except their number.
func cutFingerprint(s Settings, played []games.Game, w *eval.Weights) (steps.Fingerprint, error) {
	s.Positions, s.Within = 0, 0 // samples do not depend on these
	hash := sha256.New()
	for i := range played {
		_, _ = hash.Write(play.AppendLine(nil, &played[i])) // a hash does not fail
	}
	return steps.FingerprintOf("probcut", s, hex.EncodeToString(hash.Sum(nil)), markOf(w))
}

// markOf returns a hash of the values of the weights in the positions of some random games.
func markOf(w *eval.Weights) string {
	const games = 50
	values := sha256.New()
	for number := range uint64(games) {
		r := rand.New(rand.NewPCG(number, 0))
		for p := othello.Start(othello.Size8, othello.Usual); !p.Over(); {
			// a hash does not fail
			_ = binary.Write(values, binary.LittleEndian, int32(w.Evaluate(p.Mover, p.Other)))
			moves := p.Moves()
			p = p.Play(moves[r.IntN(len(moves))])
		}
	}
	return hex.EncodeToString(values.Sum(nil))
}

// newReport fits the deviations of the samples.
func newReport(list []Sample, s Settings) (report Report, err error) {
	report = Report{Schema: "kaeshi/train-probcut/1"}
	var middle, ending []difference
	for i := range list {
		switch values := list[i].Values; {
		case len(values) == 0:
			report.Missing++
			continue
		case max(values[len(values)-1], -values[len(values)-1]) > int16(min(s.Within, 64)*eval.Disc):
			report.Positions++
			continue
		}
		report.Positions++
		report.Used++
		middle, ending = list[i].differences(middle, ending)
	}
	if report.Middle, err = fitAndJudge(middleTerms(), middle); err != nil {
		return report, fmt.Errorf("middle game: %w", err)
	}
	if s.Exact < s.Least {
		return report, nil
	}
	if report.Ending, err = fitAndJudge(endingTerms(), ending); err != nil {
		return report, fmt.Errorf("ending: %w", err)
	}
	return report, nil
}

// leastDeep is the minimum depth at which package search prunes.
const leastDeep = 3

// differences appends the differences between depths of the same parity, because values of odd and even depths differ.
func (s *Sample) differences(middle, ending []difference) (m, e []difference) {
	for deep := leastDeep; deep < len(s.Values); deep++ {
		for shallow := deep & 1; shallow < deep; shallow += 2 {
			middle = append(middle,
				difference{s.Empties, deep, shallow, float64(s.Values[deep]) - float64(s.Values[shallow])})
		}
	}
	if s.Exact == NoExact {
		return middle, ending
	}
	for shallow := s.Empties & 1; shallow < len(s.Values); shallow += 2 {
		ending = append(ending, difference{s.Empties, toEnd, shallow, float64(s.Exact) - float64(s.Values[shallow])})
	}
	return middle, ending
}

func (j Job) write(folder string, report Report, s Settings, inputs, files []string) error {
	path := filepath.Join(folder, "report.json")
	if err := steps.WriteJSON(path, report); err != nil {
		return err
	}
	files = append(files, path)
	charts := report.charts(j.Lang)
	for _, name := range []string{"ending.svg", "middle.svg"} {
		if c, ok := charts[name]; ok {
			path := filepath.Join(folder, name)
			if err := steps.WriteWhole(path, []byte(c.SVG())); err != nil {
				return err
			}
			files = append(files, path)
		}
	}
	return j.WriteManifest(folder, "probcut", s,
		map[string]int{"positions": report.Positions, "used": report.Used, "missing": report.Missing}, inputs, files)
}
