package edge

import (
	"testing"

	"github.com/kaeshi/kaeshi/internal/lang/langtest"
)

// The texts of the plain pages must exist in both languages and be used.
func TestPlainTexts(t *testing.T) { langtest.Check(t, plainTexts, "*.go", "plain/*.html") }
