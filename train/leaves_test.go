package train

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/steps"
)

const shippedWeights = "../eval/weights.bin"

// quickModel returns weights of three phases. One parameter in 16 has a random value, so that positions differ. The
// others are zero, so that the weights are written and read quickly under the race detector.
func quickModel(t *testing.T) *eval.Model {
	t.Helper()
	phaseOf, count, err := eval.Phases(12, 8, 2)
	if err != nil {
		t.Fatal(err)
	}
	const every = 16
	r, m := rand.New(rand.NewPCG(6, 6)), &eval.Model{Step: 4, PhaseOf: phaseOf}
	for range count {
		list := make([]int16, eval.Parameters())
		for i := 0; i < len(list); i += every {
			list[i] = int16(r.IntN(201) - 100)
		}
		m.Phases = append(m.Phases, list)
	}
	return m
}

// quickNetwork returns quickModel with a network of two sets of rows that adds nothing.
func quickNetwork(t *testing.T) *eval.Model {
	t.Helper()
	m := quickModel(t)
	m.Network = &eval.Network{RowsOf: []uint8{0, 0, 1}, Heads: make([]eval.Head, len(m.Phases)), Most: 25}
	for range 2 {
		m.Network.Rows = append(m.Network.Rows, make([]int8, eval.Accumulators*eval.Parameters()))
	}
	return m
}

// quickWeights writes quickModel to a file and returns its name.
func quickWeights(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "quick.bin")
	if err := writeModel(name, quickModel(t)); err != nil {
		t.Fatal(err)
	}
	return name
}

// learnedWeights returns the weights embedded in the program.
func learnedWeights(t *testing.T) *eval.Weights {
	t.Helper()
	w, err := eval.Learned()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func fewLeaves() LeafSettings {
	return LeafSettings{Games: 6, Seed: 3, From: 13, To: 8, Ahead: 3, Solve: 9, Solved: 8, Judged: 4, Look: 2, Shard: 2}
}

// TestLeaves checks that the files do not depend on the threads, that positions and their values are within the
// settings, and that more games can be added.
func TestLeaves(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	dir := harvestTwice(t, "leaves", 4, 6, func(dir string, threads, games int) error {
		s := fewLeaves()
		s.Games = games
		return (Run{steps.Run{Threads: threads}}).Leaves(t.Context(), dir, s, shippedWeights)
	})
	list, check, files, err := harvested([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 3 {
		t.Fatalf("%d files, want 3: %v", len(files), files)
	}
	if len(list) < 50 {
		t.Fatalf("%d training positions, want at least 50", len(list))
	}
	if len(check) != 0 { // because the eighth game is the first for validation
		t.Fatalf("%d validation positions, want none", len(check))
	}
	e, judge := search.New(search.Options{HashBytes: 1 << 16}), newJudge(learnedWeights(t))
	solved := 0
	for _, x := range list {
		want := judge.judge(t.Context(), sample{Board: games.Board{P: x.p, O: x.o}},
			selection{deep: true, look: 2, trust: 1})
		if x.empties() <= 9 {
			solved++
			r, err := e.Solve(t.Context(),
				othello.Position{Mover: x.p, Other: x.o, Size: othello.Size8, Turn: othello.Black})
			if err != nil {
				t.Fatal(err)
			}
			want = float32(r.Score)
		}
		if x.want != want {
			t.Errorf("%016x %016x with %d empty squares: value %v, want %v", x.p, x.o, x.empties(), x.want, want)
		}
		if x.empties() < 8 || x.empties() > 13 {
			t.Errorf("%016x %016x has %d empty squares, want 8 to 13", x.p, x.o, x.empties())
		}
	}
	if solved == 0 || solved == len(list) {
		t.Errorf("%d of %d positions are solved, want some and not all", solved, len(list))
	}
}

// testInterrupted checks that a step that is cancelled immediately fails and leaves no numbered files.
func testInterrupted(t *testing.T, name string, step func(ctx context.Context, r Run, dir string) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if err := step(ctx, Run{steps.Run{Threads: 1}}, dir); err == nil {
		t.Error("a cancelled step succeeded, want an error")
	}
	if list, err := steps.Numbered(filepath.Join(dir, name), name); len(list) > 0 || err != nil {
		t.Errorf("a cancelled step wrote %v, want nothing; error %v", list, err)
	}
}

func TestLeavesAreInterrupted(t *testing.T) {
	weights := quickWeights(t)
	testInterrupted(t, "leaves", func(ctx context.Context, r Run, dir string) error {
		return r.Leaves(ctx, dir, fewLeaves(), weights)
	})
}

// testSettings checks the errors of a step with wrong settings, by a part of their texts, and without weights.
func testSettings[S any](
	t *testing.T, few func() S, wrong map[string]func(*S), step func(r Run, s S, weights string) error,
) {
	t.Helper()
	check := func(s S, weights, want string) {
		t.Helper()
		if err := step(Run{steps.Run{Threads: 1}}, s, weights); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for want, change := range wrong {
		s := few()
		change(&s)
		check(s, shippedWeights, want)
	}
	check(few(), "", "no weights")
}

func TestWrongLeafSettings(t *testing.T) {
	testSettings(t, fewLeaves, map[string]func(s *LeafSettings){
		"0 games":       func(s *LeafSettings) { s.Games = 0 },
		"from 7 to 8":   func(s *LeafSettings) { s.From = 7 },
		"of 99 plies":   func(s *LeafSettings) { s.Ahead = 99 },
		"solving 30":    func(s *LeafSettings) { s.Solve = 30 },
		"not 0 of both": func(s *LeafSettings) { s.Solved, s.Judged = 0, 0 },
	}, func(r Run, s LeafSettings, weights string) error {
		return r.Leaves(t.Context(), t.TempDir(), s, weights)
	})
}

// TestLoadedNetworksAgree checks that a network that is loaded for further training has the same values.
func TestLoadedNetworksAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	m := onePhase(t)
	w, err := m.Weights()
	if err != nil {
		t.Fatal(err)
	}
	n := newNetwork(m, w.Rough(), rand.New(rand.NewPCG(1, 1)))
	n.load(m.Network, 0)
	for _, x := range strange(w, 200, 0) {
		if m.Network.Most < uint8(x.empties()) {
			continue
		}
		rough, want := w.Rough().Evaluate(x.p, x.o), w.Evaluate(x.p, x.o)
		// Values may differ by the rounding of the outputs of 16 neurons.
		if got := rough + int(math.Round(float64(n.forward(&x)*scale*eval.Disc))); max(got-want, want-got) > 5 {
			t.Fatalf("value %d, want %d hundredths of a disc (%d without the network)", got, want, rough)
		}
	}
}

// TestTune checks that the network learns from searches, is used for more phases, and that the weights do not change.
func TestTune(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	dir, from := t.TempDir(), t.TempDir()
	start := filepath.Join(dir, "start.bin")
	m := onePhase(t)
	m.Network.Heads[0].OutBias += 300 * eval.OutUnit // an error of three discs
	if err := writeModel(start, m); err != nil {
		t.Fatal(err)
	}
	s := fewLeaves()
	s.Games, s.Ahead, s.Solved = 16, 4, 32
	if err := (Run{steps.Run{Threads: 2}}).Leaves(t.Context(), from, s, shippedWeights); err != nil {
		t.Fatal(err)
	}
	var made [][]byte
	for _, threads := range []int{1, 2} {
		tune := TuneSettings{From: 30, Epochs: 2, Rate: 1, Seed: 1}
		if err := (Run{steps.Run{Threads: threads}}).Tune(t.Context(), dir, []string{from}, tune, start); err != nil {
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
	tuned, _, err := latest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if tuned.Network == nil {
		t.Fatal("the tuned weights have no network")
	}
	if tuned.Network.Most != 30 {
		t.Fatalf("a network for %d empty squares, want 30", tuned.Network.Most)
	}
	contents, err := os.ReadFile(filepath.Join(dir, "tuned.json"))
	if err != nil {
		t.Fatal(err)
	}
	var fits []NetworkFit
	if err := json.Unmarshal(contents, &fits); err != nil {
		t.Fatal(err)
	}
	was, is := 0., 0. // sums, because there are few validation positions for each number of empty squares
	for empties, before := range fits[0].Before {
		was, is = was+before, is+fits[0].Errors[1][empties]
	}
	if is >= was {
		t.Errorf("the errors by empty squares were %v discs and are %v, want less", fits[0].Before,
			fits[0].Errors[1])
	}
	if err := (Run{steps.Run{Threads: 1}}).Tune(t.Context(), t.TempDir(), []string{t.TempDir()}, TuneSettings{
		From:   25,
		Epochs: 1, Rate: 1,
	}, start); err == nil || !strings.Contains(err.Error(), "run train outcomes or train leaves first") {
		t.Errorf("error %v, want one about missing positions", err)
	}
	if err := (Run{steps.Run{Threads: 1}}).Tune(t.Context(), t.TempDir(), []string{from},
		TuneSettings{From: 25, Epochs: 1, Rate: 1},
		filepath.Join(dir, WeightsName)); err == nil || !strings.Contains(err.Error(), "have no network") {
		t.Errorf("error %v, want one about the missing network", err)
	}
}
