package train

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/steps"
)

// constantFit returns phases with constant weights: 0, 1, 2 and so on from the last phase.
func constantFit(t *testing.T, s FitSettings) *fitted {
	t.Helper()
	phaseOf, count, err := eval.Phases(s.First, s.Last, s.Plies)
	if err != nil {
		t.Fatal(err)
	}
	f := &fitted{settings: s, phaseOf: phaseOf}
	for phase := range count {
		f.weights = append(f.weights, slices.Repeat([]float32{float32(phase)}, eval.Parameters()))
	}
	return f
}

// TestMergedPhases checks that the last phases do not change, that others are averaged, and that every number of empty
// squares has the right phase.
func TestMergedPhases(t *testing.T) {
	f := constantFit(t, FitSettings{First: 24, Last: 8, Plies: 2}) // weights 0 to 8
	m := f.merged(2, 3)
	var got []float32
	for _, weights := range m.weights {
		got = append(got, weights[7])
	}
	if want := []float32{0, 1, 3, 6, 8}; !slices.EqualFunc(got, want,
		func(a, b float32) bool { return a-b < 1e-5 && b-a < 1e-5 }) {
		t.Errorf("phases %v, want %v", got, want)
	}
	for empties, want := range map[int]uint8{0: 0, 9: 0, 10: 1, 12: 2, 17: 2, 18: 3, 23: 3, 24: 4, 60: 4} {
		if m.phaseOf[empties] != want {
			t.Errorf("%d empty squares are of phase %d, want %d", empties, m.phaseOf[empties], want)
		}
	}
	if same := f.merged(0, 1); len(same.weights) != 9 || same.phaseOf != f.phaseOf {
		t.Errorf("merging groups of one: %d phases, want the 9 original ones", len(same.weights))
	}
}

// TestLightPack checks that a light file is a smaller file of weights with its own manifest.
func TestLightPack(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	dir := t.TempDir()
	everything(t, dir, 2)
	last, run := filepath.Join(dir, "round-2"), Run{steps.Run{Threads: 1, Command: "test"}}
	if err := run.Pack(last, LightName, LightPack()); err != nil {
		t.Fatal(err)
	}
	if _, err := steps.LoadWeights(filepath.Join(last, LightName)); err != nil {
		t.Error(err)
	}
	whole, err := steps.Describe(last, filepath.Join(last, WeightsName))
	if err != nil {
		t.Fatal(err)
	}
	light, err := steps.Describe(last, filepath.Join(last, LightName))
	if err != nil || light.Bytes >= whole.Bytes {
		t.Errorf("the light file has %d bytes, want fewer than %d; error %v", light.Bytes, whole.Bytes, err)
	}
	if _, err := steps.Describe(last, filepath.Join(last, "light.json")); err != nil {
		t.Error(err)
	}
	if err := run.Pack(last, LightName, PackSettings{Step: 4, Keep: -1}); err == nil ||
		!strings.Contains(err.Error(), "-1 phases to keep") {
		t.Errorf("error %v, want one about the phases to keep", err)
	}
}
