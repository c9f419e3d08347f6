// Package langtest checks catalogues of texts.
package langtest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// Check fails the test unless the catalogue has the same keys in both languages, no empty texts, and the same verbs in
// both texts of a key.
//
// patterns match source files, relative to the package under test. If there are any, each key must occur in a file as a
// string, as .Words.KEY or $words.KEY in a template, or with a prefix that is a string ending in a hyphen or
// underscore. Each key in a call of Say or of a function say must exist.
func Check(t *testing.T, c *lang.Catalogue, patterns ...string) {
	t.Helper()
	en, ja := c.In(lang.English).Map(), c.In(lang.Japanese).Map()
	for _, fault := range append(faults(en, ja), unused(en, sources(t, patterns))...) {
		t.Error(fault)
	}
}

// faults returns the differences between the texts of two languages.
func faults(en, ja map[string]string) (list []string) {
	keys := maps.Clone(en)
	maps.Copy(keys, ja)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if en[key] == "" || ja[key] == "" {
			list = append(list,
				fmt.Sprintf("key %s is missing or empty in one language: %q and %q", key, en[key], ja[key]))
		} else if diff := cmp.Diff(arguments(en[key]), arguments(ja[key])); diff != "" {
			list = append(list, "key "+key+" has different verbs in English (-) and Japanese (+):\n"+diff)
		}
	}
	return list
}

// arguments returns the letters of the verbs of a text by the positions of their arguments.
func arguments(text string) map[int]string {
	found := map[int]string{}
	verbs := regexp.MustCompile(`%(?:\[(\d+)\])?[-+#0]*\d*(?:\.\d*)?([a-zA-Z])`)
	next := 1
	for _, v := range verbs.FindAllStringSubmatch(strings.ReplaceAll(text, "%%", ""), -1) {
		if n, err := strconv.Atoi(v[1]); err == nil {
			next = n
		}
		found[next] = v[2]
		next++
	}
	return found
}

func sources(t *testing.T, patterns []string) (texts []string) {
	t.Helper()
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, error %v", pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
	}
	return texts
}

// unused returns messages about keys without a use in the sources, and about unknown keys in the sources.
func unused(known map[string]string, sources []string) (list []string) {
	if len(sources) == 0 {
		return nil
	}
	said := regexp.MustCompile(`(?:[Ss]ay\(|say )"([^"\n]+)"(?: ?\+)?`)
	for _, text := range sources {
		for _, m := range said.FindAllStringSubmatch(text, -1) {
			if _, ok := known[m[1]]; !ok && !strings.HasSuffix(m[0], "+") {
				list = append(list, "unknown key "+m[1])
			}
		}
	}
	all := strings.Join(sources, "\n")
	used := func(key string) bool {
		field := regexp.MustCompile(`[.$][Ww]ords\.` + key + `\b`)
		if strings.Contains(all, strconv.Quote(key)) || field.MatchString(all) {
			return true
		}
		for i, c := range key {
			if (c == '-' || c == '_') && strings.Contains(all, strconv.Quote(key[:i+1])) {
				return true
			}
		}
		return false
	}
	for _, key := range slices.Sorted(maps.Keys(known)) {
		if !used(key) {
			list = append(list, "unused key "+key)
		}
	}
	return list
}
