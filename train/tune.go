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

// TuneSettings contains the settings of [Run.Tune].
type TuneSettings struct {
	From   int     `json:"from"`   // maximum number of empty squares at which the network is used afterwards
	Epochs int     `json:"epochs"` // number of epochs
	Rate   float64 `json:"rate"`   // initial learning rate of rows, which decreases from epoch to epoch
	// initial learning rate of the weights to whose sum the network adds, which are trained first; 0 for no training
	SumRate float64 `json:"sum_rate"`
	SumTo   int     `json:"sum_to"` // phases with fewer empty squares are not trained
	Seed    uint64  `json:"seed"`   // seed of the order of positions
}

// Tune continues the training of the network in a file of weights, and optionally of the weights themselves, with the
// positions that [Run.Outcomes] and [Run.Leaves] have stored in the folders from. It writes dir/network.bin, and the
// same without the network as dir/weights.bin. FOLDER:N stands for positions with at most N empty squares. If s.From is
// greater than before, the new phases start with the layers of the last phase that had the network.
func (r Run) Tune(ctx context.Context, dir string, from []string, s TuneSettings, weights string) error {
	learning := NetworkSettings{
		From: s.From, Solved: 1, Judged: 1, Look: 1, Passes: 1, Epochs: s.Epochs, Rate: s.Rate,
		Seed: s.Seed,
	}
	if err := learning.check(); err != nil {
		return &steps.SettingsError{Err: err}
	}
	if !(s.SumRate >= 0 && s.SumRate < 10) {
		return &steps.SettingsError{Err: fmt.Errorf("sum-rate %g: expected at least 0 and less than 10", s.SumRate)}
	}
	if s.SumTo < 0 || s.SumTo > squaresLeft {
		return &steps.SettingsError{Err: fmt.Errorf("sum-to %d empty squares: expected 0 to %d", s.SumTo, squaresLeft)}
	}
	m, w, err := readModel(weights)
	if err == nil && m.Network == nil {
		err = fmt.Errorf("%s: the weights have no network; run train network first", weights)
	}
	if err != nil {
		return err
	}
	train, check, files, err := harvested(from)
	if err != nil {
		return err
	}
	if s.SumRate > 0 {
		if err := r.trainSums(ctx, m, train, s); err != nil {
			return err
		}
		if w, err = m.Weights(); err != nil {
			return err
		}
	}
	fits, err := r.trainFurther(ctx, m, w.Rough(), train, check, learning)
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

// trainFurther is [Run.trainAll] for an already trained network. The sets of rows do not change.
func (r Run) trainFurther(
	ctx context.Context, m *eval.Model, base *eval.Weights, train, check []judged, s NetworkSettings,
) ([]NetworkFit, error) {
	known := m.Network
	extendNetwork(m, s.From)
	networks, fits := make([]*network, len(known.Rows)), make([]NetworkFit, len(known.Rows))
	ofSet := func(list []judged, set int) []judged {
		return slices.DeleteFunc(slices.Clone(list), func(x judged) bool {
			return x.empties() > s.From || int(known.RowsOf[m.PhaseOf[x.empties()]]) != set
		})
	}
	watch := r.Watch("tune", s.Epochs*(len(train)/checkEvery+len(networks)))
	err := steps.Each(ctx, r.Threads, len(networks), func() struct{} { return struct{}{} },
		func(_ struct{}, i int) (err error) {
			networks[i] = newNetwork(m, base, rand.New(rand.NewPCG(s.Seed, 0)))
			networks[i].load(known, i)
			own := ofSet(check, i)
			before := networks[i].errors(own, true)
			fits[i], err = networks[i].train(ctx, ofSet(train, i), own, s, watch)
			fits[i].Before = before
			return err
		})
	if err != nil {
		return nil, err
	}
	assemble(m, networks, s.From, func(phase int) int { return int(known.RowsOf[phase]) })
	return fits, nil
}

// extendNetwork copies the layers and the rows of the last phase with a network to the phases with up to from empty
// squares that have none.
func extendNetwork(m *eval.Model, from int) {
	last := m.PhaseOf[m.Network.Most]
	for phase := last + 1; int(phase) < len(m.Phases) && fewest(m, int(phase)) <= from; phase++ {
		m.Network.Heads[phase], m.Network.RowsOf[phase] = m.Network.Heads[last], m.Network.RowsOf[last]
	}
}
