package train

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// FitSettings contains the settings of [Run.Fit].
type FitSettings struct {
	First   int `json:"first"`   // number of empty squares at which the first phase starts
	Last    int `json:"last"`    // number of empty squares at which the last phase ends
	Plies   int `json:"plies"`   // moves per phase
	Overlap int `json:"overlap"` // moves before and after a phase from which it also learns
	// regularisation of rarely seen weights: it acts like this number of positions with value 0 for each weight
	Ridge      float64 `json:"ridge"`
	Iterations int     `json:"iterations"` // maximum number of iterations
	Patience   int     `json:"patience"`   // iterations without a better validation error after which the fit stops
	// weight of labels against results of games, 0 to 1
	Trust float64 `json:"trust"`
	// depth in plies to judge positions without a label with the phases fitted so far; 0 to use results
	Look int `json:"look"`
	// approximate maximum of positions without an exact value per phase; 0 for all
	Most  int  `json:"most,omitempty"`
	Deep  Deep `json:"deep"`            // second fit to fewer, better judged positions
	Every int  `json:"every,omitempty"` // use one in this number of games; 0 for all
}

// Deep contains the settings of the second fit of a phase. It starts from the weights of the first fit and is held
// close to them by a larger ridge. It prevents that systematic errors of short searches grow from phase to phase.
type Deep struct {
	// approximate number of positions for a phase with at most 12 empty squares; each further square reduces it to 60
	// %; 0 for no second fit
	Positions int `json:"positions"`
	Least     int `json:"least,omitempty"` // minimum number of positions; 0 for 10,000
	Solve     int `json:"solve"`           // maximum number of empty squares of positions to solve
	// depth in plies to judge other positions; 0 for no second fit of their phases
	Look  int     `json:"look"`
	Ridge float64 `json:"ridge"`
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
	case s.Most < 0:
		return fmt.Errorf("at most %d positions: expected 0 or more", s.Most)
	case s.Deep.Positions < 0 || s.Deep.Solve < 0 || s.Deep.Solve > 30 || s.Deep.Look < 0 ||
		s.Deep.Look > play.MaxDepth:
		return fmt.Errorf("second fit to %d positions, solved up to %d empty squares or searched to depth %d: "+
			"expected 0 or more, at most 30, at most %d",
			s.Deep.Positions, s.Deep.Solve, s.Deep.Look, play.MaxDepth)
	case s.Deep.Positions > 0 && !(s.Deep.Ridge > 0 && s.Deep.Ridge < 1e6):
		return fmt.Errorf("second ridge %g: expected more than 0", s.Deep.Ridge)
	case s.Look != 0 && s.Look <= s.Plies+s.Overlap || s.Look > play.MaxDepth:
		return fmt.Errorf("looking %d plies ahead: expected 0, or %d, which reaches the next phase, "+
			"to %d", s.Look, s.Plies+s.Overlap+1, play.MaxDepth)
	}
	return nil
}

// PhaseFit reports the fit of a phase.
type PhaseFit struct {
	Phase     int `json:"phase"`
	From      int `json:"from_empties"` // inclusive, like To
	To        int `json:"to_empties"`
	Positions int `json:"positions"` // training positions, including the overlap
	Check     int `json:"validation_positions"`
	Seen      int `json:"parameters_seen"`
	// in discs, for the initial weights and after each iteration
	Errors []float64 `json:"validation_rmse"`
	Second *PhaseFit `json:"second,omitempty"` // the second fit, if there was one
}

// Fit fits all phases to the games in the folders from and the labels in dir, and writes them to dir/fit. It starts
// with the last phase. The weights of a phase are the initial weights of the phase before it in the game, and remain
// where there is no data.
func (r Run) Fit(ctx context.Context, dir string, from []string, s FitSettings) error {
	if err := s.check(); err != nil {
		return &steps.SettingsError{Err: err}
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
	own, err := d.fingerprint("fit", s)
	if err != nil {
		return err
	}
	if s.Every > 1 {
		d = d.thin(s.Every)
	}
	folder, watch := filepath.Join(dir, "fit"), r.Watch("fit", count)
	done := fitted{settings: s, phaseOf: phaseOf}
	files, history, positions := []string{}, []PhaseFit{}, 0
	for phase := range count {
		path := steps.ShardPath(folder, phase, "phase")
		weights, fit, err := r.fitPhase(ctx, path, own, d, done)
		if err != nil {
			return err
		}
		done.weights = append(done.weights, weights)
		files, history, positions = append(files, path), append(history, fit), positions+fit.Positions
		watch.Add(1)
	}
	path := filepath.Join(folder, "history.json")
	if err := steps.WriteJSON(path, history); err != nil {
		return err
	}
	return r.WriteManifest(folder, "fit", s,
		map[string]int{"games": len(d.games), "phases": count, "positions": positions}, d.files, append(files, path))
}

// fingerprint returns the fingerprint of the settings and the data.
func (d *data) fingerprint(step string, settings any) (steps.Fingerprint, error) {
	parts := []any{step, settings}
	if d.limits != nil {
		parts = append(parts, d.limits)
	}
	for _, path := range d.files {
		sum, err := steps.SumOf(path)
		if err != nil {
			return steps.Fingerprint{}, err
		}
		parts = append(parts, sum)
	}
	return steps.FingerprintOf(parts...)
}

// fitPhase fits the next phase, or reads it if an earlier run did so. done contains the phases after it in the game.
func (r Run) fitPhase(
	ctx context.Context, path string, own steps.Fingerprint, d *data, done fitted,
) ([]float32, PhaseFit, error) {
	contents, ok, err := steps.ReadOwn(path, phaseFile, own)
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
	wanted := selection{from: fit.To - s.Overlap, to: fit.From + s.Overlap, most: s.Most, trust: s.Trust}
	if fit.Phase > 0 {
		prior = done.weights[fit.Phase-1]
		if wanted.look = s.Look; s.Look > 0 {
			if wanted.weights, err = done.partial(); err != nil {
				return nil, fit, err
			}
		}
	}
	weights, err := r.regress(ctx, d, s, wanted, prior, &fit)
	if err != nil {
		return nil, fit, err
	}
	if deep, ok := s.deepOf(wanted, fit); ok {
		if wanted.weights, err = done.with(weights); err != nil {
			return nil, fit, err
		}
		deep.weights, fit.Second = wanted.weights, &PhaseFit{Phase: fit.Phase, From: fit.From, To: fit.To}
		s.Ridge = s.Deep.Ridge
		if weights, err = r.regress(ctx, d, s, deep, weights, fit.Second); err != nil {
			return nil, fit, err
		}
	}
	contents, err = formatPhase(weights, fit)
	if err != nil {
		return nil, fit, err
	}
	return weights, fit, steps.WriteSealed(path, phaseFile, own, contents)
}

// deepOf selects the positions for the second fit of a phase. ok is false if there is none, for example because all
// values are exact.
func (s FitSettings) deepOf(w selection, fit PhaseFit) (deep selection, ok bool) {
	deep = w
	deep.most, deep.deep = s.Deep.positions(fit.To), true
	switch {
	case s.Deep.Positions == 0 || w.look == 0:
		return deep, false
	case fit.From <= s.Deep.Solve:
		deep.solve = s.Deep.Solve + s.Overlap
	case s.Deep.Look == 0:
		return deep, false
	}
	deep.look = s.Deep.Look
	return deep, true
}

// positions returns the number of positions for a phase that ends at the given number of empty squares. Positions that
// take longer to judge get fewer.
func (d Deep) positions(empties int) int {
	const least = 10_000
	n := d.Positions
	for range empties - 12 {
		n = n * 3 / 5
	}
	return max(n, min(cmp.Or(d.Least, least), d.Positions))
}

// regress returns the weights that best explain the selected positions, starting from the prior, and records the result
// in fit.
func (r Run) regress(
	ctx context.Context, d *data, s FitSettings, w selection, prior []float32, fit *PhaseFit,
) ([]float32, error) {
	train, check, err := d.collect(ctx, r.Threads, w)
	if err != nil {
		return nil, err
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
		return nil, err
	}
	return solver.addTo(prior), nil
}

// span returns the first and the last number of empty squares of a phase. The outermost phases extend to the ends of
// the game.
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

// formatPhase encodes a phase: the length of the report as JSON, the report, and the weights.
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
		return nil, fit, errors.New("truncated report")
	}
	if err := json.Unmarshal(b[size:size+int(n)], &fit); err != nil {
		return nil, fit, err
	}
	b = b[size+int(n):]
	if len(b) != 4*eval.Parameters() {
		return nil, fit, fmt.Errorf("weights: %d bytes, expected %d; the patterns have changed",
			len(b), 4*eval.Parameters())
	}
	for ; len(b) > 0; b = b[4:] {
		weights = append(weights, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return weights, fit, nil
}
