// Package kerneltest checks the assembly of the packages that have kernels.
package kerneltest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// CheckGuards checks the functions of the files *_amd64.s in the working folder that other files can call: there are
// exactly those named, in alphabetical order, and each jumps to the portable function first of all unless the processor
// has more. An instruction that a processor lacks would end the program.
func CheckGuards(t *testing.T, names ...string) {
	t.Helper()
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatalf("no assembly found: %v", err)
	}
	var found []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), "\nTEXT ")
		for body := range strings.SplitSeq(rest, "\nTEXT ") {
			name := strings.Fields(body)[0]
			if strings.Contains(name, "<>") {
				continue // of its own file alone
			}
			name, _, _ = strings.Cut(strings.TrimPrefix(name, "·"), "(")
			found = append(found, name)
			if first := firstWords(body, 5); first != "CMPB ·kernels(SB), $1 JB portable" {
				t.Errorf("%s: %s begins with %s", file, name, first)
			}
		}
	}
	slices.Sort(found)
	if !slices.Equal(found, names) {
		t.Errorf("functions of the assembly: %q, want %q", found, names)
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
