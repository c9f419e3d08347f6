package excerpt

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	forty := strings.Repeat("石", 40)
	for text, want := range map[string]string{"": "", "a1": "a1", forty: forty, forty + "a": forty + "…"} {
		if got := Of(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFirst(t *testing.T) {
	for text, want := range map[string]string{"": "", "白黒": "白黒", "白黒白": "白黒…", "\xff\xff\xff": "\ufffd\ufffd…"} {
		if got := First(text, 2); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
