//go:build slow

package files_test

import (
	"flag"
	"testing"

	"github.com/kaeshi/kaeshi/record/files"
)

// TestThousandTrees writes 1,000 random trees in each format that stores moves and reads them back. Everything except
// the reported losses must be the same.
func TestThousandTrees(t *testing.T) {
	checks := flag.Lookup("rapid.checks")
	before := checks.Value.String()
	t.Cleanup(func() { _ = checks.Value.Set(before) })
	if err := checks.Value.Set("1000"); err != nil {
		t.Fatal(err)
	}
	proof, spent, left := "where scores come from", "the time spent on moves", "the time left on the clocks"
	signs, tags := "characters with a special meaning in the format", "tags of moves"
	for f, known := range map[files.Format][]string{
		files.JSON: nil,
		files.SGF:  {"the depth of scores", proof, spent, tags},
		files.PGN:  {"variations that continue from the end of a line", signs, proof, tags},
		files.GGF: {
			"variations", "comments", "marks of moves", left, "the depth of scores", proof, tags,
		},
		files.Transcript: {
			"variations", "comments", "marks of moves", spent, left, "the depth of scores", proof, tags,
			"scores of moves", "a pass at the end", "the whole game: it has no moves",
			"the whole game: it does not begin at the usual start of the 8×8 board",
		},
	} {
		t.Run(f.String(), func(t *testing.T) {
			whole := tested(f).Trees(t, known...)
			t.Logf("%d of 1000 trees are stored without loss", whole)
			if f == files.JSON && whole != 1000 {
				t.Errorf("%d of 1000 trees are stored without loss, want all", whole)
			}
		})
	}
}
