package search

import (
	"errors"
	"testing"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// TestUnreadableWeights checks that searches that need weights fail when these cannot be read, and that other searches
// do not.
func TestUnreadableWeights(t *testing.T) {
	damaged := errors.New("damaged")
	e := New(Options{HashBytes: 1 << 16})
	e.learned = func() (*eval.Weights, error) { return nil, damaged }
	e.Warm()
	start := othello.Start(othello.Size8, othello.Usual)
	if _, err := e.Search(t.Context(), start, Limits{Depth: 1}, nil); !errors.Is(err, damaged) {
		t.Errorf("Search: error %v, want %v", err, damaged)
	}
	if _, err := e.Rate(t.Context(), start, Limits{Depth: 1}); !errors.Is(err, damaged) {
		t.Errorf("Rate: error %v, want %v", err, damaged)
	}
	if _, err := e.Search(t.Context(), othello.Start(othello.Size6, othello.Usual), Limits{Depth: 1}, nil); err != nil {
		t.Errorf("Search of 6×6: error %v, want none", err)
	}
	e.options.Without = Learned
	if _, err := e.Search(t.Context(), start, Limits{Depth: 1}, nil); err != nil {
		t.Errorf("Search without the learned evaluation: error %v, want none", err)
	}
}

// TestChecksum checks that Weights returns the embedded weights, the given ones, or none, depending on the options.
func TestChecksum(t *testing.T) {
	learned, err := eval.Learned()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		options Options
		want    string
	}{
		"embedded": {Options{}, learned.Checksum()},
		"given":    {Options{Weights: learned.Rough()}, ""},
		"none":     {Options{Without: Learned}, ""},
	} {
		c.options.HashBytes = 1 << 16
		if w, err := New(c.options).Weights(); err != nil || w.Checksum() != c.want {
			t.Errorf("%s: checksum %q, error %v, want %q", name, w.Checksum(), err, c.want)
		}
	}
	if len(learned.Checksum()) != 64 {
		t.Errorf("checksum %q of the embedded weights, want 64 digits", learned.Checksum())
	}
}
