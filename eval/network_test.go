package eval

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
)

// withRandomNetwork adds a network of random numbers to the model, so that any wrong index changes values.
func withRandomNetwork(m *Model, seed uint64) *Model {
	r := rand.New(rand.NewPCG(seed, 5))
	n := &Network{
		Rows: make([][]int8, 3), RowsOf: make([]uint8, len(m.Phases)), Heads: make([]Head, len(m.Phases)),
		Most: 50,
	}
	for set := range n.Rows {
		for range Accumulators * Parameters() {
			n.Rows[set] = append(n.Rows[set], int8(r.IntN(61)-30))
		}
	}
	for i := range n.Heads {
		h := &n.Heads[i]
		for j := range h.Weights {
			for k := range h.Weights[j] {
				h.Weights[j][k] = int16(r.IntN(2001) - 1000)
			}
			h.Bias[j], h.Out[j] = int32(r.IntN(200_001)-100_000), int16(r.IntN(2001)-1000)
		}
		h.OutBias, n.RowsOf[i] = int32(r.IntN(100_001)-50_000), uint8(r.IntN(3))
	}
	m.Network = n
	return m
}

// naiveNetwork computes the correction from the model and the active parameters.
func naiveNetwork(m *Model, p othello.Position) int {
	s := NewState(p.Mover, p.Other)
	var numbers [Active]uint32
	s.Active(p.Mover, p.Other, &numbers)
	phase := m.PhaseOf[p.Empties()]
	var sums [Accumulators]int
	for _, n := range numbers {
		for k := range sums {
			sums[k] += int(m.Network.Rows[m.Network.RowsOf[phase]][Accumulators*int(n)+k])
		}
	}
	h := &m.Network.Heads[phase]
	total := int(h.OutBias)
	for j := range Hidden {
		sum := int(h.Bias[j])
		for k, x := range sums {
			sum += max(x, 0)*int(h.Weights[j][k]) + max(-x, 0)*int(h.Weights[j][Accumulators+k])
		}
		total += min(max(sum>>8, 0), 32767) * int(h.Out[j])
	}
	return total >> 10
}

func TestRefineEqualsNaive(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	m := withRandomNetwork(randomModel(t, 21), 21)
	w, err := m.Weights()
	if err != nil {
		t.Fatal(err)
	}
	if w.Refined() != 50 {
		t.Fatalf("Refined() = %d, want 50", w.Refined())
	}
	seen := map[int]bool{}
	playouts(21, 60, func(p othello.Position, _ othello.Square) {
		s, more := NewState(p.Mover, p.Other), 0
		if p.Empties() <= 50 {
			more = naiveNetwork(m, p)
		}
		seen[more] = true
		if got, want := w.Value(&s, p.Mover, p.Other),
			clamp(naiveValue(m, p.Mover, p.Other)+more, 64*Disc); got != want || w.Evaluate(p.Mover, p.Other) != want {
			t.Fatalf("%v: value %d, Evaluate %d; want %d", p, got, w.Evaluate(p.Mover, p.Other), want)
		}
	})
	if len(seen) < 500 {
		t.Errorf("%d different corrections, want at least 500", len(seen))
	}
}

// TestRefineKernel checks that the kernel returns the results of portableRefine, also where the value of a neuron
// exceeds 16 bits.
func TestRefineKernel(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	m := withRandomNetwork(randomModel(t, 22), 22)
	for i := range m.Network.Heads[3].Bias {
		m.Network.Heads[3].Bias[i], m.Network.Heads[3].Out[i] = 1<<28, 1000
	}
	w, err := m.Weights()
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range samples(1024) {
		p := &w.network[i%len(w.network)]
		mine, theirs, tempo := &p.mine[i%33], &p.theirs[i/33%33], &p.tempo[i%61]
		if got, want := refine(p, &x.state.words, mine, theirs, tempo),
			portableRefine(p, &x.state.words, mine, theirs, tempo); got != want {
			t.Fatalf("%x: correction %d, want %d", x.state.words, got, want)
		}
	}
}

func TestNetworkRoundTrip(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	m := withRandomNetwork(randomModel(t, 23), 23)
	for _, rows := range m.Network.Rows {
		clear(rows[1<<16:]) // because random numbers do not compress
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	back, err := ReadModel(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	n, b := m.Network, back.Network
	same := b != nil && n.Most == b.Most && bytes.Equal(n.RowsOf, b.RowsOf) && slices.Equal(n.Heads, b.Heads) &&
		slices.EqualFunc(n.Rows, b.Rows, slices.Equal[[]int8])
	if !same || !slices.EqualFunc(m.Phases, back.Phases, slices.Equal[[]int16]) {
		t.Error("the model that is read back differs")
	}
}

func TestInvalidNetworks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	for want, change := range map[string]func(n *Network){
		"a row set has":             func(n *Network) { n.Rows[1] = n.Rows[1][1:] },
		"row set 2: want less than": func(n *Network) { n.Rows, n.RowsOf[0] = n.Rows[:2], 2 },
		"row sets for phases: want": func(n *Network) { n.Heads = n.Heads[1:] },
		"the weights of phase 2": func(n *Network) {
			n.Heads[2].Weights[3][4] = 1<<15 - 1
			n.Heads[2].Weights[3][5] = 1<<15 - 1
			n.Heads[2].Bias[3] = 1 << 30
		},
	} {
		m := withRandomNetwork(randomModel(t, 24), 24)
		change(m.Network)
		if _, err := m.Weights(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		if err := m.Write(&bytes.Buffer{}); err == nil {
			t.Errorf("Write of an invalid network succeeded, want an error with %q", want)
		}
	}
}

// BenchmarkRefine measures the network alone, which a search computes in addition to BenchmarkSum.
func BenchmarkRefine(b *testing.B) {
	w, err := withRandomNetwork(randomModel(b, 25), 25).Weights()
	if err != nil {
		b.Fatal(err)
	}
	list := samples(1024)
	for i := 0; b.Loop(); i++ {
		w.Refine(0, &list[i%len(list)].state, Counts{30, 10, 10})
	}
}
