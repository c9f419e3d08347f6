// Package texttest checks the conversion of values to text and back.
package texttest

import (
	"encoding"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Check fails the test unless each value of want has its text and the text converts back to the value. noText must not
// convert to text, and noValue must not convert to a value.
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
		t.Errorf("want an error for the text of %v, got %q", noText, text)
	}
	var read V
	if err := P(&read).UnmarshalText([]byte(noValue)); err == nil {
		t.Errorf("want an error for the value of %q, got %v", noValue, read)
	}
}
