package search_test

import (
	"errors"
	"testing"

	"github.com/kaeshi/kaeshi/search"
)

// TestBoundTexts: each bound has a text that reads back; other numbers and texts are refused.
func TestBoundTexts(t *testing.T) {
	for bound, want := range map[search.Bound]string{
		search.AtMost: "at most", search.Value: "value", search.AtLeast: "at least",
	} {
		text, err := bound.MarshalText()
		var back search.Bound
		if err := errors.Join(err, back.UnmarshalText(text)); err != nil || back != bound || string(text) != want {
			t.Errorf("%v: %q reads back as %v: %v", bound, text, back, err)
		}
	}
	if text, err := search.Bound(7).MarshalText(); err == nil {
		t.Errorf("bound 7 is %q", text)
	}
	if err := new(search.Bound).UnmarshalText([]byte("about")); err == nil {
		t.Error("about is a bound")
	}
}
