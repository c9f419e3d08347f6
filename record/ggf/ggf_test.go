package ggf_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/record/ggf"
	"github.com/kaeshi/kaeshi/record/internal/recordtest"
)

func format() recordtest.Format {
	return recordtest.Format{
		Read: ggf.Read, Write: ggf.Write, Sniff: ggf.Sniff, Samples: "testdata/*.ggf",
	}
}

func TestSamples(t *testing.T)    { format().CheckSamples(t) }
func TestRoundTrips(t *testing.T) { format().RoundTrips(t) }
func FuzzRead(f *testing.F)       { format().Fuzz(f) }
