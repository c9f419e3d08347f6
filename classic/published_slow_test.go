//go:build slow

package classic_test

import "testing"

func TestPositionalAsPublishedEverywhere(t *testing.T) {
	all := rows(t, "positional.txt")
	if len(all) < 1000 {
		t.Fatalf("%d positions, want a thousand or more", len(all))
	}
	for _, row := range all {
		checkPositional(t, row)
	}
}
