package files_test

import (
	"bytes"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/internal/recordtest"
)

// textFormats returns the formats that consist of one file.
func textFormats() []files.Format {
	return []files.Format{files.Transcript, files.OBF, files.GGF, files.SGF, files.PGN, files.JSON}
}

// tested returns a format for package recordtest that is read, written and detected by this package.
func tested(f files.Format) recordtest.Format {
	return recordtest.Format{
		Read: func(r io.Reader, name string) iter.Seq2[*record.Game, error] { return files.ReadAs(r, f, name) },
		Write: func(w io.Writer, games iter.Seq[*record.Game]) ([]record.Loss, error) {
			return files.Write(w, f, games)
		},
		Sniff: func(text string) bool {
			found, err := files.Sniff([]byte(text), "")
			return found == f && err == nil
		},
		LastOnly: f == files.OBF,
	}
}

// samples returns small files of a format from the test data of its package.
func samples(t testing.TB, f files.Format) (texts []string) {
	t.Helper()
	paths, err := filepath.Glob("../*/testdata/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if named, _ := files.FormatOf(path); named == f && !strings.HasPrefix(filepath.Base(path), "ffo-") {
			texts = append(texts, string(readFile(t, path)))
		}
	}
	if len(texts) == 0 {
		t.Fatalf("no samples of %s", f)
	}
	return texts
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// read returns all games and errors of a text.
func read(text string, f files.Format) (games []*record.Game, faults []error) {
	return recordtest.Collect(files.ReadAs(strings.NewReader(text), f, "test"))
}

func write(t *testing.T, f files.Format, games ...*record.Game) (string, []record.Loss) {
	t.Helper()
	var b bytes.Buffer
	lost, err := files.Write(&b, f, slices.Values(games))
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), lost
}

// TestSamples checks that the format of each sample is detected.
func TestSamples(t *testing.T) {
	for _, f := range textFormats() {
		for _, text := range samples(t, f) {
			if sniffed, err := files.Sniff([]byte(text), ""); sniffed != f || err != nil {
				t.Errorf("%.60q is detected as %s, %v; want %s", text, sniffed, err, f)
			}
		}
	}
}

// TestRoundTrips checks that the files written in each format are detected and read back.
func TestRoundTrips(t *testing.T) {
	for _, f := range textFormats() {
		t.Run(f.String(), func(t *testing.T) { tested(f).RoundTrips(t) })
	}
}
