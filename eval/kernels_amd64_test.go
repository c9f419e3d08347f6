//go:build amd64 && !purego

package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheKernelLooksBeforeItLeaps: an instruction that a processor lacks ends the program, so that the assembly first
// of all goes to the portable function unless it may use more.
func TestTheKernelLooksBeforeItLeaps(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) != 1 {
		t.Fatalf("assembly: %v, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	functions := strings.Split(string(text), "\nTEXT ")[1:]
	for _, body := range functions {
		words := strings.Fields(strings.SplitN(body, "\n", 2)[1])
		if first := strings.Join(words[:5], " "); first != "CMPB ·kernels(SB), $1 JB portable" {
			t.Errorf("%s begins with %s", strings.Fields(body)[0], first)
		}
	}
	if len(functions) == 0 {
		t.Error("no function found")
	}
}

// TestWithoutTheKernels: with what the processor lacks taken away, the portable functions are reached through the
// assembly.
func TestWithoutTheKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	best := kernels
	defer func() { kernels = best }()
	for k := range best + 1 {
		kernels = k
		TestStatesFollowTheGame(t)
		TestPatternSum(t)
		TestValueAfter(t)
		TestRefineKernel(t)
	}
}

func BenchmarkPlayByKernel(b *testing.B) {
	best := kernels
	defer func() { kernels = best }()
	for k := range best + 1 {
		kernels = k
		b.Run([]string{"portable", "AVX2"}[k], BenchmarkPlay)
	}
}
