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

// Limits of the pages of experiments, in words between white space.
const (
	mostWordsOfPage        = 600
	mostWordsOfExperiments = 20_000
)

// experimentLink finds links to pages of experiments: a number, a dash and a name.
var experimentLink = regexp.MustCompile(`\]\(((?:[./]*experiments/)?\d{3}-[\w-]+\.md)`)

// TestExperimentsStayShort checks the length of the pages of experiments and that the index lists each page once.
func TestExperimentsStayShort(t *testing.T) {
	complaints, err := checkExperiments(os.DirFS("experiments"), mostWordsOfPage, mostWordsOfExperiments)
	if err != nil {
		t.Fatal(err)
	}
	for _, complaint := range complaints {
		t.Error(complaint)
	}
}

// checkExperiments returns what is wrong with the pages of a folder: a page or all pages that are too long, a page that
// the index README.md does not list once, and an entry of the index without a page. The index itself may exceed the
// limit of a page.
func checkExperiments(fsys fs.FS, mostOfPage, mostOfAll int) ([]string, error) {
	const index = "README.md"
	pages, err := fs.Glob(fsys, "*.md")
	if err != nil {
		return nil, err
	}
	var complaints []string
	words, contents := 0, map[string]string{}
	for _, page := range pages {
		text, err := fs.ReadFile(fsys, page)
		if err != nil {
			return nil, err
		}
		contents[page] = string(text)
		count := len(strings.Fields(string(text)))
		words += count
		if count > mostOfPage && page != index {
			complaints = append(complaints, fmt.Sprintf("%s has %d words (limit %d)", page, count, mostOfPage))
		}
	}
	if words > mostOfAll {
		complaints = append(complaints, fmt.Sprintf("the pages have %d words (limit %d)", words, mostOfAll))
	}
	for _, page := range pages {
		entry := "- [" + page[:min(3, len(page))] + "](" + page + ") "
		if count := strings.Count(contents[index], entry); page != index && count != 1 {
			complaints = append(complaints, fmt.Sprintf("%s lists %s %d times (want once)", index, page, count))
		}
	}
	for page, text := range contents {
		for _, match := range experimentLink.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(pages, path.Base(match[1])) {
				complaints = append(complaints, fmt.Sprintf("%s links to %s, which does not exist", page, match[1]))
			}
		}
	}
	slices.Sort(complaints)
	return complaints, nil
}

// experimentText finds the number of a page in code and documents: experiments/033, experiment 033.
var experimentText = regexp.MustCompile(`(?i)(?:\bexperiments?[ /]|実験 ?)\[?(\d{3})\b`)

// TestExperimentsExist checks that each page of experiments that code, documents and texts name exists.
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
				t.Errorf("%s names experiment %s, which does not exist", name, match[1])
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

// TestCheckExperiments checks that the check reports each kind of fault.
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
		t.Errorf("complaints (-want +got):\n%s", diff)
	}
	short := fstest.MapFS{"README.md": {Data: []byte("- [001](001-one.md) One")}, "001-one.md": {Data: []byte("one")}}
	if got, err := checkExperiments(short, 6, 20); err != nil || len(got) > 0 {
		t.Errorf("sound pages: %q, %v", got, err)
	}
}
