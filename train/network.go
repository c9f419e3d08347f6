package train

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// NetworkName is the name of the file that [Run.Network] writes.
const NetworkName = "network.bin"

// NetworkSettings contains the settings of [Run.Network].
type NetworkSettings struct {
	From   int     `json:"from"`   // maximum number of empty squares at which the network is trained and used
	To     int     `json:"to"`     // minimum number of empty squares
	Solved int     `json:"solved"` // approximate number of positions with an exact value per number of empty squares
	Judged int     `json:"judged"` // approximate number of other positions per number of empty squares
	Look   int     `json:"look"`   // depth in plies to judge them
	Passes int     `json:"passes"` // number of passes; each judges positions with the result of the previous one
	Epochs int     `json:"epochs"` // number of epochs in a pass
	Rate   float64 `json:"rate"`   // initial learning rate of rows, which decreases from epoch to epoch
	Seed   uint64  `json:"seed"`
	// upper limits of the groups of phases that share rows, in empty squares; the phases above the last limit form
	// another group
	Shared []int `json:"shared"`
}

func (s NetworkSettings) check() error {
	switch {
	case s.To < 0 || s.From < s.To || s.From > squaresLeft:
		return fmt.Errorf("from %d to %d empty squares: expected %d ≥ from ≥ to ≥ 0", s.From, s.To, squaresLeft)
	case s.Solved < 1 || s.Judged < 1:
		return fmt.Errorf("%d positions with an exact value and %d without: expected 1 or more", s.Solved, s.Judged)
	case s.Look < 1 || s.Look > play.MaxDepth:
		return fmt.Errorf("looking %d plies ahead: expected 1 to %d", s.Look, play.MaxDepth)
	case s.Passes < 1 || s.Epochs < 1:
		return fmt.Errorf("%d passes of %d epochs: expected 1 or more", s.Passes, s.Epochs)
	case !slices.IsSorted(s.Shared) || len(s.Shared) > maxShared ||
		len(slices.Compact(slices.Clone(s.Shared))) < len(s.Shared):
		return fmt.Errorf("rows shared up to %d empty squares: expected at most %d increasing numbers", s.Shared,
			maxShared)
	case !(s.Rate > 0 && s.Rate < 10):
		return fmt.Errorf("rate %g: expected more than 0 and less than 10", s.Rate)
	}
	return nil
}

// maxShared limits the size of a file of weights.
const maxShared = 7

// set returns the index of the rows for positions with the given number of empty squares.
func (s NetworkSettings) set(empties int) int {
	at, _ := slices.BinarySearch(s.Shared, empties)
	return at
}

// NetworkFit reports the training of a network. Errors are root mean squares over validation positions, in discs, by
// empty squares.
type NetworkFit struct {
	Positions int         `json:"positions"`            // training positions
	Check     int         `json:"validation_positions"` // validation positions
	Rough     []float64   `json:"without"`              // errors without the network
	Before    []float64   `json:"before,omitempty"`     // errors of the initial network, if it was already trained
	Errors    [][]float64 `json:"validation_rmse"`      // after each epoch
}

// Network trains a network to predict the error of the weights in dir/weights.bin, with the games in the folders from,
// and writes both to dir/network.bin. Values are exact near the end of games and come from searches before it.
// network/pass-N.json reports each pass.
func (r Run) Network(ctx context.Context, dir string, from []string, s NetworkSettings) error {
	if err := s.check(); err != nil {
		return &steps.SettingsError{Err: err}
	}
	base := filepath.Join(dir, WeightsName)
	m, _, err := readModel(base)
	if err != nil {
		return err
	}
	d, err := load(dir, from)
	if err != nil {
		return err
	}
	var fits []NetworkFit
	for pass := range s.Passes {
		if m, fits, err = r.networkPass(ctx, filepath.Join(dir, "network"), pass, d, m, s); err != nil {
			return err
		}
	}
	to := filepath.Join(dir, NetworkName)
	if err := writeModel(to, m); err != nil {
		return err
	}
	counts := map[string]int{"games": len(d.games)}
	for _, fit := range fits {
		counts["positions"] += fit.Positions
		counts["validation_positions"] += fit.Check
	}
	return r.WriteManifest(dir, "network", s, counts, append(d.files, base), []string{to})
}

// networkPass returns the model with a new network. It trains the network unless an earlier run did so. The model
// judges the training positions.
func (r Run) networkPass(
	ctx context.Context, folder string, pass int, d *data, m *eval.Model, s NetworkSettings,
) (*eval.Model, []NetworkFit, error) {
	name := filepath.Join(folder, fmt.Sprint("pass-", pass+1))
	by, err := d.judgedBy(m, s)
	if err != nil {
		return nil, nil, err
	}
	own, err := steps.FingerprintOf("network", by, s.Epochs, s.Rate, s.Seed, s.Shared)
	if err != nil {
		return nil, nil, err
	}
	path := name + ".network"
	contents, ok, err := steps.ReadOwn(path, passFile, own)
	if err != nil {
		return nil, nil, err
	}
	if ok {
		return readPass(path, name+".json", contents)
	}
	w, err := m.Weights()
	if err != nil {
		return nil, nil, err
	}
	var of examples
	if of.train, of.check, err = r.judge(ctx, name, by, d, w, s); err != nil {
		return nil, nil, err
	}
	fits, err := r.trainAll(ctx, m, w.Rough(), of, s, uint64(pass))
	if err != nil {
		return nil, nil, err
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		return nil, nil, err
	}
	return m, fits,
		errors.Join(steps.WriteJSON(name+".json", fits), steps.WriteSealed(path, passFile, own, file.Bytes()))
}

// readPass reads the files of a pass.
func readPass(path, report string, contents []byte) (*eval.Model, []NetworkFit, error) {
	m, err := eval.ReadModel(bytes.NewReader(contents))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	text, err := os.ReadFile(report)
	if err != nil {
		return nil, nil, err
	}
	var fits []NetworkFit
	if err := json.Unmarshal(text, &fits); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", report, err)
	}
	return m, fits, nil
}

// judgedBy returns the fingerprint of everything that affects judgements.
func (d *data) judgedBy(m *eval.Model, s NetworkSettings) (steps.Fingerprint, error) {
	var weights bytes.Buffer
	if err := m.Write(&weights); err != nil {
		return steps.Fingerprint{}, err
	}
	return d.fingerprint("judged", []any{s.From, s.To, s.Solved, s.Judged, s.Look, sha256.Sum256(weights.Bytes())})
}

// judged is a position with its value for the side to move, in discs.
type judged struct {
	p, o bitboard.Set
	want float32
}

func (j *judged) empties() int { return (^(j.p | j.o)).Len() }

// judge judges positions and writes one file per number of empty squares, unless an earlier run did so.
func (r Run) judge(
	ctx context.Context, folder string, own steps.Fingerprint, d *data, w *eval.Weights, s NetworkSettings,
) (train, check []judged, err error) {
	watch := r.Watch("network", s.From-s.To+1)
	for empties := s.To; empties <= s.From; empties++ {
		path := steps.ShardPath(folder, empties, "judged")
		contents, ok, err := steps.ReadOwn(path, judgedFile, own)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			if contents, err = r.judgeAt(ctx, empties, d, w, s); err != nil {
				return nil, nil, err
			}
			if err := steps.WriteSealed(path, judgedFile, own, contents); err != nil {
				return nil, nil, err
			}
		}
		if train, check, err = appendJudged(train, check, contents); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
		watch.Add(1)
	}
	return train, check, nil
}

// judgeAt returns the positions with the given number of empty squares in the form that [appendJudged] reads.
func (r Run) judgeAt(ctx context.Context, empties int, d *data, w *eval.Weights, s NetworkSettings) ([]byte, error) {
	want := selection{from: empties, to: empties, most: s.Judged, trust: 1, look: s.Look, weights: w}
	all, unsolved := d.countBetween(0, len(d.games), training, want)
	every := max(1, (all-unsolved)/s.Solved)
	var parts [2][blocks][]judged
	var seen [2][blocks]int
	err := d.gather(ctx, r.Threads, want, func(split, int, int) {}, func(part split, b int, x sample) {
		if seen[part][b]++; !x.exact || seen[part][b]%every == 0 {
			parts[part][b] = append(parts[part][b], judged{x.P, x.O, x.want})
		}
	})
	if err != nil {
		return nil, err
	}
	var contents []byte
	for _, part := range parts {
		contents = appendList(contents, slices.Concat(part[:]...))
	}
	return contents, nil
}

// appendList encodes the number of positions and the positions.
func appendList(b []byte, list []judged) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(len(list)))
	for _, x := range list {
		b = binary.LittleEndian.AppendUint64(b, uint64(x.p))
		b = binary.LittleEndian.AppendUint64(b, uint64(x.o))
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x.want))
	}
	return b
}

const judgedBytes = 8 + 8 + 4

// appendJudged decodes two lists of appendList.
func appendJudged(train, check []judged, b []byte) (_, _ []judged, err error) {
	for _, list := range []*[]judged{&train, &check} {
		if len(b) < 8 || binary.LittleEndian.Uint64(b) > uint64(len(b)-8)/judgedBytes {
			return nil, nil, errors.New("truncated list of positions")
		}
		n := binary.LittleEndian.Uint64(b)
		b = b[8:]
		for range n {
			p, o, want := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]),
				math.Float32frombits(binary.LittleEndian.Uint32(b[16:]))
			*list = append(*list, judged{bitboard.Set(p), bitboard.Set(o), want})
			b = b[judgedBytes:]
		}
	}
	return train, check, nil
}

// examples contains training positions, and validation positions of other games.
type examples struct{ train, check []judged }

// trainAll adds a network to the model and trains it. Phases that share rows are trained together.
func (r Run) trainAll(
	ctx context.Context, m *eval.Model, base *eval.Weights, of examples, s NetworkSettings, pass uint64,
) ([]NetworkFit, error) {
	sets := len(s.Shared) + 1
	networks, fits := make([]*network, sets), make([]NetworkFit, sets)
	watch := r.Watch("network", s.Epochs*(len(of.train)/checkEvery+sets))
	err := steps.Each(ctx, r.Threads, sets, func() struct{} { return struct{}{} }, func(_ struct{}, i int) (err error) {
		networks[i] = newNetwork(m, base, rand.New(rand.NewPCG(s.Seed, pass)))
		fits[i], err = networks[i].train(ctx, s.ofSet(m, of.train, i), s.ofSet(m, of.check, i), s, watch)
		return err
	})
	if err != nil {
		return nil, err
	}
	assemble(m, networks, s.From, func(phase int) int { return s.set(fewest(m, phase)) })
	return fits, nil
}

// assemble combines the networks of all sets of rows into the network of the model, for up to most empty squares. set
// returns the set that a phase uses.
func assemble(m *eval.Model, networks []*network, most int, set func(phase int) int) {
	m.Network = &eval.Network{
		RowsOf: make([]uint8, len(m.Phases)), Heads: make([]eval.Head, len(m.Phases)),
		Most: uint8(most),
	}
	for i, n := range networks {
		n.addTo(m.Network, func(phase int) bool { return set(phase) == i })
	}
}

// ofSet returns the positions that use a set of rows.
func (s NetworkSettings) ofSet(m *eval.Model, list []judged, set int) []judged {
	return slices.DeleteFunc(slices.Clone(list),
		func(j judged) bool { return s.set(fewest(m, int(m.PhaseOf[j.empties()]))) != set })
}

// fewest returns the minimum number of empty squares of a phase.
func fewest(m *eval.Model, phase int) int { return max(0, slices.Index(m.PhaseOf[:], uint8(phase))) }

// checkEvery is the number of positions between two checks of the context.
const checkEvery = 1 << 16

// train trains the network with the positions, in an order that is determined by the settings.
func (n *network) train(
	ctx context.Context, train, check []judged, s NetworkSettings, watch *steps.Watch,
) (NetworkFit, error) {
	fit := NetworkFit{Positions: len(train), Check: len(check), Rough: n.errors(check, false)}
	order, shuffle := make([]int32, len(train)), rand.New(rand.NewPCG(s.Seed, 0))
	for i := range order {
		order[i] = int32(i)
	}
	n.rate, n.headRate = float32(s.Rate), headRate
	for range s.Epochs {
		shuffle.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for i, at := range order {
			if i%checkEvery == 0 {
				if ctx.Err() != nil {
					return fit, context.Cause(ctx)
				}
				watch.Add(1)
			}
			n.learn(&train[at])
		}
		fit.Errors = append(fit.Errors, n.errors(check, true))
		n.rate, n.headRate = n.rate*rateDecay, n.headRate*rateDecay
	}
	return fit, nil
}
