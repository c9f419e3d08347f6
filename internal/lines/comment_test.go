package lines_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/lines"
)

func TestCutComment(t *testing.T) {
	type cut struct {
		Text, Comment string
		Found         bool
	}
	for line, want := range map[string]cut{
		"":                        {},
		" f5d6 \t":                {Text: "f5d6"},
		"# all of it":             {Comment: "all of it", Found: true},
		"  %":                     {Found: true},
		"f5d6 # why":              {"f5d6", "why", true},
		"f5d6\t%why # and":        {"f5d6", "why # and", true},
		"f5 (60 % sure) d6":       {Text: "f5 (60 % sure) d6"},
		"f5 {a # b} d6 # c":       {"f5 {a # b} d6", "c", true},
		"f5d6 +2 [50 %":           {Text: "f5d6 +2 [50 %"},
		"50% f5":                  {Text: "50% f5"},
		"https://x.org/#f5d6":     {Text: "https://x.org/#f5d6"},
		"https://x.org/#f5d6 # x": {"https://x.org/#f5d6", "x", true},
	} {
		text, comment, found := lines.CutComment(line)
		if diff := cmp.Diff(want, cut{text, comment, found}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
}
