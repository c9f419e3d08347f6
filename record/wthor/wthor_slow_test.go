//go:build slow

package wthor_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/wthor"
)

// sharedWTHOR returns the folder shared/data/wthor above this one with the base of the French federation, whose games
// may not be redistributed here.
func sharedWTHOR(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for parent := ""; folder != parent; folder, parent = filepath.Dir(folder), folder {
		if base := filepath.Join(folder, "shared", "data", "wthor"); isFolder(base) {
			return base
		}
	}
	t.Skip("no folder shared/data/wthor above this one")
	return ""
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func readAll(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestWholeWTHOR checks that every game of 49 years is read, has the score of its final board, and is written back
// unchanged.
func TestWholeWTHOR(t *testing.T) {
	base := sharedWTHOR(t)
	years, err := filepath.Glob(filepath.Join(base, "*.wtb"))
	if err != nil {
		t.Fatal(err)
	}
	jou, trn := readAll(t, filepath.Join(base, "WTH.JOU")), readAll(t, filepath.Join(base, "WTH.TRN"))
	finished, unfinished := 0, 0
	for _, path := range years {
		var games []*record.Game
		for g, err := range files.ReadFile(path) {
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
			switch p := g.Position(); {
			case g.Result.Reason == record.Unfinished:
				unfinished++
				if p.Over() {
					t.Errorf("%s: a finished game is marked as unfinished", path)
				}
			case !p.Over() || p.ScoreBlack() != g.Result.ScoreBlack:
				t.Errorf("%s: the recorded score is %+d, the board is %s", path, g.Result.ScoreBlack, p)
			default:
				finished++
			}
		}
		sameBase(t, path, jou, trn, games)
	}
	if diff := cmp.Diff([3]int{49, 137135, 413}, [3]int{len(years), finished, unfinished}); diff != "" {
		t.Errorf("years, finished and unfinished games (-want +got):\n%s", diff)
	}
}

// sameBase writes games to three files and compares them with the originals.
func sameBase(t *testing.T, path string, jou, trn []byte, games []*record.Game) {
	t.Helper()
	names, err := wthor.ReadNames(bytes.NewReader(jou), bytes.NewReader(trn))
	if err != nil {
		t.Fatal(err)
	}
	var wtbOut, jouOut, trnOut bytes.Buffer
	lost, err := wthor.Write(&wtbOut, &jouOut, &trnOut, names, time.Now(), slices.Values(games))
	if err != nil || len(lost) > 0 {
		t.Errorf("%s: error %v, losses %v; want none", path, err, lost)
	}
	wantFiles(t, path, [3][]byte{readAll(t, path), jou, trn}, [3][]byte{wtbOut.Bytes(), jouOut.Bytes(), trnOut.Bytes()})
}

// BenchmarkWholeWTHOR reads and replays 137,548 games.
func BenchmarkWholeWTHOR(b *testing.B) {
	years, err := filepath.Glob(filepath.Join(sharedWTHOR(b), "*.wtb"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		n := 0
		for _, path := range years {
			for _, err := range files.ReadFile(path) {
				if err != nil {
					b.Fatal(err)
				}
				n++
			}
		}
		if n != 137548 {
			b.Fatalf("%d games, want 137548", n)
		}
	}
}
