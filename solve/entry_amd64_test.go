//go:build amd64 && !purego

package solve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKernelsLookBeforeTheyLeap: an instruction that a processor lacks ends the program, so that each function of the
// assembly that others can call first of all goes to the portable one unless it may use more.
func TestKernelsLookBeforeTheyLeap(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatalf("no assembly found: %v", err)
	}
	functions := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), "\nTEXT ")
		for body := range strings.SplitSeq(rest, "\nTEXT ") {
			if strings.Contains(strings.Fields(body)[0], "<>") {
				continue // of its own file alone
			}
			functions++
			if first := firstWords(body, 5); first != "CMPB ·kernels(SB), $1 JB portable" {
				t.Errorf("%s: %s begins with %s", name, strings.Fields(body)[0], first)
			}
		}
	}
	if functions != 2 {
		t.Errorf("%d functions found, want listChildren and finishFew", functions)
	}
}

// firstWords are the first words after the line that names a function, comments left out.
func firstWords(function string, n int) string {
	var words []string
	_, body, _ := strings.Cut(function, "\n")
	for line := range strings.Lines(body) {
		code, _, _ := strings.Cut(line, "//")
		words = append(words, strings.Fields(code)...)
	}
	return strings.Join(words[:min(n, len(words))], " ")
}
