package train

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// strange returns positions of random games. Their value is that of the weights, plus a number of discs if both sides
// or neither side has a corner. A sum of patterns cannot represent this for corners that are in different patterns.
func strange(w *eval.Weights, count int, more float32) (list []judged) {
	r := rand.New(rand.NewPCG(7, 7))
	for range count {
		b := games.Start()
		for b.Mover() && b.Empties() > 12 {
			legal := bitboard.Moves(b.P, b.O)
			sq := byte(legal.Nth(r.IntN(legal.Len())))
			b.Play(sq)
		}
		want := float32(w.Evaluate(b.P, b.O)) / eval.Disc
		if corners := bitboard.Set(1<<0 | 1<<7 | 1<<56 | 1<<63); b.P&corners != 0 == (b.O&corners != 0) {
			want += more
		}
		list = append(list, judged{b.P, b.O, want})
	}
	return list
}

func TestNetworkLearnsInteractions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	m := onePhase(t)
	m.Network = nil
	w, err := m.Weights()
	if err != nil {
		t.Fatal(err)
	}
	list := strange(w, 12_000, 6)
	s := NetworkSettings{From: 60, To: 0, Solved: 1, Judged: 1, Look: 1, Passes: 1, Epochs: 4, Rate: 0.3, Seed: 1}
	fits, err := Run{steps.Run{Threads: 2}}.trainAll(t.Context(), m, w, examples{list[:10_000], list[10_000:]}, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	before, after := fits[0].Rough[12], fits[0].Errors[3][12]
	want := NetworkFit{Positions: 10_000, Check: 2_000}
	got := NetworkFit{Positions: fits[0].Positions, Check: fits[0].Check}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("positions (-want +got):\n%s", diff)
	}
	if after > 0.6*before {
		t.Errorf("error %v with the network, want at most 0.6 of %v, the error without it", after, before)
	}
	// The integers in the file, which searches use, give almost the same values.
	refined, err := m.Weights()
	if err != nil {
		t.Fatal(err)
	}
	sum, count := 0.0, 0
	for _, x := range list[10_000:] {
		if x.empties() == 12 {
			e := float64(x.want) - float64(refined.Evaluate(x.p, x.o))/eval.Disc
			sum += e * e
			count++
		}
	}
	if rms := math.Sqrt(sum / float64(count)); math.Abs(rms-after) > 0.1 {
		t.Errorf("error %v with integers, want within 0.1 of %v, the error during training", rms, after)
	}
}

// TestNetworkDoesNotDependOnThreads checks that the network does not depend on the threads, and that the weights do
// not change.
func TestNetworkDoesNotDependOnThreads(t *testing.T) {
	var plain bytes.Buffer
	if err := quickModel(t).Write(&plain); err != nil {
		t.Fatal(err)
	}
	from, played := t.TempDir(), tinyGames()
	played.Games = 90
	if err := play.Games(t.Context(), steps.Run{Threads: 2}, from, played, ""); err != nil {
		t.Fatal(err)
	}
	s := NetworkSettings{
		From: 14, To: 8, Solved: 500, Judged: 200, Look: 2, Passes: 2, Epochs: 1, Rate: 0.1, Seed: 3,
		Shared: []int{11},
	}
	if testing.Short() { // a small network suffices for the race detector
		s.Solved, s.Judged, s.Passes = 100, 40, 1
	}
	var made [][]byte
	for _, threads := range []int{1, 3} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, WeightsName), plain.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := (Run{steps.Run{Threads: threads}}).Network(t.Context(), dir, []string{from}, s); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(filepath.Join(dir, NetworkName))
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, file)
	}
	if !bytes.Equal(made[0], made[1]) {
		t.Error("the network depends on the number of threads")
	}
	m, err := eval.ReadModel(bytes.NewReader(made[0]))
	if err != nil {
		t.Fatal(err)
	}
	if m.Network == nil {
		t.Fatal("the weights have no network")
	}
	type shape struct{ Most, Rows int }
	if diff := cmp.Diff(shape{14, 2}, shape{int(m.Network.Most), len(m.Network.Rows)}); diff != "" {
		t.Errorf("the network (-want +got):\n%s", diff)
	}
	m.Network = nil
	var without bytes.Buffer
	if err := m.Write(&without); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(without.Bytes(), plain.Bytes()) {
		t.Error("the weights differ from those without a network")
	}
}

// TestNetworkTrainingResumes checks that a finished pass is not repeated.
func TestNetworkTrainingResumes(t *testing.T) {
	if testing.Short() {
		return // TestNetworkDoesNotDependOnThreads covers the same passes for the race detector
	}
	dir := t.TempDir()
	everything(t, dir, 2)
	from := []string{filepath.Join(dir, "round-1"), filepath.Join(dir, "round-2")}
	dir = filepath.Join(dir, "round-2")
	s := NetworkSettings{From: 14, To: 8, Solved: 500, Judged: 200, Look: 2, Passes: 1, Epochs: 1, Rate: 0.1, Seed: 3}
	pass := filepath.Join(dir, "network", "pass-1.network")
	var times []time.Time
	for s.Passes = 1; s.Passes <= 2; s.Passes++ {
		if err := (Run{steps.Run{Threads: 2}}).Network(t.Context(), dir, from, s); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(pass)
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, info.ModTime())
		if err := os.Chtimes(pass, time.Time{}, info.ModTime().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if !times[1].Equal(times[0].Add(-time.Hour)) {
		t.Error("the first pass was repeated, want it reused")
	}
	s.Epochs = 2
	if err := (Run{steps.Run{Threads: 2}}).Network(t.Context(), dir, from, s); err == nil ||
		!strings.Contains(err.Error(), "other settings") {
		t.Errorf("a pass with other settings: error %v, want a refusal", err)
	}
}

func TestWrongNetworkSettings(t *testing.T) {
	good := NetworkSettings{From: 14, To: 8, Solved: 1, Judged: 1, Look: 2, Passes: 1, Epochs: 1, Rate: 0.1}
	for want, change := range map[string]func(s *NetworkSettings){
		"from 5 to 8":        func(s *NetworkSettings) { s.From = 5 },
		"0 positions":        func(s *NetworkSettings) { s.Solved = 0 },
		"looking 0 plies":    func(s *NetworkSettings) { s.Look = 0 },
		"0 passes":           func(s *NetworkSettings) { s.Passes = 0 },
		"rate 0":             func(s *NetworkSettings) { s.Rate = 0 },
		"increasing numbers": func(s *NetworkSettings) { s.Shared = []int{12, 12} },
	} {
		s := good
		change(&s)
		if err := (Run{steps.Run{Threads: 1}}).Network(t.Context(), t.TempDir(), nil, s); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if err := good.check(); err != nil {
		t.Error(err)
	}
}
