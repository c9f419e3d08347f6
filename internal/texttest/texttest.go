// Package texttest checks that values and their texts convert into each other.
package texttest

import (
	"encoding"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Check requires that each value of want has the text, that the text reads back as the value, and that a value without
// a text and a text without a value are errors.
func Check[V interface {
	comparable
	encoding.TextMarshaler
}, P interface {
	*V
	encoding.TextUnmarshaler
}](t *testing.T, want map[V]string, noText V, noValue string) {
	t.Helper()
	texts, back := map[V]string{}, map[V]string{}
	for value := range want {
		text, err := value.MarshalText()
		if err != nil {
			t.Fatalf("%v: %v", value, err)
		}
		texts[value] = string(text)
		var read V
		if err := P(&read).UnmarshalText(text); err != nil {
			t.Fatalf("%v: reading %q: %v", value, text, err)
		}
		back[read] = string(text)
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("texts of the values (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, back); diff != "" {
		t.Errorf("values read from their texts (-want +got):\n%s", diff)
	}
	if text, err := noText.MarshalText(); err == nil {
		t.Errorf("%v has the text %q", noText, text)
	}
	var read V
	if err := P(&read).UnmarshalText([]byte(noValue)); err == nil {
		t.Errorf("%q is %v", noValue, read)
	}
}
