package match

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/match"
)

// TestDescriptionsInDocs checks that the descriptions of tournaments in docs/ are valid.
func TestDescriptionsInDocs(t *testing.T) {
	docs := filepath.Join("..", "..", "..", "docs")
	whole, err := os.ReadFile(filepath.Join(docs, "tournament.json"))
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{string(whole)}
	for _, page := range []string{"tournaments.md", "tournaments.ja.md"} {
		text, err := os.ReadFile(filepath.Join(docs, page))
		if err != nil {
			t.Fatal(err)
		}
		_, rest, ok := strings.Cut(string(text), "```json\n")
		example, _, ended := strings.Cut(rest, "```")
		if !ok || !ended {
			t.Fatalf("%s has no JSON example", page)
		}
		texts = append(texts, example)
	}
	for _, text := range texts {
		d, err := match.Read(strings.NewReader(text))
		if err == nil {
			err = d.Check(players.Local().New)
		}
		if err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		for spec := range d.Fewer {
			if !strings.Contains(strings.Join(d.Players, "\n"), spec) {
				t.Errorf("%s is not one of the players in the example", spec)
			}
		}
	}
}
