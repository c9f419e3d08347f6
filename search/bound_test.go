package search_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/internal/texttest"
	"github.com/kaeshi/kaeshi/search"
)

// TestBoundTexts checks that each bound survives a round trip through its text, and that other numbers and texts are
// errors.
func TestBoundTexts(t *testing.T) {
	texttest.Check(t, map[search.Bound]string{
		search.AtMost: "at most", search.Value: "value", search.AtLeast: "at least",
	}, search.Bound(7), "about")
}
