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

// Names of the files that [Run.Pack] writes: WeightsName for the full weights, and LightName for the light ones.
const (
	WeightsName = "weights.bin"
	LightName   = "light.bin"
)

// PackSettings contains the settings of [Run.Pack].
type PackSettings struct {
	Step  int `json:"step"`  // rounding step in hundredths of a disc
	Keep  int `json:"keep"`  // number of last phases that are not merged
	Merge int `json:"merge"` // number of other phases that are merged into one by averaging; 0 for 1
}

func (s PackSettings) check() error {
	if s.Keep < 0 || s.Merge < 0 || s.Merge > squaresLeft {
		return fmt.Errorf("%d phases to keep and %d to merge: expected 0 or more, at most %d", s.Keep, s.Merge,
			squaresLeft)
	}
	return nil
}

// LightPack returns the settings of a light file for browsers, which have to download it. Large steps cost almost no
// accuracy, and merging costs most in the last phases.
func LightPack() PackSettings { return PackSettings{Step: 48, Keep: 8, Merge: 3} }

// Pack rounds the weights in dir/fit and writes them to dir/NAME, a file of package eval. The manifest is in the same
// folder, such as weights.json for weights.bin.
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

// merged returns the fit without changes to its last phases, and with groups of the other phases averaged into one.
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

// fitted is the result of [Run.Fit].
type fitted struct {
	settings FitSettings
	phaseOf  [61]uint8
	weights  [][]float32
	files    []string
	seen     int // parameters that occurred in positions, summed over all phases
}

func readFit(dir string) (f fitted, err error) {
	folder := filepath.Join(dir, "fit")
	if err := steps.ReadSettings(folder, "fit", &f.settings); err != nil {
		return f, fmt.Errorf("%w; train fit is incomplete", err)
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

// partial returns the weights of the phases fitted so far. The last fitted phase is used for all earlier phases of the
// game.
func (f *fitted) partial() (*eval.Weights, error) {
	const fine = 1
	m := f.model(fine)
	for i, phase := range m.PhaseOf {
		m.PhaseOf[i] = min(phase, uint8(len(m.Phases)-1))
	}
	return m.Weights()
}

// with returns the result of [fitted.partial] with the weights of one more phase.
func (f *fitted) with(weights []float32) (*eval.Weights, error) {
	more := *f
	more.weights = append(slices.Clone(f.weights), weights)
	return more.partial()
}

// rounded converts weights in discs to steps of the given number of hundredths of a disc, limited to 16 bits.
func rounded(weights []float32, step int) []int16 {
	most := math.Floor(math.MaxInt16 / float64(step))
	list := make([]int16, len(weights))
	for i, x := range weights {
		list[i] = int16(max(-most, min(most, math.Round(float64(x)*eval.Disc/float64(step)))))
	}
	return list
}
