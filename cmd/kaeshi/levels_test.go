package main

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/text"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/search"
)

// shownLevel reports whether the documentation shows a line of the output of kaeshi levels: the header, the source, and
// some of the levels.
func shownLevel(line string) bool {
	level, err := strconv.Atoi(strings.Fields(line)[0])
	return err != nil || slices.Contains([]int{1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 21, 22, 25, 30, 40, 60}, level)
}

// TestLevelsPages compares the tables in the documentation with the output of kaeshi levels. The command
//
//	KAESHI_UPDATE=1 go test -run LevelsPages ./cmd/kaeshi
//
// updates them.
func TestLevelsPages(t *testing.T) {
	known, err := search.KnownLevels()
	if err != nil {
		t.Fatal(err)
	}
	for language, c := range map[lang.Lang]struct{ page, command string }{
		"en": {"../../docs/levels.md", "\n$ kaeshi levels\n"},
		"ja": {"../../docs/levels.ja.md", "\n$ kaeshi --lang ja levels\n"},
	} {
		var shown strings.Builder
		if err := (&program{Env: &verb.Env{
			Out:   &terminal.Output{Writer: &shown},
			Words: text.In(language),
		}}).showLevels(known, false); err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(c.page)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, ok := strings.Cut(string(page), c.command)
		_, after, ended := strings.Cut(rest, "\n```")
		if !ok || !ended {
			t.Fatalf("%s has no table of levels", c.page)
		}
		lines := strings.Split(strings.TrimRight(shown.String(), "\n"), "\n")
		lines = slices.DeleteFunc(lines, func(line string) bool { return !shownLevel(line) })
		want := before + c.command + strings.Join(lines, "\n") + "\n```" + after
		if os.Getenv("KAESHI_UPDATE") != "" {
			if err := os.WriteFile(c.page, []byte(want), 0o600); err != nil {
				t.Fatal(err)
			}
		} else if want != string(page) {
			t.Errorf("%s differs from the output of kaeshi levels; run KAESHI_UPDATE=1 go test -run LevelsPages "+
				"./cmd/kaeshi", c.page)
		}
	}
}
