package gametree_test

import (
	"errors"
	"testing"

	"github.com/kaeshi/kaeshi/gametree"
)

// TestBoundTexts: each bound has a text that reads back; other numbers and texts are refused.
func TestBoundTexts(t *testing.T) {
	for bound, want := range map[gametree.Bound]string{
		gametree.Exact: "exact", gametree.Lower: "lower", gametree.Upper: "upper",
	} {
		text, err := bound.MarshalText()
		var back gametree.Bound
		if err := errors.Join(err, back.UnmarshalText(text)); err != nil || back != bound || string(text) != want {
			t.Errorf("%v: %q reads back as %v: %v", bound, text, back, err)
		}
	}
	if text, err := gametree.Bound(7).MarshalText(); err == nil {
		t.Errorf("bound 7 is %q", text)
	}
	if err := new(gametree.Bound).UnmarshalText([]byte("about")); err == nil {
		t.Error("about is a bound")
	}
}
