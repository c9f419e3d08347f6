package train

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/steps"
)

// WeightsName is the file that [Run.Pack] makes, and LightName the light one.
const (
	WeightsName = "weights.bin"
	LightName   = "light.bin"
)

// PackSettings say how weights are packed.
type PackSettings struct {
	Step  int `json:"step"`  // what they are rounded to, in hundredths of a disc
	Keep  int `json:"keep"`  // the last so many phases stay as they are
	Merge int `json:"merge"` // of those before, so many become one, with the mean of their weights; 0: 1
}

func (s PackSettings) check() error {
	if s.Keep < 0 || s.Merge < 0 || s.Merge > squaresLeft {
		return fmt.Errorf("%d phases to keep and %d to merge: expected 0 or more, at most %d", s.Keep, s.Merge,
			squaresLeft)
	}
	return nil
}

// LightPack is how a light file is packed: for browsers, which have to fetch it. Coarse steps cost next to nothing, and
// merging costs most in the last phases.
func LightPack() PackSettings { return PackSettings{Step: 48, Keep: 8, Merge: 3} }

// Pack rounds what was fitted in dir/fit to steps of so many hundredths of a disc and writes it as dir/NAME, a file of
// package eval, with its manifest beside it: weights.json for weights.bin.
func (r Run) Pack(dir, name string, s PackSettings) error {
	if err := s.check(); err != nil {
		return &steps.SettingsError{Err: err}
	}
	f, err := readFit(dir)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	m := f.merged(s.Keep, max(s.Merge, 1))
	if err := m.model(s.Step).Write(&file); err != nil {
		return err
	}
	path := filepath.Join(dir, name)
	if err := steps.WriteWhole(path, file.Bytes()); err != nil {
		return err
	}
	counts := map[string]int{
		"phases": len(m.weights), "phases_fitted": len(f.weights), "parameters": eval.Parameters(),
		"parameters_seen": f.seen,
	}
	step := strings.TrimSuffix(name, filepath.Ext(name))
	return r.WriteManifest(dir, step, map[string]any{"fit": f.settings, "pack": s}, counts, f.files, []string{path})
}

// merged is the fit with its last phases as they are, and with every so many of those before in one: their weights are
// averaged.
func (f *fitted) merged(keep, phases int) *fitted {
	m := &fitted{settings: f.settings}
	become := make([]uint8, len(f.weights))
	for from := 0; from < len(f.weights); {
		n := 1
		if from >= keep {
			n = min(phases, len(f.weights)-from)
		}
		mean := make([]float32, len(f.weights[from]))
		for phase := from; phase < from+n; phase++ {
			become[phase] = uint8(len(m.weights))
			for i, x := range f.weights[phase] {
				mean[i] += x / float32(n)
			}
		}
		m.weights = append(m.weights, mean)
		from += n
	}
	for empties, phase := range f.phaseOf {
		m.phaseOf[empties] = become[phase]
	}
	return m
}

// fitted is what [Run.Fit] found.
type fitted struct {
	settings FitSettings
	phaseOf  [61]uint8
	weights  [][]float32
	files    []string
	seen     int // parameters in all phases that positions had
}

func readFit(dir string) (f fitted, err error) {
	folder := filepath.Join(dir, "fit")
	if err := steps.ReadSettings(folder, "fit", &f.settings); err != nil {
		return f, fmt.Errorf("%w: train fit has not come to its end", err)
	}
	phaseOf, count, err := eval.Phases(f.settings.First, f.settings.Last, f.settings.Plies)
	if err != nil {
		return f, err
	}
	f.phaseOf = phaseOf
	for phase := range count {
		path := steps.ShardPath(folder, phase, "phase")
		contents, _, err := steps.ReadSealed(path, phaseFile)
		if err != nil {
			return f, err
		}
		weights, fit, err := parsePhase(contents)
		if err != nil {
			return f, fmt.Errorf("%s: %w", path, err)
		}
		f.weights, f.files, f.seen = append(f.weights, weights), append(f.files, path), f.seen+fit.Seen
	}
	return f, nil
}

func (f *fitted) model(step int) *eval.Model {
	m := &eval.Model{Step: step, PhaseOf: f.phaseOf}
	for _, weights := range f.weights {
		m.Phases = append(m.Phases, rounded(weights, step))
	}
	return m
}

// soFar is the weights of the phases fitted so far, the last of which stands for all before it.
func (f *fitted) soFar() (*eval.Weights, error) {
	const fine = 1
	m := f.model(fine)
	for i, phase := range m.PhaseOf {
		m.PhaseOf[i] = min(phase, uint8(len(m.Phases)-1))
	}
	return m.Weights()
}

// with is [fitted.soFar] when one more phase has these weights.
func (f *fitted) with(weights []float32) (*eval.Weights, error) {
	more := *f
	more.weights = append(slices.Clone(f.weights), weights)
	return more.soFar()
}

// rounded is weights in discs as steps of so many hundredths of a disc; what 16 bits cannot hold is cut off.
func rounded(weights []float32, step int) []int16 {
	most := math.Floor(math.MaxInt16 / float64(step))
	list := make([]int16, len(weights))
	for i, x := range weights {
		list[i] = int16(max(-most, min(most, math.Round(float64(x)*eval.Disc/float64(step)))))
	}
	return list
}
