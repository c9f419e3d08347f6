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

// EvenName is the file that [Run.Even] makes.
const EvenName = "even.bin"

// EvenSettings say by which positions odd and even depths are evened out. The same settings give the same weights.
type EvenSettings struct {
	Positions int    `json:"positions"` // how many
	Seed      uint64 `json:"seed"`      //
	Depth     int    `json:"depth"`     // plies of the deepest search
}

// Evenness is what an even measurement found for positions of so many empty squares.
type Evenness struct {
	Empties int     `json:"empties"`
	Pairs   int     `json:"pairs"`  // of searches that end there or a ply sooner
	Favour  float64 `json:"favour"` // discs that the side to move was judged too well
}

const evenFrom = 6 // fewer empty squares are solved and never judged

// Even takes from the weights in dir/network.bin, or in dir/weights.bin where there is no network, what they judge the
// side to move too well by, and writes dir/even.bin. Weights learned from all kinds of positions favour the side to
// move in those that sensible play reaches; searches of odd depths then find less than those of even depths, by twice
// as much. The favour is measured by just that: positions of games played for it are searched to growing depths,
// without cutting anything off.
func (r Run) Even(ctx context.Context, dir string, s EvenSettings) ([]Evenness, error) {
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
	m.Network = nil // what a search finds without it is evened out by itself
	found, paths, err := r.favour(ctx, filepath.Join(dir, "even"), cuts, m)
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		for i := range m.Phases {
			m.Phases[i][eval.Tempo(e.Empties)] -= int16(math.Round(e.Favour * eval.Disc / float64(m.Step)))
		}
	}
	if m.Network = network; network != nil {
		more, own, err := r.favour(ctx, filepath.Join(dir, "even-network"), cuts, m)
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

// favour measures how much too well the model judges the side to move, into the folder; paths is the files that it
// leaves there.
func (r Run) favour(
	ctx context.Context, folder string, s probcut.Settings, m *eval.Model,
) (found []Evenness, paths []string, err error) {
	w, err := m.Weights()
	if err != nil {
		return nil, nil, err
	}
	list, paths, err := probcut.Samples(ctx, r.Run, folder, nil, s, w)
	return evenness(list, s.Within), paths, err
}

// evenOut takes the favour out of the network, whose phases have one number each for it.
func evenOut(m *eval.Model, found []Evenness) {
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

// latest is the model of dir/network.bin, or of dir/weights.bin where there is no network, and its file. A network of
// other weights is refused.
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
		return nil, network, fmt.Errorf("%s was made from other weights than those of %s: remove it, or make it "+
			"again by train network", network, path)
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
		return nil, nil, fmt.Errorf("%w: train pack makes it", err)
	}
	m, err := eval.ReadModel(bytes.NewReader(contents))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	w, err := m.Weights()
	return m, w, err
}

// evenness is what is found for every number of empty squares. With n left at the end of a search, a ply more changes
// the value by the favours of n and of n-1 together, up when the depth becomes even and down when it becomes odd.
func evenness(list []probcut.Sample, within int) (found []Evenness) {
	var sum [squaresLeft + 1]float64 // of what is between n and n+1
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
		e := Evenness{Empties: n, Pairs: count[n-1] + count[n]}
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
