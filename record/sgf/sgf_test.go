package sgf_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/sgf"
)

func format() recordtest.Format {
	return recordtest.Format{
		Read: sgf.Read, Write: sgf.Write, Sniff: sgf.Sniff, Samples: "testdata/*.sgf",
	}
}

func TestSamples(t *testing.T)    { format().CheckSamples(t) }
func TestRoundTrips(t *testing.T) { format().RoundTrips(t) }
func FuzzRead(f *testing.F)       { format().Fuzz(f) }
