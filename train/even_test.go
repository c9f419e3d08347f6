package train

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/probcut"
	"github.com/kaeshi/kaeshi/train/steps"
)

// TestEvennessFindsTheBias checks that a known bias at the end of each search is found.
func TestEvennessFindsTheBias(t *testing.T) {
	const favour = 90
	var list []probcut.Sample
	for empties := 14; empties <= 40; empties++ {
		s := probcut.Sample{Empties: empties, Exact: probcut.NoExact}
		for d := range 8 {
			value := int16(250 + favour)
			if d%2 == 1 {
				value = 250 - favour
			}
			s.Values = append(s.Values, value)
		}
		list = append(list, s)
	}
	// A decided position is ignored.
	list = append(list, probcut.Sample{Empties: 20, Values: []int16{6000, -6000, 6000, -6000, 6000}})
	for _, e := range biases(list, 25) {
		if e.Empties > evenFrom && e.Favour != favour/100.0 { // no search ends below evenFrom
			t.Errorf("%d empty squares: bias of %v discs from %d pairs, want %v", e.Empties, e.Favour, e.Pairs,
				favour/100.0)
		}
	}
}

// somePhases returns the embedded weights with only the given phases, in ascending order, and a sixteenth of the rows
// of their networks, because compressing all of them takes minutes under the race detector. A missing phase is replaced
// by the last kept phase before it, or by the first.
func somePhases(t *testing.T, kept ...int) *eval.Model {
	t.Helper()
	m, _, err := readModel(shippedWeights)
	if err != nil {
		t.Fatal(err)
	}
	if m.Network == nil {
		t.Fatal("the weights of the program have no network")
	}
	for empties, phase := range m.PhaseOf {
		at, found := slices.BinarySearch(kept, int(phase))
		if !found {
			at = max(at-1, 0)
		}
		m.PhaseOf[empties] = uint8(at)
	}
	whole, sets := m.Network, map[uint8]uint8{}
	some := &eval.Network{Most: whole.Most}
	var phases [][]int16
	for _, phase := range kept {
		phases = append(phases, m.Phases[phase])
		set, known := sets[whole.RowsOf[phase]]
		if !known {
			set = uint8(len(some.Rows))
			sets[whole.RowsOf[phase]] = set
			rows := whole.Rows[whole.RowsOf[phase]]
			clear(rows[len(rows)/16:])
			some.Rows = append(some.Rows, rows)
		}
		some.RowsOf = append(some.RowsOf, set)
		some.Heads = append(some.Heads, whole.Heads[phase])
	}
	m.Phases, m.Network = phases, some
	return m
}

// onePhase returns the embedded weights with one phase.
func onePhase(t *testing.T) *eval.Model {
	t.Helper()
	return somePhases(t, 1)
}

// TestEven checks that only the tempo weights change, independently of the number of threads.
func TestEven(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	var file bytes.Buffer
	if err := onePhase(t).Write(&file); err != nil {
		t.Fatal(err)
	}
	shipped := file.Bytes()
	var made [][]byte
	for _, threads := range []int{1, 3} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, WeightsName), shipped, 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := Run{steps.Run{Threads: threads}}.Even(t.Context(), dir,
			EvenSettings{Positions: 40, Seed: 5, Depth: 5})
		if err != nil {
			t.Fatalf("%d threads: %v", threads, err)
		}
		if len(found) == 0 || found[0].Empties != evenFrom {
			t.Fatalf("%d threads: found %v, want the first with %d empty squares", threads, found, evenFrom)
		}
		file, err := os.ReadFile(filepath.Join(dir, EvenName))
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, file)
	}
	if !bytes.Equal(made[0], made[1]) || bytes.Equal(made[0], shipped) {
		t.Error("the weights depend on the number of threads, or are unchanged")
	}
	if _, err := (Run{steps.Run{Threads: 1}}).Even(t.Context(), t.TempDir(),
		EvenSettings{Positions: 10, Depth: 5}); err == nil {
		t.Error("a run without weights succeeded, want an error")
	}
}

// TestEvenWithANetwork checks that the bias of the network is removed too, and that a network of other weights is
// refused.
func TestEvenWithANetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	m := onePhase(t)
	dir := t.TempDir()
	put := func(name string, network *eval.Network) {
		t.Helper()
		var file bytes.Buffer
		m.Network = network
		if err := m.Write(&file); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	network := m.Network
	put(WeightsName, nil)
	put(NetworkName, network)
	settings := EvenSettings{Positions: 40, Seed: 5, Depth: 5}
	if _, err := (Run{steps.Run{Threads: 2}}).Even(t.Context(), dir, settings); err != nil {
		t.Fatal(err)
	}
	even, _, err := readModel(filepath.Join(dir, EvenName))
	if err != nil {
		t.Fatal(err)
	}
	if even.Network == nil {
		t.Fatal("the weights have no network")
	}
	was, is := network.Heads[0], even.Network.Heads[0]
	if is.OutBias == was.OutBias {
		t.Errorf("the bias parameter of the network is %v, want another value than before", is.OutBias)
	}
	if diff := cmp.Diff(was.Out, is.Out); diff != "" {
		t.Errorf("outputs of the network (-want +got):\n%s", diff)
	}
	m.Phases[0][0]++
	put(WeightsName, nil)
	if _, err := (Run{steps.Run{Threads: 2}}).Even(t.Context(), dir, settings); err == nil ||
		!strings.Contains(err.Error(), "made from other weights") {
		t.Errorf("error %v, want one about a network of other weights", err)
	}
}
