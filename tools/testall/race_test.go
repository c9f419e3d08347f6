package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// TestOneGoroutine checks that every test that the race detector skips exists.
func TestOneGoroutine(t *testing.T) {
	for _, name := range oneGoroutine {
		found := false
		err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
			if err != nil || found {
				return err
			}
			if d.IsDir() && path != filepath.Join("..", "..") && outsideModule(path, d.Name()) {
				return fs.SkipDir
			}
			if !strings.HasSuffix(path, "_test.go") {
				return nil
			}
			text, err := os.ReadFile(path)
			found = bytes.Contains(text, []byte("\nfunc "+name+"(t *testing.T) {"))
			return err
		})
		if err != nil || !found {
			t.Errorf("%s: found %t, want true; error %v", name, found, err)
		}
	}
}

// TestConcurrentPackagesOfKaeshi checks that package train is among the concurrent packages: it passes its functions to
// another package, which runs them concurrently.
func TestConcurrentPackagesOfKaeshi(t *testing.T) {
	got, err := concurrentPackages(filepath.Join("..", ".."))
	for _, want := range []string{"./search", "./train", "./web/work"} {
		if err != nil || !slices.Contains(got, want) {
			t.Errorf("packages %q, error %v; want %s in them", got, err, want)
		}
	}
}
