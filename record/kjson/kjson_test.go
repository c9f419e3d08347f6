package kjson_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/kjson"
)

func format() recordtest.Format {
	return recordtest.Format{
		Read: kjson.Read, Write: kjson.Write, Sniff: kjson.Sniff, Samples: "testdata/*.json",
	}
}

func TestSamples(t *testing.T)    { format().CheckSamples(t) }
func TestRoundTrips(t *testing.T) { format().RoundTrips(t) }
func FuzzRead(f *testing.F)       { format().Fuzz(f) }
