package record_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/record"
)

// samples are small files of a format, in testdata/games.
func samples(t testing.TB, f record.Format) (texts []string) {
	t.Helper()
	paths, err := filepath.Glob("testdata/games/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if named, _ := record.FormatOf(path); named != f {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	if len(texts) == 0 {
		t.Fatalf("no samples of %s", f)
	}
	return texts
}

func FuzzReadTranscript(f *testing.F) { fuzz(f, record.Transcript) }
func FuzzReadPositions(f *testing.F)  { fuzz(f, record.OBF) }
func FuzzReadGGF(f *testing.F)        { fuzz(f, record.GGF) }
func FuzzReadSGF(f *testing.F)        { fuzz(f, record.SGF) }
func FuzzReadPGN(f *testing.F)        { fuzz(f, record.PGN) }
func FuzzReadJSON(f *testing.F)       { fuzz(f, record.JSON) }

func fuzz(f *testing.F, format record.Format) {
	for _, text := range samples(f, format) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkRead(t, format, text) })
}

// checkRead: whatever is read is a game, and written and read again it is the same one, unless a loss was reported.
func checkRead(t *testing.T, f record.Format, text string) {
	t.Helper()
	games, faults := collectGames(text, f)
	for _, err := range faults {
		if !strings.HasPrefix(err.Error(), "test: ") {
			t.Fatalf("%v does not name the file", err)
		}
	}
	for _, g := range games {
		if err := g.Validate(); err != nil {
			t.Fatalf("%q: no game: %v", text, err)
		}
		out, lost := write(t, f, g)
		if refused(lost) {
			continue
		}
		again, faults := collectGames(out, f)
		if len(again) != 1 || faults != nil {
			t.Fatalf("%q is written as %q, which is %d games, %v", text, out, len(again), faults)
		}
		if f != record.OBF && !slices.Equal(played(again[0]), played(g)) {
			t.Fatalf("%q is written as %q, another game", text, out)
		}
		if diff := cmp.Diff(normal(g), normal(again[0])); lost == nil && diff != "" {
			t.Fatalf("%q is written as %q, and then:\n%s", text, out, diff)
		}
	}
}

func refused(lost []record.Loss) bool {
	return slices.ContainsFunc(lost, func(l record.Loss) bool { return strings.HasPrefix(l.What, "the whole game") })
}

// TestSamples: what lies in testdata/games reads without a fault.
func TestSamples(t *testing.T) {
	for _, f := range []record.Format{record.Transcript, record.OBF, record.GGF, record.SGF, record.PGN, record.JSON} {
		for _, text := range samples(t, f) {
			if sniffed, err := record.Sniff([]byte(text), ""); sniffed != f || err != nil {
				t.Errorf("%.60q is sniffed as %s, %v", text, sniffed, err)
			}
			if games, faults := collectGames(text, f); len(games) < 2 || faults != nil {
				t.Errorf("%.60q: %d games, %v", text, len(games), faults)
			}
			checkRead(t, f, text)
		}
	}
}
