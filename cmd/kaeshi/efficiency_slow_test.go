//go:build slow

package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

var (
	efficiencyPositions = flag.Int("positions", 1000, "positions of TestEfficiency")
	efficiencyRuns      = flag.Int("runs", 5, "pairs of runs of TestEfficiency")
)

// TestEfficiency compares the rate of two workers of one thread with that of two programs of one thread without a
// cluster, which solve a half each. The runs alternate. The median of the ratios must be at least 0.92.
func TestEfficiency(t *testing.T) {
	const least = 0.92
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	dir := t.TempDir()
	var parts [3]strings.Builder // all, and the halves
	r := rand.New(rand.NewPCG(1, 2))
	for i := range *efficiencyPositions {
		line := othellotest.Ending(r, othello.Size8, 18+i%3).String() + "\n"
		parts[0].WriteString(line)
		parts[1+i/3%2].WriteString(line)
	}
	var files [len(parts)]string
	for i := range parts {
		files[i] = filepath.Join(dir, fmt.Sprintf("%d.obf", i))
		if err := os.WriteFile(files[i], []byte(parts[i].String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hub := start(ctx, t, "hub", "--addr=127.0.0.1:0", "--dir", filepath.Join(dir, "hub"))
	_, line, _ := strings.Cut(hub.line, "'")
	join, _, _ := strings.Cut(line, "'")
	for range 2 {
		start(ctx, t, "worker", "--join", join, "--threads=1", "--hash=16MB")
	}
	solve := func(file string, more ...string) (rate float64) {
		began := time.Now()
		out := outputOf(ctx, t, append([]string{"solve", "--hash=16MB", "--json", file}, more...)...)
		return float64(strings.Count(out, `"position"`)) / time.Since(began).Seconds()
	}
	var ratios []float64
	for range *efficiencyRuns {
		halves := make(chan float64)
		for _, file := range files[1:] {
			go func() { halves <- solve(file, "--threads=1") }()
		}
		local := <-halves + <-halves
		clustered := solve(files[0], "--cluster", join)
		ratios = append(ratios, clustered/local)
		t.Logf("%.2f positions/s by two programs, %.2f by two workers: %.3f", local, clustered, clustered/local)
	}
	slices.Sort(ratios)
	median := ratios[len(ratios)/2]
	t.Logf("median %.3f of %d positions, from %.3f to %.3f", median, *efficiencyPositions, ratios[0],
		ratios[len(ratios)-1])
	if median < least {
		t.Errorf("the median ratio is %.3f, want at least %.2f", median, least)
	}
}
