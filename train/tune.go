package train

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/steps"
)

// TuneSettings say how a network learns further.
type TuneSettings struct {
	From   int     `json:"from"`   // most empty squares that it is used for afterwards
	Epochs int     `json:"epochs"` // how often each position is learned from
	Rate   float64 `json:"rate"`   // of learning, for rows; it falls from epoch to epoch
	// the same, for the weights whose sum the network adds to, which learn before it; 0: they stay as they are
	SumRate float64 `json:"sum_rate"`
	SumTo   int     `json:"sum_to"` // of those, phases that have positions with fewer empty squares stay as they are
	Seed    uint64  `json:"seed"`   // of the order of positions
}

// Tune lets the network of a file of weights learn further, and the weights themselves if asked, from what
// [Run.Outcomes] and [Run.Leaves] have left in the folders from, and writes dir/network.bin, and the same without the
// network as dir/weights.bin; of FOLDER:N only positions with at most N empty squares count. With more empty squares
// than before, the last phase that knew the network lends the new ones its layers to begin with.
func (r Run) Tune(ctx context.Context, dir string, from []string, s TuneSettings, weights string) error {
	learning := NetworkSettings{
		From: s.From, Solved: 1, Judged: 1, Look: 1, Passes: 1, Epochs: s.Epochs, Rate: s.Rate,
		Seed: s.Seed,
	}
	if err := learning.check(); err != nil {
		return &steps.SettingsError{Err: err}
	}
	if !(s.SumRate >= 0 && s.SumRate < 10) {
		return &steps.SettingsError{Err: fmt.Errorf("sum-rate %g: expected 0 or more, and less than 10", s.SumRate)}
	}
	if s.SumTo < 0 || s.SumTo > squaresLeft {
		return &steps.SettingsError{Err: fmt.Errorf("sum-to %d empty squares: expected 0 to %d", s.SumTo, squaresLeft)}
	}
	m, w, err := readModel(weights)
	if err == nil && m.Network == nil {
		err = fmt.Errorf("%s: the weights have no network: train network makes one", weights)
	}
	if err != nil {
		return err
	}
	train, check, files, err := harvested(from)
	if err != nil {
		return err
	}
	if s.SumRate > 0 {
		if err := r.teachSums(ctx, m, train, s); err != nil {
			return err
		}
		if w, err = m.Weights(); err != nil {
			return err
		}
	}
	fits, err := r.teachFurther(ctx, m, w.Rough(), train, check, learning)
	if err != nil {
		return err
	}
	to := filepath.Join(dir, NetworkName)
	if err := writeModel(to, m); err != nil {
		return err
	}
	m.Network = nil
	if err := errors.Join(writeModel(filepath.Join(dir, WeightsName), m),
		steps.WriteJSON(filepath.Join(dir, "tuned.json"), fits)); err != nil {
		return err
	}
	counts := map[string]int{"positions": len(train), "validation_positions": len(check)}
	return r.WriteManifest(dir, "tune", s, counts, append(files, weights), []string{to})
}

// teachFurther is teachAll for a network that knows something; the sets of rows stay.
func (r Run) teachFurther(
	ctx context.Context, m *eval.Model, base *eval.Weights, train, check []judged, s NetworkSettings,
) ([]NetworkFit, error) {
	known := m.Network
	lend(m, s.From)
	networks, fits := make([]*network, len(known.Rows)), make([]NetworkFit, len(known.Rows))
	ofSet := func(list []judged, set int) []judged {
		return slices.DeleteFunc(slices.Clone(list), func(x judged) bool {
			return x.empties() > s.From || int(known.RowsOf[m.PhaseOf[x.empties()]]) != set
		})
	}
	watch := r.Watch("tune", s.Epochs*(len(train)/lesson+len(networks)))
	err := steps.Each(ctx, r.Threads, len(networks), func() struct{} { return struct{}{} },
		func(_ struct{}, i int) (err error) {
			networks[i] = newNetwork(m, base, rand.New(rand.NewPCG(s.Seed, 0)))
			networks[i].recall(known, i)
			own := ofSet(check, i)
			before := networks[i].errors(own, true)
			fits[i], err = networks[i].teach(ctx, ofSet(train, i), own, s, watch)
			fits[i].Before = before
			return err
		})
	if err != nil {
		return nil, err
	}
	assemble(m, networks, s.From, func(phase int) int { return int(known.RowsOf[phase]) })
	return fits, nil
}

// lend gives the phases with up to so many empty squares that do not know the network the layers of the last that does,
// and its rows.
func lend(m *eval.Model, from int) {
	last := m.PhaseOf[m.Network.Most]
	for phase := last + 1; int(phase) < len(m.Phases) && fewest(m, int(phase)) <= from; phase++ {
		m.Network.Heads[phase], m.Network.RowsOf[phase] = m.Network.Heads[last], m.Network.RowsOf[last]
	}
}
