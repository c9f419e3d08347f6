package edge

import (
	"testing"

	"github.com/kaeshi/kaeshi/internal/lang/langtest"
)

// Each text of the server's own pages is there in both languages, and used.
func TestPlainTexts(t *testing.T) { langtest.Check(t, plainTexts, "*.go", "plain/*.html") }
