package train

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestEvennessFindsTheFavour: values that are too good for the side to move at the end of each search by a known amount.
func TestEvennessFindsTheFavour(t *testing.T) {
	const favour = 90
	var list []cutSample
	for empties := 14; empties <= 40; empties++ {
		s := cutSample{empties: empties, exact: noLabel}
		for d := range 8 {
			value := int16(250 + favour)
			if d%2 == 1 {
				value = 250 - favour
			}
			s.values = append(s.values, value)
		}
		list = append(list, s)
	}
	list = append(list, cutSample{empties: 20, values: []int16{6000, -6000, 6000, -6000, 6000}}) // decided: says nothing
	for _, e := range evenness(list, 25) {
		if e.Favour != favour/100.0 {
			t.Errorf("%d empty squares: %v discs from %d pairs, want 0.9", e.Empties, e.Favour, e.Pairs)
		}
	}
}

// TestEven: the weights change in nothing but the tempo, the same with any number of threads.
func TestEven(t *testing.T) {
	shipped, err := os.ReadFile("../eval/weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	var made [][]byte
	for _, threads := range []int{1, 3} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, WeightsName), shipped, 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := Run{Threads: threads}.Even(t.Context(), dir, EvenSettings{Positions: 40, Seed: 5, Depth: 5})
		if err != nil || len(found) == 0 || found[0].Empties != evenFrom {
			t.Fatalf("%d threads: found %v, error %v", threads, found, err)
		}
		file, err := os.ReadFile(filepath.Join(dir, EvenName))
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, file)
	}
	if !bytes.Equal(made[0], made[1]) || bytes.Equal(made[0], shipped) {
		t.Error("the weights depend on the threads, or have not changed")
	}
	if _, err := (Run{Threads: 1}).Even(t.Context(), t.TempDir(), EvenSettings{Positions: 10, Depth: 5}); err == nil {
		t.Error("weights that are not there are taken")
	}
}
