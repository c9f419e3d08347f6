package train

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/kaeshi/kaeshi/eval"
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

const (
	evenFrom  = 6 // fewer empty squares are solved and never judged
	evenReach = 2 // the favour of a number of empty squares is the mean over so many more and fewer
)

// Even takes from the weights in dir/weights.bin what they judge the side to move too well by, and writes dir/even.bin. Weights learned from all kinds of
// positions favour the side to move in those that sensible play reaches; searches of odd depths then find less than those of even depths, by twice as much.
// The favour is measured by just that: positions of games played for it are searched to growing depths, without cutting anything off.
func (r Run) Even(ctx context.Context, dir string, s EvenSettings) ([]Evenness, error) {
	from := filepath.Join(dir, WeightsName)
	m, w, err := readModel(from)
	if err != nil {
		return nil, err
	}
	cuts := ProbCutSettings{Positions: s.Positions, Seed: s.Seed, Least: evenFrom + 4, Most: 56, Step: 1, Depth: s.Depth, Within: 25, Shard: 50}
	if err := cuts.check(); err != nil {
		return nil, err
	}
	folder := filepath.Join(dir, "even")
	list, paths, err := r.cutSamples(ctx, folder, nil, cuts, w)
	if err != nil {
		return nil, err
	}
	found := evenness(list, cuts.Within)
	for _, e := range found {
		for i := range m.Phases {
			m.Phases[i][eval.Tempo(e.Empties)] -= int16(math.Round(e.Favour * eval.Disc / float64(m.Step)))
		}
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		return nil, err
	}
	to := filepath.Join(dir, EvenName)
	if err := writeWhole(to, file.Bytes()); err != nil {
		return nil, err
	}
	return found, r.write(dir, "even", map[string]any{"even": s, "found": found}, map[string]int{"positions": len(list)}, append(paths, from), []string{to})
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

// evenness is what is found for every number of empty squares. With n left at the end of a search, a ply more changes the value by the favours of n and of n-1
// together, up when the depth becomes even and down when it becomes odd.
func evenness(list []cutSample, within int) (found []Evenness) {
	var sum [squaresLeft + 1]float64 // of what is between n and n+1
	var count [squaresLeft + 1]int
	for i := range list {
		s := &list[i]
		for d := 2; d < len(s.values) && s.empties-d >= evenFrom; d++ {
			change := float64(s.values[d]) - float64(s.values[d-1])
			if d%2 == 1 {
				change = -change
			}
			if math.Abs(float64(s.values[d])) <= float64(within*eval.Disc) {
				sum[s.empties-d] += change / 2 / eval.Disc
				count[s.empties-d]++
			}
		}
	}
	for n := evenFrom; n <= squaresLeft; n++ {
		e := Evenness{Empties: n}
		total := 0.0
		for k := max(n-1-evenReach, 0); k <= min(n+evenReach, squaresLeft); k++ {
			total, e.Pairs = total+sum[k], e.Pairs+count[k]
		}
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
