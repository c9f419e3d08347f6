package kaeshi_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// Limits of the pages of experiments in words.
const (
	maxPageWords       = 600
	maxExperimentWords = 20_000
)

// experimentLink matches links to pages of experiments.
var experimentLink = regexp.MustCompile(`\]\(((?:[./]*experiments/)?\d{3}-[\w-]+\.md)`)

// TestExperimentsStayShort checks the lengths of the pages of experiments, and that the index lists each page once.
func TestExperimentsStayShort(t *testing.T) {
	faults, err := checkExperiments(os.DirFS("experiments"), maxPageWords, maxExperimentWords)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range faults {
		t.Error(fault)
	}
}

// checkExperiments returns the faults of the pages of a directory: a page or a total that is too long, a page that the
// index README.md does not list exactly once, and a link to a page that does not exist. The page limit does not apply
// to the index.
func checkExperiments(fsys fs.FS, pageLimit, totalLimit int) ([]string, error) {
	const index = "README.md"
	pages, err := fs.Glob(fsys, "*.md")
	if err != nil {
		return nil, err
	}
	var faults []string
	words, contents := 0, map[string]string{}
	for _, page := range pages {
		text, err := fs.ReadFile(fsys, page)
		if err != nil {
			return nil, err
		}
		contents[page] = string(text)
		count := len(strings.Fields(string(text)))
		words += count
		if count > pageLimit && page != index {
			faults = append(faults, fmt.Sprintf("%s has %d words (limit %d)", page, count, pageLimit))
		}
	}
	if words > totalLimit {
		faults = append(faults, fmt.Sprintf("the pages have %d words (limit %d)", words, totalLimit))
	}
	for _, page := range pages {
		entry := "- [" + page[:min(3, len(page))] + "](" + page + ") "
		if count := strings.Count(contents[index], entry); page != index && count != 1 {
			faults = append(faults, fmt.Sprintf("%s lists %s %d times (want once)", index, page, count))
		}
	}
	for page, text := range contents {
		for _, match := range experimentLink.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(pages, path.Base(match[1])) {
				faults = append(faults, fmt.Sprintf("%s links to %s, which does not exist", page, match[1]))
			}
		}
	}
	slices.Sort(faults)
	return faults, nil
}

// experimentText matches references to experiments in code and documents, such as experiments/033 and experiment 033.
var experimentText = regexp.MustCompile(`(?i)(?:\bexperiments?[ /]|実験 ?)\[?(\d{3})\b`)

// TestExperimentsExist checks that each page of experiments that a file refers to exists.
func TestExperimentsExist(t *testing.T) {
	pages, err := fs.Glob(os.DirFS("experiments"), "[0-9]*.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := []string{".go", ".s", ".md", ".json", ".mjs", ".ts", ".svelte", ".sh"}
	err = fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{"node_modules", ".git", "dist"}, d.Name()) {
			return fs.SkipDir
		}
		if d.IsDir() || !slices.Contains(kinds, path.Ext(name)) || name == "experiments_test.go" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, match := range experimentText.FindAllStringSubmatch(string(text), -1) {
			if !slices.ContainsFunc(pages, func(page string) bool { return strings.HasPrefix(page, match[1]+"-") }) {
				t.Errorf("%s refers to experiment %s, which does not exist", name, match[1])
			}
		}
		for _, match := range experimentLink.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(match[1], "experiments/") && !slices.Contains(pages, path.Base(match[1])) {
				t.Errorf("%s links to %s, which does not exist", name, match[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCheckExperiments checks that checkExperiments finds each kind of fault.
func TestCheckExperiments(t *testing.T) {
	fsys := fstest.MapFS{
		"README.md":   {Data: []byte("- [001](001-one.md) One\n" + strings.Repeat("- [002](002-two.md) Two\n", 2))},
		"001-one.md":  {Data: []byte("one two three four five, see [009](009-gone.md)")},
		"002-two.md":  {Data: []byte("short")},
		"003-late.md": {Data: []byte("short")},
	}
	got, err := checkExperiments(fsys, 6, 17)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"001-one.md has 7 words (limit 6)",
		"001-one.md links to 009-gone.md, which does not exist",
		"README.md lists 002-two.md 2 times (want once)",
		"README.md lists 003-late.md 0 times (want once)",
		"the pages have 18 words (limit 17)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	short := fstest.MapFS{"README.md": {Data: []byte("- [001](001-one.md) One")}, "001-one.md": {Data: []byte("one")}}
	if got, err := checkExperiments(short, 6, 20); err != nil || len(got) > 0 {
		t.Errorf("valid pages: faults %q, error %v", got, err)
	}
}
