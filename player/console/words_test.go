package console

import (
	"testing"

	"github.com/kaeshi/kaeshi/internal/lang/langtest"
)

func TestWords(t *testing.T) { langtest.Check(t, catalogue, "*.go") }
