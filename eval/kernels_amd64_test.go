//go:build amd64 && !purego

package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKernelsGuarded checks that the assembly checks the kernels variable before it uses vector instructions. An
// instruction that the processor lacks would end the program.
func TestKernelsGuarded(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) != 1 {
		t.Fatalf("assembly files %v, error %v, want one file", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	functions := strings.Split(string(text), "\nTEXT ")[1:]
	for _, body := range functions {
		words := strings.Fields(strings.SplitN(body, "\n", 2)[1])
		if first := strings.Join(words[:5], " "); first != "CMPB ·kernels(SB), $1 JB portable" {
			t.Errorf("%s begins with %s, want the check of kernels", strings.Fields(body)[0], first)
		}
	}
	if len(functions) == 0 {
		t.Error("the assembly has no functions")
	}
}

// TestKernelSets runs the tests of the kernels with every set of kernels that the processor supports, including the
// portable functions through the assembly.
func TestKernelSets(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	best := kernels
	defer func() { kernels = best }()
	for k := range best + 1 {
		kernels = k
		TestStateUpdates(t)
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
