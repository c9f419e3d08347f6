package paste_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/record/paste"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// transcripts returns the format of lists of moves.
func transcripts() recordtest.Format {
	return recordtest.Format{
		Read: paste.Read, Write: transcript.Write, Sniff: paste.Sniff, Samples: "testdata/*.*",
	}
}

// positions returns the Othello Board Format as this package reads it.
func positions() recordtest.Format {
	return recordtest.Format{
		Read: paste.Read, Write: obf.Write, Sniff: obf.Sniff, Samples: "../obf/testdata/ends.obf", LastOnly: true,
	}
}

func TestTranscriptSamples(t *testing.T)    { transcripts().CheckSamples(t) }
func TestTranscriptRoundTrips(t *testing.T) { transcripts().RoundTrips(t) }
func TestPositionSamples(t *testing.T)      { positions().CheckSamples(t) }
func TestPositionRoundTrips(t *testing.T)   { positions().RoundTrips(t) }
func FuzzRead(f *testing.F)                 { transcripts().Fuzz(f) }
