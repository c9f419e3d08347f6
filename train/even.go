package train

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/probcut"
	"github.com/kaeshi/kaeshi/train/steps"
)

// EvenName is the name of the file that [Run.Even] writes.
const EvenName = "even.bin"

// EvenSettings selects the positions for [Run.Even]. The same settings give the same weights.
type EvenSettings struct {
	Positions int    `json:"positions"` // number of positions
	Seed      uint64 `json:"seed"`      // of the random numbers
	Depth     int    `json:"depth"`     // depth of the deepest search in plies
}

// Bias is the measured bias at a number of empty squares.
type Bias struct {
	Empties int     `json:"empties"`
	Pairs   int     `json:"pairs"`  // number of pairs of searches that end there or one ply earlier
	Favour  float64 `json:"favour"` // bias in favour of the side to move, in discs
}

const evenFrom = 6 // positions with fewer empty squares are solved and not evaluated

// Even removes the bias in favour of the side to move from the weights in dir/network.bin, or in dir/weights.bin if
// there is no network, and writes dir/even.bin. Weights learned from all kinds of positions have this bias in positions
// that sensible play reaches. Searches of odd depths then return smaller values than those of even depths, by twice the
// bias. Even measures the difference: it plays games and searches their positions to increasing depths without
// selective cuts.
func (r Run) Even(ctx context.Context, dir string, s EvenSettings) ([]Bias, error) {
	cuts := probcut.Settings{
		Positions: s.Positions, Seed: s.Seed, Least: evenFrom + 4, Most: 56, Step: 1,
		Depth: s.Depth, Within: 25, Shard: 50,
	}
	if err := cuts.Check(); err != nil {
		return nil, &steps.SettingsError{Err: err}
	}
	m, from, err := latest(dir)
	if err != nil {
		return nil, err
	}
	network := m.Network
	m.Network = nil // the bias without the network is removed first
	found, paths, err := r.measureBias(ctx, filepath.Join(dir, "even"), cuts, m)
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		for i := range m.Phases {
			m.Phases[i][eval.Tempo(e.Empties)] -= int16(math.Round(e.Favour * eval.Disc / float64(m.Step)))
		}
	}
	if m.Network = network; network != nil {
		more, own, err := r.measureBias(ctx, filepath.Join(dir, "even-network"), cuts, m)
		if err != nil {
			return nil, err
		}
		evenOut(m, more)
		found, paths = append(found, more...), append(paths, own...)
	}
	to := filepath.Join(dir, EvenName)
	if err := writeModel(to, m); err != nil {
		return nil, err
	}
	return found, r.WriteManifest(dir, "even", map[string]any{"even": s, "found": found},
		map[string]int{"positions": s.Positions}, append(paths, from), []string{to})
}

// measureBias measures the bias of the model in favour of the side to move. It stores samples in the folder and returns
// their paths.
func (r Run) measureBias(
	ctx context.Context, folder string, s probcut.Settings, m *eval.Model,
) (found []Bias, paths []string, err error) {
	w, err := m.Weights()
	if err != nil {
		return nil, nil, err
	}
	list, paths, err := probcut.Samples(ctx, r.Run, folder, nil, s, w)
	return biases(list, s.Within), paths, err
}

// evenOut removes the bias from the network, which has one bias parameter per phase.
func evenOut(m *eval.Model, found []Bias) {
	sum, count := make([]float64, len(m.Phases)), make([]float64, len(m.Phases))
	for _, e := range found {
		if e.Empties <= int(m.Network.Most) {
			phase := m.PhaseOf[e.Empties]
			sum[phase], count[phase] = sum[phase]+e.Favour, count[phase]+1
		}
	}
	for phase, n := range count {
		if n > 0 {
			m.Network.Heads[phase].OutBias -= int32(math.Round(sum[phase] / n * eval.Disc * eval.OutUnit))
		}
	}
}

// latest returns the model of dir/network.bin, or of dir/weights.bin if there is no network, and its path. It returns
// an error if the network was made from other weights.
func latest(dir string) (m *eval.Model, path string, err error) {
	path = filepath.Join(dir, WeightsName)
	m, _, err = readModel(path)
	network := filepath.Join(dir, NetworkName)
	if _, missing := os.Stat(network); err != nil || missing != nil {
		return m, path, err
	}
	with, _, err := readModel(network)
	if err != nil {
		return nil, network, err
	}
	if !slices.EqualFunc(m.Phases, with.Phases, slices.Equal[[]int16]) {
		return nil, network, fmt.Errorf("%s was made from other weights than those of %s; remove it, or run "+
			"train network again", network, path)
	}
	return with, network, nil
}

func writeModel(path string, m *eval.Model) error {
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		return err
	}
	return steps.WriteWhole(path, file.Bytes())
}

func readModel(path string) (*eval.Model, *eval.Weights, error) {
	contents, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("%w; run train pack first", err)
	}
	m, err := eval.ReadModel(bytes.NewReader(contents))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	w, err := m.Weights()
	return m, w, err
}

// biases returns the bias for every number of empty squares. If a search ends with n empty squares, a search one ply
// deeper changes the value by the sum of the biases at n and n-1: upwards if the new depth is even, downwards if it is
// odd.
func biases(list []probcut.Sample, within int) (found []Bias) {
	var sum [squaresLeft + 1]float64 // sum of half the changes, indexed by the lower number of empty squares
	var count [squaresLeft + 1]int
	for i := range list {
		s := &list[i]
		for d := 2; d < len(s.Values) && s.Empties-d >= evenFrom; d++ {
			change := float64(s.Values[d]) - float64(s.Values[d-1])
			if d%2 == 1 {
				change = -change
			}
			if math.Abs(float64(s.Values[d])) <= float64(within*eval.Disc) {
				sum[s.Empties-d] += change / 2 / eval.Disc
				count[s.Empties-d]++
			}
		}
	}
	for n := evenFrom; n <= squaresLeft; n++ {
		e := Bias{Empties: n, Pairs: count[n-1] + count[n]}
		total := sum[n-1] + sum[n]
		switch {
		case e.Pairs > 0:
			e.Favour = math.Round(total/float64(e.Pairs)*eval.Disc) / eval.Disc
		case len(found) > 0:
			e.Favour = found[len(found)-1].Favour
		}
		found = append(found, e)
	}
	return found
}
