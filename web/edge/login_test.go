package edge

import (
	"testing"

	"github.com/kaeshi/kaeshi/internal/lang/langtest"
)

// TestPlainTexts checks that the texts of the plain pages exist in both languages and are used.
func TestPlainTexts(t *testing.T) { langtest.Check(t, plainTexts, "*.go") }
