package gametree_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/texttest"
)

// TestBoundTexts checks that each bound survives a round trip through its text, and that other numbers and texts are
// errors.
func TestBoundTexts(t *testing.T) {
	texttest.Check(t, map[gametree.Bound]string{
		gametree.Exact: "exact", gametree.Lower: "lower", gametree.Upper: "upper",
	}, gametree.Bound(7), "about")
}
