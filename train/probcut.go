package train

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
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// ProbCutSettings say from what the errors of shallow searches are learned. The same settings give the same samples.
type ProbCutSettings struct {
	Positions int    `json:"positions"` // how many
	Seed      uint64 `json:"seed"`      //
	Least     int    `json:"least"`     // positions have so many empty squares at least
	Most      int    `json:"most"`      // and so many at most
	Step      int    `json:"step"`      // Least, Least+Step, Least+2·Step and so on
	Depth     int    `json:"depth"`     // plies of the deepest search in the middle game
	Exact     int    `json:"exact"`     // with so many empty squares or fewer, the final result is searched for, too
	Within    int    `json:"within"`    // discs: a position that the deepest search finds worth more, to either side, is decided and says nothing
	Shard     int    `json:"shard"`     // samples in a file
}

func (s ProbCutSettings) check() error {
	switch {
	case s.Positions < 1:
		return fmt.Errorf("%d positions: expected 1 or more", s.Positions)
	case s.Least < 5 || s.Most < s.Least || s.Most > 56:
		return fmt.Errorf("%d to %d empty squares: expected 5 ≤ from ≤ to ≤ 56", s.Least, s.Most)
	case s.Step < 1:
		return fmt.Errorf("every %d empty squares: expected 1 or more", s.Step)
	case s.Depth < 5 || s.Depth > 20: // from 5 on the depths tell the terms apart
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

// ProbCut fits the standard deviation of deep less shallow searches as a function of both depths and the empty squares, as package search needs it to cut
// off branches (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995; "Experiments with Multi-ProbCut", 1997). Positions are
// those of the games in the folders from, or of games played for it when there are none; what judges is the file of weights, or the weights of the
// program when that is "". Samples, report, plots and manifest go into dir/probcut.
func (r Run) ProbCut(ctx context.Context, dir string, from []string, s ProbCutSettings, weights string, japanese bool) (ProbCutReport, error) {
	if err := s.check(); err != nil {
		return ProbCutReport{}, err
	}
	w, err := steps.LoadWeights(weights)
	if err != nil {
		return ProbCutReport{}, err
	}
	if w == nil {
		if w, err = eval.Learned(); err != nil {
			return ProbCutReport{}, err
		}
	}
	w = w.Rough() // ProbCut asks no network
	played, inputs, err := cutGames(from)
	if err != nil {
		return ProbCutReport{}, err
	}
	if weights != "" {
		inputs = append(inputs, weights)
	}
	folder := filepath.Join(dir, "probcut")
	list, paths, err := r.cutSamples(ctx, folder, played, s, w)
	if err != nil {
		return ProbCutReport{}, err
	}
	report, err := newProbCutReport(list, s)
	if err != nil {
		return report, err
	}
	report.Weights = markOf(w)
	return report, r.writeProbCut(folder, report, s, inputs, paths, japanese)
}

// cutSamples makes the samples that are not there yet, and gives all with their files.
func (r Run) cutSamples(ctx context.Context, folder string, played []games.Game, s ProbCutSettings, w *eval.Weights) (list []cutSample, paths []string, err error) {
	own, err := cutFingerprint(s, played, w)
	if err != nil {
		return nil, nil, err
	}
	shards := (s.Positions + s.Shard - 1) / s.Shard
	if _, err := os.Stat(steps.ShardPath(folder, shards, "cuts")); err == nil {
		return nil, nil, fmt.Errorf("%s has more than %d positions already: choose another folder, or remove it", folder, s.Positions)
	}
	samples, watch := make([][]cutSample, shards), r.Watch("probcut", s.Positions)
	paths = make([]string, shards)
	err = steps.Each(ctx, r.Threads, shards, func() *cutter { return newCutter(s, played, w) }, func(c *cutter, i int) (err error) {
		paths[i] = steps.ShardPath(folder, i, "cuts")
		samples[i], err = c.shard(ctx, paths[i], own, i*s.Shard, min(s.Shard, s.Positions-i*s.Shard), watch)
		return err
	})
	return slices.Concat(samples...), paths, err
}

// cutFingerprint names all that samples depend on but their number.
func cutFingerprint(s ProbCutSettings, played []games.Game, w *eval.Weights) (steps.Fingerprint, error) {
	s.Positions, s.Within = 0, 0 // more samples of the same kind may be added, and others of them used
	hash := sha256.New()
	for i := range played {
		_, _ = hash.Write(play.AppendLine(nil, &played[i])) // a hash takes everything
	}
	return steps.FingerprintOf("probcut", s, hex.EncodeToString(hash.Sum(nil)), markOf(w))
}

// markOf names weights by what they say of the positions of some random games.
func markOf(w *eval.Weights) string {
	const games = 50
	values := sha256.New()
	for number := range uint64(games) {
		r := rand.New(rand.NewPCG(number, 0))
		for p := othello.Start(othello.Size8, othello.Usual); !p.Over(); {
			_ = binary.Write(values, binary.LittleEndian, int32(w.Evaluate(p.Mover, p.Other))) // a hash takes everything
			moves := p.Moves()
			p = p.Play(moves[r.IntN(len(moves))])
		}
	}
	return hex.EncodeToString(values.Sum(nil))
}

// newProbCutReport fits what the samples say.
func newProbCutReport(list []cutSample, s ProbCutSettings) (report ProbCutReport, err error) {
	report = ProbCutReport{Schema: "kaeshi/train-probcut/1"}
	var middle, ending []difference
	for i := range list {
		switch values := list[i].values; {
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

// leastDeep is the plies from which package search leaves out branches.
const leastDeep = 3

// differences adds those between searches of the same parity, since odd and even depths judge differently.
func (s *cutSample) differences(middle, ending []difference) (m, e []difference) {
	for deep := leastDeep; deep < len(s.values); deep++ {
		for shallow := deep & 1; shallow < deep; shallow += 2 {
			middle = append(middle, difference{s.empties, deep, shallow, float64(s.values[deep]) - float64(s.values[shallow])})
		}
	}
	if s.exact == noLabel {
		return middle, ending
	}
	for shallow := s.empties & 1; shallow < len(s.values); shallow += 2 {
		ending = append(ending, difference{s.empties, toEnd, shallow, float64(s.exact) - float64(s.values[shallow])})
	}
	return middle, ending
}

func (r Run) writeProbCut(folder string, report ProbCutReport, s ProbCutSettings, inputs, files []string, japanese bool) error {
	path := filepath.Join(folder, "report.json")
	if err := steps.WriteJSON(path, report); err != nil {
		return err
	}
	files = append(files, path)
	charts := report.charts(japanese)
	for _, name := range []string{"ending.svg", "middle.svg"} {
		if c, ok := charts[name]; ok {
			path := filepath.Join(folder, name)
			if err := steps.WriteWhole(path, []byte(c.SVG())); err != nil {
				return err
			}
			files = append(files, path)
		}
	}
	return r.WriteManifest(folder, "probcut", s, map[string]int{"positions": report.Positions, "used": report.Used, "missing": report.Missing}, inputs, files)
}
