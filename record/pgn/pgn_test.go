package pgn_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/pgn"
)

func format() recordtest.Format {
	return recordtest.Format{
		Read: pgn.Read, Write: pgn.Write, Sniff: pgn.Sniff, Samples: "testdata/*.pgn",
	}
}

func TestSamples(t *testing.T)    { format().CheckSamples(t) }
func TestRoundTrips(t *testing.T) { format().RoundTrips(t) }
func FuzzRead(f *testing.F)       { format().Fuzz(f) }
