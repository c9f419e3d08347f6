package players

import (
	"slices"
	"strings"
	"testing"
)

// TestWithFiles checks that only the engine can read files, at any place in the list.
func TestWithFiles(t *testing.T) {
	list, plain := Offered(), Offered()
	slices.Reverse(list)
	slices.Reverse(plain)
	changed := 0
	for i, m := range withFiles(list) {
		if m.Usage == plain[i].Usage {
			continue
		}
		changed++
		if m.Name != "kaeshi" || !strings.HasSuffix(m.Usage, "book=FILE[,variance=DISCS]]") {
			t.Errorf("%s has the usage %s", m.Name, m.Usage)
		}
	}
	if changed != 1 {
		t.Errorf("%d players can read files, want 1", changed)
	}
	_, err := Local().New("kaeshi:book=no-such-file")
	if err == nil || !strings.Contains(err.Error(), "no-such-file") {
		t.Errorf("the engine with a missing book: error %v, want one with the file", err)
	}
	if _, err := Offered().New("kaeshi:book=no-such-file"); err == nil ||
		strings.Contains(err.Error(), "open no-such-file") {
		t.Errorf("the engine of the page with a file: error %v, want a refusal", err)
	}
}
