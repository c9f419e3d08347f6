package text

import (
	"testing"

	"github.com/kaeshi/kaeshi/internal/lang/langtest"
)

// TestTexts compares the catalogues. A test of cmd/kaeshi checks that the commands use every text.
func TestTexts(t *testing.T) { langtest.Check(t, catalogue) }
