package gametree_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/gametree"
)

// TestBoundTexts: each bound has a text that reads back; other numbers and texts are refused.
func TestBoundTexts(t *testing.T) {
	want := map[gametree.Bound]string{
		gametree.Exact: "exact", gametree.Lower: "lower", gametree.Upper: "upper",
	}
	texts, back := map[gametree.Bound]string{}, map[gametree.Bound]string{}
	for bound := range want {
		text, err := bound.MarshalText()
		if err != nil {
			t.Fatalf("%v: %v", bound, err)
		}
		texts[bound] = string(text)
		var read gametree.Bound
		if err := read.UnmarshalText(text); err != nil {
			t.Fatalf("%v: reading %q: %v", bound, text, err)
		}
		back[read] = string(text)
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("texts of the bounds (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, back); diff != "" {
		t.Errorf("bounds read from their texts (-want +got):\n%s", diff)
	}
	if text, err := gametree.Bound(7).MarshalText(); err == nil {
		t.Errorf("bound 7 is %q", text)
	}
	if err := new(gametree.Bound).UnmarshalText([]byte("about")); err == nil {
		t.Error("about is a bound")
	}
}
