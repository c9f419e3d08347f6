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

// FitSettings say what is fitted and how.
type FitSettings struct {
	First   int `json:"first"`   // the first phase begins at so many empty squares
	Last    int `json:"last"`    // the last phase ends at so many
	Plies   int `json:"plies"`   // moves in a phase
	Overlap int `json:"overlap"` // a phase also learns from so many moves before and after it
	// holds back what is rarely seen: as many positions that say nothing, to each weight
	Ridge      float64 `json:"ridge"`
	Iterations int     `json:"iterations"` // at most
	Patience   int     `json:"patience"`   // iterations without a better validation after which a phase is done
	// 0: the results of games count, 1: what positions are judged to be worth
	Trust float64 `json:"trust"`
	// judge positions without a label by looking so many plies ahead, with the phases fitted so far; 0: do not
	Look int `json:"look"`
	// positions without an exact value that a phase learns from, about; 0: all
	Most  int  `json:"most,omitempty"`
	Deep  Deep `json:"deep"`            // a second fit, to fewer positions that were judged better
	Every int  `json:"every,omitempty"` // learn from one game in so many; 0: all
}

// Deep is the second fit of a phase: it starts from the weights of the first and moves them as far as a greater ridge
// lets it, so that what looking a few plies ahead gets wrong everywhere does not grow from phase to phase.
type Deep struct {
	// that a phase of at most 12 empty squares learns from, about, and 0.6 times as many for each square more; 0: no
	// second fit
	Positions int `json:"positions"`
	Least     int `json:"least,omitempty"` // but no fewer than so many; 0: 10,000
	Solve     int `json:"solve"`           // those with at most so many empty squares are solved
	// the others are judged by looking so many plies ahead; 0: there is no second fit of them
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
		return fmt.Errorf("a second fit to %d positions, solved from %d empty squares or judged %d plies ahead: "+
			"expected 0 or more, at most 30, at most %d",
			s.Deep.Positions, s.Deep.Solve, s.Deep.Look, play.MaxDepth)
	case s.Deep.Positions > 0 && !(s.Deep.Ridge > 0 && s.Deep.Ridge < 1e6):
		return fmt.Errorf("second ridge %g: expected more than 0", s.Deep.Ridge)
	case s.Look != 0 && s.Look <= s.Plies+s.Overlap || s.Look > play.MaxDepth:
		return fmt.Errorf("looking %d plies ahead: expected 0, or %d to see the next phase, which is fitted "+
			"already, to %d", s.Look, s.Plies+s.Overlap+1, play.MaxDepth)
	}
	return nil
}

// PhaseFit is how the fit of a phase went.
type PhaseFit struct {
	Phase     int `json:"phase"`
	From      int `json:"from_empties"` // both ends belong to it
	To        int `json:"to_empties"`
	Positions int `json:"positions"` // learned from, overlap included
	Check     int `json:"validation_positions"`
	Seen      int `json:"parameters_seen"`
	// in discs: with the weights that it starts from, then after each iteration
	Errors []float64 `json:"validation_rmse"`
	Second *PhaseFit `json:"second,omitempty"` // the second fit, if there was one
}

// Fit fits all phases to the games of the folders from and the labels in dir, into dir/fit. It begins with the last:
// the weights of a phase are where the one before it starts from, and stay where that has nothing to say.
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

// fingerprint names the settings and the data.
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

// fitPhase fits the next phase, unless that was done; done is the phases after it.
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
	wanted := wanted{from: fit.To - s.Overlap, to: fit.From + s.Overlap, most: s.Most, trust: s.Trust}
	if fit.Phase > 0 {
		prior = done.weights[fit.Phase-1]
		if wanted.look = s.Look; s.Look > 0 {
			if wanted.weights, err = done.soFar(); err != nil {
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

// deepOf is which positions the second fit of a phase learns from; ok is false when it has none. Nothing is gained
// where all values are exact.
func (s FitSettings) deepOf(w wanted, fit PhaseFit) (deep wanted, ok bool) {
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

// positions is how many a phase learns from that ends at so many empty squares: what takes longer to judge is judged
// less often.
func (d Deep) positions(empties int) int {
	const least = 10_000
	n := d.Positions
	for range empties - 12 {
		n = n * 3 / 5
	}
	return max(n, min(cmp.Or(d.Least, least), d.Positions))
}

// regress finds the weights that explain the positions wanted best, starting from the prior, and tells of it in fit.
func (r Run) regress(
	ctx context.Context, d *data, s FitSettings, w wanted, prior []float32, fit *PhaseFit,
) ([]float32, error) {
	train, check, err := d.take(ctx, r.Threads, w)
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
		return nil, fit, fmt.Errorf("bytes of weights: %d, expected %d: the patterns have changed since",
			len(b), 4*eval.Parameters())
	}
	for ; len(b) > 0; b = b[4:] {
		weights = append(weights, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return weights, fit, nil
}
