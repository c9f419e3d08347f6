package train

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/kaeshi/kaeshi/eval"
)

// FitSettings say what is fitted and how.
type FitSettings struct {
	First      int     `json:"first"`           // the first phase begins at so many empty squares
	Last       int     `json:"last"`            // the last phase ends at so many
	Plies      int     `json:"plies"`           // moves in a phase
	Overlap    int     `json:"overlap"`         // a phase also learns from so many moves before and after it
	Ridge      float64 `json:"ridge"`           // holds back what is rarely seen: as many positions that say nothing, to each weight
	Iterations int     `json:"iterations"`      // at most
	Patience   int     `json:"patience"`        // iterations without a better validation after which a phase is done
	Trust      float64 `json:"trust"`           // 0: the results of games count, 1: what positions are judged to be worth
	Look       int     `json:"look"`            // judge positions without a label by looking so many plies ahead, with the phases fitted so far; 0: do not
	Every      int     `json:"every,omitempty"` // learn from one game in so many; 0: all
}

func (s FitSettings) check() error {
	_, _, err := eval.Phases(s.First, s.Last, s.Plies)
	switch {
	case err != nil:
		return err
	case s.Overlap < 0:
		return fmt.Errorf("overlap of %d moves: expected 0 or more", s.Overlap)
	case !(s.Ridge > 0 && s.Ridge < 1e6):
		return fmt.Errorf("ridge %g: expected more than 0", s.Ridge)
	case s.Iterations < 1 || s.Patience < 1:
		return fmt.Errorf("%d iterations with a patience of %d: expected 1 or more", s.Iterations, s.Patience)
	case !(s.Trust >= 0 && s.Trust <= 1):
		return fmt.Errorf("trust %g: expected 0 to 1", s.Trust)
	case s.Look != 0 && s.Look <= s.Plies+s.Overlap || s.Look > maxDepth:
		return fmt.Errorf("looking %d plies ahead: expected 0, or %d to see the next phase, which is fitted already, to %d", s.Look, s.Plies+s.Overlap+1, maxDepth)
	}
	return nil
}

// PhaseFit is how the fit of a phase went.
type PhaseFit struct {
	Phase     int       `json:"phase"`
	From      int       `json:"from_empties"` // both ends belong to it
	To        int       `json:"to_empties"`
	Positions int       `json:"positions"` // learned from, overlap included
	Check     int       `json:"validation_positions"`
	Seen      int       `json:"parameters_seen"`
	Errors    []float64 `json:"validation_rmse"` // in discs: with the weights of the phase after it, then after each iteration
}

// Fit fits all phases to the games of the folders from and the labels in dir, into dir/fit. It begins with the last: the weights of a phase are where the one before
// it starts from, and stay where that has nothing to say.
func (r Run) Fit(ctx context.Context, dir string, from []string, s FitSettings) error {
	if err := s.check(); err != nil {
		return err
	}
	d, err := load(dir, from)
	if err != nil {
		return err
	}
	return r.fit(ctx, dir, d, s)
}

func (r Run) fit(ctx context.Context, dir string, d *data, s FitSettings) error {
	phaseOf, count, err := eval.Phases(s.First, s.Last, s.Plies)
	if err != nil {
		return err
	}
	own, err := d.fingerprint(s)
	if err != nil {
		return err
	}
	if s.Every > 1 {
		d = d.thin(s.Every)
	}
	folder, watch := filepath.Join(dir, "fit"), r.watch("fit", count)
	done := fitted{settings: s, phaseOf: phaseOf}
	files, history, positions := []string{}, []PhaseFit{}, 0
	for phase := range count {
		path := shardPath(folder, phase, "phase")
		weights, fit, err := r.fitPhase(ctx, path, own, d, done)
		if err != nil {
			return err
		}
		done.weights = append(done.weights, weights)
		files, history, positions = append(files, path), append(history, fit), positions+fit.Positions
		watch.add(1)
	}
	path := filepath.Join(folder, "history.json")
	if err := writeJSON(path, history); err != nil {
		return err
	}
	return r.write(folder, "fit", s, map[string]int{"games": len(d.games), "phases": count, "positions": positions}, d.files, append(files, path))
}

// fingerprint names the settings and the data.
func (d *data) fingerprint(s FitSettings) (fingerprint, error) {
	parts := []any{"fit", s}
	for _, path := range d.files {
		sum, err := sumOf(path)
		if err != nil {
			return fingerprint{}, err
		}
		parts = append(parts, sum)
	}
	return fingerprintOf(parts...)
}

// fitPhase fits the next phase, unless that was done; done is the phases after it.
func (r Run) fitPhase(ctx context.Context, path string, own fingerprint, d *data, done fitted) ([]float32, PhaseFit, error) {
	contents, ok, err := readOwn(path, phaseFile, own)
	if err != nil {
		return nil, PhaseFit{}, err
	}
	if ok {
		weights, fit, err := parsePhase(contents)
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return weights, fit, err
	}
	s, prior := done.settings, make([]float32, eval.Parameters())
	fit := PhaseFit{Phase: len(done.weights)}
	fit.From, fit.To = s.span(fit.Phase)
	wanted := wanted{from: fit.To - s.Overlap, to: fit.From + s.Overlap, trust: s.Trust}
	if fit.Phase > 0 {
		prior = done.weights[fit.Phase-1]
		if wanted.look = s.Look; s.Look > 0 {
			if wanted.weights, err = done.soFar(); err != nil {
				return nil, fit, err
			}
		}
	}
	train, check, err := d.take(ctx, r.Threads, wanted)
	if err != nil {
		return nil, fit, err
	}
	for b := range blocks {
		for _, part := range []*samples{&train[b], &check[b]} {
			for i := range part.want {
				part.want[i] -= sum(prior, part.at(i))
			}
		}
		fit.Positions += len(train[b].want)
		fit.Check += len(check[b].want)
	}
	solver := newRegression(r.Threads, s.Ridge, train, check)
	fit.Seen = len(solver.seen)
	if fit.Errors, err = solver.solve(ctx, s.Iterations, s.Patience); err != nil {
		return nil, fit, err
	}
	weights := solver.addTo(prior)
	contents, err = formatPhase(weights, fit)
	if err != nil {
		return nil, fit, err
	}
	return weights, fit, writeSealed(path, phaseFile, own, contents)
}

// span is the first and the last number of empty squares of a phase; the outermost phases take what lies beyond.
func (s FitSettings) span(phase int) (from, to int) {
	to = s.Last + phase*s.Plies
	from = min(to+s.Plies-1, s.First)
	if phase == 0 {
		to = 0
	}
	if from == s.First {
		from = 60
	}
	return from, to
}

// formatPhase is the length of the history as JSON, the history, and the weights.
func formatPhase(weights []float32, fit PhaseFit) ([]byte, error) {
	text, err := json.Marshal(fit)
	if err != nil {
		return nil, err
	}
	b := binary.AppendUvarint(nil, uint64(len(text)))
	b = append(b, text...)
	for _, x := range weights {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b, nil
}

func parsePhase(b []byte) (weights []float32, fit PhaseFit, err error) {
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size) {
		return nil, fit, errors.New("the history is cut off")
	}
	if err := json.Unmarshal(b[size:size+int(n)], &fit); err != nil {
		return nil, fit, err
	}
	b = b[size+int(n):]
	if len(b) != 4*eval.Parameters() {
		return nil, fit, fmt.Errorf("%d bytes of weights: expected %d: the patterns have changed since", len(b), 4*eval.Parameters())
	}
	for ; len(b) > 0; b = b[4:] {
		weights = append(weights, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return weights, fit, nil
}
