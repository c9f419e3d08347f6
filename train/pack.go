package train

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"

	"github.com/kaeshi/kaeshi/eval"
)

// WeightsName is the file that [Run.Pack] makes.
const WeightsName = "weights.bin"

// Pack rounds what was fitted in dir/fit to steps of so many hundredths of a disc and writes it as dir/weights.bin, a file of package eval, with its
// manifest dir/weights.json.
func (r Run) Pack(dir string, step int) error {
	f, err := readFit(dir)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := f.model(step).Write(&file); err != nil {
		return err
	}
	path := filepath.Join(dir, WeightsName)
	if err := writeWhole(path, file.Bytes()); err != nil {
		return err
	}
	counts := map[string]int{"phases": len(f.weights), "parameters": len(f.weights) * eval.Parameters(), "parameters_seen": f.seen}
	return r.write(dir, "weights", map[string]any{"fit": f.settings, "step": step}, counts, f.files, []string{path})
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
	if err := readSettings(folder, "fit", &f.settings); err != nil {
		return f, fmt.Errorf("%w: train fit has not come to its end", err)
	}
	phaseOf, count, err := eval.Phases(f.settings.First, f.settings.Last, f.settings.Plies)
	if err != nil {
		return f, err
	}
	f.phaseOf = phaseOf
	for phase := range count {
		path := shardPath(folder, phase, "phase")
		contents, _, err := readSealed(path, phaseFile)
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

// rounded is weights in discs as steps of so many hundredths of a disc; what 16 bits cannot hold is cut off.
func rounded(weights []float32, step int) []int16 {
	most := math.Floor(math.MaxInt16 / float64(step))
	list := make([]int16, len(weights))
	for i, x := range weights {
		list[i] = int16(max(-most, min(most, math.Round(float64(x)*eval.Disc/float64(step)))))
	}
	return list
}
