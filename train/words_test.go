package train

import (
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/lang/langtest"
)

func TestWords(t *testing.T) { langtest.Check(t, catalogue, "*.go") }

// TestStagesHaveNames checks that each stage has a name in each language.
func TestStagesHaveNames(t *testing.T) {
	for _, l := range lang.All() {
		names := strings.Split(catalogue.In(l).Say("stages"), "|")
		if len(names) != len(stages()) {
			t.Errorf("%s: %q, want %d names", l, names, len(stages()))
		}
	}
}
