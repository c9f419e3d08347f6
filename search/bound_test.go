package search_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/internal/texttest"
	"github.com/kaeshi/kaeshi/search"
)

// TestBoundTexts: each bound has a text that reads back; other numbers and texts are refused.
func TestBoundTexts(t *testing.T) {
	texttest.Check(t, map[search.Bound]string{
		search.AtMost: "at most", search.Value: "value", search.AtLeast: "at least",
	}, search.Bound(7), "about")
}
