package main

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestConcurrentPackages(t *testing.T) {
	s, _ := newTestSession(t, map[string]string{
		"starts/a.go":          "package starts\n\nfunc Go() { go func() {}() }\n",
		"shares/a.go":          "package shares\n\nimport _ \"sync/atomic\"\n",
		"hands/a.go":           "package hands\n\nimport _ \"" + parallel + "\"\n",
		"plain/a.go":           "package plain\n",
		"plain/a_test.go":      "package plain\n\nimport _ \"sync\"\n",
		"browser/a.go":         "//go:build js\n\npackage browser\n\nimport _ \"sync\"\n",
		"starts/testdata/a.go": "package\n",
		"other/go.mod":         "module other\n",
		"other/a.go":           "package other\n\nimport _ \"sync\"\n",
	})
	got, err := concurrentPackages(s.root)
	if want := []string{"./hands", "./shares", "./starts"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("packages %q, error %v; want %q", got, err, want)
	}
}

// Package train passes its functions to another package, which runs them concurrently.
func TestConcurrentPackagesOfKaeshi(t *testing.T) {
	got, err := concurrentPackages(filepath.Join("..", ".."))
	for _, want := range []string{"./search", "./train", "./web/work"} {
		if err != nil || !slices.Contains(got, want) {
			t.Errorf("packages %q, error %v; want %s in them", got, err, want)
		}
	}
}
