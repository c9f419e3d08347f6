// Package kerneltest checks assembly kernels.
package kerneltest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// CheckGuards checks that the global functions of the files *_amd64.s in the working directory are exactly names, in
// alphabetical order, and that each begins with the check that jumps to the portable function on processors without
// AVX2. Without the check, an unsupported instruction would end the program.
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
				continue // local to the file
			}
			name, _, _ = strings.Cut(strings.TrimPrefix(name, "·"), "(")
			found = append(found, name)
			if first := firstWords(body, 5); first != "CMPB ·kernels(SB), $1 JB portable" {
				t.Errorf("%s: %s begins with %s, want the check of kernels", file, name, first)
			}
		}
	}
	slices.Sort(found)
	if !slices.Equal(found, names) {
		t.Errorf("functions of the assembly: %q, want %q", found, names)
	}
}

// firstWords returns the first n words of the body of a function, without comments.
func firstWords(function string, n int) string {
	var words []string
	_, body, _ := strings.Cut(function, "\n")
	for line := range strings.Lines(body) {
		code, _, _ := strings.Cut(line, "//")
		words = append(words, strings.Fields(code)...)
	}
	return strings.Join(words[:min(n, len(words))], " ")
}
