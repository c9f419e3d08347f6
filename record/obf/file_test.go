package obf_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/obf"
)

func format() recordtest.Format {
	return recordtest.Format{
		Read: obf.Read, Write: obf.Write, Sniff: obf.Sniff, Samples: "testdata/ends.obf",
		LastOnly: true,
	}
}

func TestSamples(t *testing.T)    { format().CheckSamples(t) }
func TestRoundTrips(t *testing.T) { format().RoundTrips(t) }
func FuzzRead(f *testing.F)       { format().Fuzz(f) }
