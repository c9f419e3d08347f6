package match

import (
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/lang/langtest"
)

func TestWords(t *testing.T) { langtest.Check(t, catalogue, "*.go") }

// TestColumns checks that table headings have the same number of cells in each language.
func TestColumns(t *testing.T) {
	en, ja := catalogue.In(lang.English), catalogue.In(lang.Japanese)
	for _, key := range []string{"columns", "neighbour-columns"} {
		a, b := strings.Count(en.Say(key), "|"), strings.Count(ja.Say(key), "|")
		if a == 0 || a != b {
			t.Errorf("%s has %d separators in English and %d in Japanese", key, a, b)
		}
	}
}
