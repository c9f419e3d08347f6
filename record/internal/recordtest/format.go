// Package recordtest tests readers and writers of game formats with samples and random games.
package recordtest

import (
	"bytes"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/kaeshi/kaeshi/record"
)

// Format is a format under test.
type Format struct {
	Read     func(r io.Reader, name string) iter.Seq2[*record.Game, error]
	Write    func(io.Writer, iter.Seq[*record.Game]) ([]record.Loss, error)
	Sniff    func(text string) bool
	Samples  string // glob pattern of file names
	LastOnly bool   // the format stores the last position of a game instead of its moves
}

// Texts returns the contents of the samples.
func (f Format) Texts(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob(f.Samples)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples %s: %v", f.Samples, err)
	}
	var texts []string
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	return texts
}

// Fuzz is the body of a fuzz target whose seeds are the samples.
func (f Format) Fuzz(fuzz *testing.F) {
	for _, text := range f.Texts(fuzz) {
		fuzz.Add(text)
	}
	fuzz.Fuzz(func(t *testing.T, text string) { f.Check(t, text) })
}

// CheckSamples checks that the samples are detected and read without errors.
func (f Format) CheckSamples(t *testing.T) {
	t.Helper()
	for _, text := range f.Texts(t) {
		if !f.Sniff(strings.TrimSpace(text)) {
			t.Errorf("%.60q is not detected", text)
		}
		if games, faults := Collect(f.Read(strings.NewReader(text), "test")); len(games) < 2 || faults != nil {
			t.Errorf("%.60q: got %d games and errors %v, want at least 2 games", text, len(games), faults)
		}
		f.Check(t, text)
	}
}

// Check checks that every game read from text is valid and that it survives writing and reading unless a loss is
// reported.
func (f Format) Check(t *testing.T, text string) {
	t.Helper()
	games, faults := Collect(f.Read(strings.NewReader(text), "test"))
	for _, err := range faults {
		if !strings.HasPrefix(err.Error(), "test: ") {
			t.Fatalf("%v does not name the file", err)
		}
	}
	for _, g := range games {
		if err := g.Validate(); err != nil {
			t.Fatalf("%q: invalid game: %v", text, err)
		}
		out, lost := f.text(t, g)
		if refused(lost) {
			continue
		}
		again, faults := Collect(f.Read(strings.NewReader(out), "test"))
		if len(again) != 1 || faults != nil {
			t.Fatalf("%q is written as %q, which is read as %d games with errors %v", text, out, len(again), faults)
		}
		if !f.LastOnly && !slices.Equal(Played(again[0]), Played(g)) {
			t.Fatalf("%q is written as %q, which has other moves", text, out)
		}
		if diff := cmp.Diff(Normal(g), Normal(again[0])); lost == nil && diff != "" {
			t.Fatalf("%q is written as %q (-want +got):\n%s", text, out, diff)
		}
	}
}

func (f Format) text(t interface{ Fatal(...any) }, games ...*record.Game) (string, []record.Loss) {
	var b bytes.Buffer
	lost, err := f.Write(&b, slices.Values(games))
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), lost
}

// Collect returns all games and errors of a sequence.
func Collect(list iter.Seq2[*record.Game, error]) (games []*record.Game, faults []error) {
	for g, err := range list {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		games = append(games, g)
	}
	return games, faults
}

func refused(lost []record.Loss) bool {
	return slices.ContainsFunc(lost, func(l record.Loss) bool { return strings.HasPrefix(l.What, "the whole game") })
}

// RoundTrips checks that random games are detected and read back after writing, except for the reported losses.
func (f Format) RoundTrips(t *testing.T) {
	t.Helper()
	whole := 0
	// In a short run every game may lose something, so repeat it.
	for tries := 0; whole == 0 && tries < 20; tries++ {
		rapid.Check(t, func(t *rapid.T) {
			if f.roundTrip(t, Game(t)) {
				whole++
			}
		})
	}
	if whole == 0 {
		t.Error("every game lost something, so no game was compared whole")
	}
}

// Trees checks random trees of variations and returns how many were stored without loss. known lists the allowed
// losses.
func (f Format) Trees(t *testing.T, known ...string) (whole int) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		g := Tree(t)
		_, lost := f.text(t, g)
		for _, loss := range lost {
			if !slices.Contains(known, loss.What) {
				t.Fatalf("lost: %s", loss)
			}
		}
		if f.roundTrip(t, g) {
			whole++
		}
	})
	return whole
}

func (f Format) roundTrip(t *rapid.T, g *record.Game) (whole bool) {
	text, lost := f.text(t, g)
	games, faults := Collect(f.Read(strings.NewReader(text), "test"))
	if refused(lost) {
		if len(games)+len(faults) > 0 {
			t.Fatalf("a refused game is written as %q", text)
		}
		return false
	}
	if len(faults) > 0 || len(games) != 1 {
		t.Fatalf("got %d games and errors %v in %s, want one game", len(games), faults, text)
	}
	if !f.Sniff(strings.TrimSpace(text)) {
		t.Fatalf("not detected: %s", text)
	}
	if len(lost) == 0 || !f.LastOnly {
		written, read := Without(t, g, lost), Without(t, games[0], lost)
		if diff := cmp.Diff(Normal(written), Normal(read), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("read back, without the losses %v (-written +read):\n%s\n%s", lost, diff, text)
		}
	}
	if !f.LastOnly && (games[0].Start != g.Start || !slices.Equal(Played(games[0]), Played(g))) {
		t.Fatalf("moves differ: %s\nwritten: %s\nread: %s", text, Names(g), Names(games[0]))
	}
	if f.LastOnly && games[0].Start != g.Position() {
		t.Fatalf("the position differs: %s", text)
	}
	return len(lost) == 0
}
