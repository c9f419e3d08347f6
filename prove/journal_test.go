package prove_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/crashtest"
	"github.com/kaeshi/kaeshi/internal/filelock"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

// An environment variable with a journal. If it is set, the test program proves a claim with this journal.
const provenIn = "KAESHI_TEST_PROOF"

// batch is the maximum number of nodes that have not been written.
const batch = 4096

func TestMain(m *testing.M) {
	if path := os.Getenv(provenIn); path != "" {
		first, printed := 0, false
		_, err := resumed(context.Background(), path, func(nodes int) {
			if first == 0 {
				first = nodes
			} else if !printed && nodes-first > 2*batch {
				printed = true
				fmt.Println("continued")
			}
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// long returns a claim whose proof takes some seconds.
func long() (p othello.Position, value int, s prove.Settings) {
	p = othellotest.Begun(rand.New(rand.NewPCG(3, 2)), othello.Size8, 20)
	return p, -30, prove.Settings{Position: p.String(), Leaf: proof.MinLeaf, Generator: "test"}
}

// resumed proves the claim of long with a journal.
func resumed(ctx context.Context, path string, progress func(nodes int)) (*proof.Builder, error) {
	p, value, settings := long()
	j, err := prove.OpenJournal(path, settings)
	if err != nil {
		return nil, err
	}
	b, err := prove.Prove(ctx, p, proof.AtLeast, value, prove.Options{
		Engine: search.New(search.Options{HashBytes: 8 << 20, Without: search.Claims}), Leaf: settings.Leaf, Journal: j,
		Generator: "test", Progress: progress,
	})
	return b, errors.Join(err, j.Close())
}

// nodes returns the number of nodes in a journal of the claim of long.
func nodes(t *testing.T, path string) int {
	t.Helper()
	p, value, settings := long()
	j, err := prove.OpenJournal(path, settings)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	b, err := prove.Prove(ended, p, proof.AtLeast, value, prove.Options{Leaf: settings.Leaf, Journal: j})
	if !errors.Is(err, context.Canceled) {
		return b.Len() // the proof was complete
	}
	return b.Len()
}

// TestKilled kills a proof at random moments. Each run continues from the nodes of the run before it, and the last one
// proves the claim.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills and continues a proof of some seconds")
	}
	p, value, _ := long()
	began := time.Now()
	whole, err := resumed(t.Context(), filepath.Join(t.TempDir(), "whole"), nil)
	if err != nil {
		t.Fatal(err)
	}
	length := time.Since(began)
	path := filepath.Join(t.TempDir(), "killed")
	chance := rand.New(rand.NewPCG(uint64(began.UnixNano()), 0))
	held := []int{0}
	for range 4 {
		killed := crashtest.Kill(t, crashtest.Child(t, provenIn, path), time.Duration(chance.Int64N(int64(length/8))))
		now, before := nodes(t, path), held[len(held)-1]
		if now <= before {
			t.Errorf("%d nodes after a run, want more than %d", now, before)
		}
		if held = append(held, now); !killed {
			break
		}
	}
	b, err := resumed(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	report, _ := verified(t, b)
	want := proof.Claim{Position: p.String(), Relation: proof.AtLeast, Value: value}
	if diff := cmp.Diff(want, report.Claim); diff != "" {
		t.Error(diff)
	}
	t.Logf("nodes after each kill: %v, at the end %d; without kills: %d in %v", held, b.Len(), whole.Len(), length)
}

// TestContinued checks that a run that continues a complete journal searches nothing and writes the same file.
func TestContinued(t *testing.T) {
	p := othellotest.Begun(rand.New(rand.NewPCG(3, 3)), othello.Size8, 17)
	settings := prove.Settings{Position: p.String(), Leaf: 6}
	path := filepath.Join(t.TempDir(), "journal")
	var files [2]bytes.Buffer
	for i := range files {
		j, err := prove.OpenJournal(path, settings)
		if err != nil {
			t.Fatal(err)
		}
		if j.Empty() != (i == 0) {
			t.Errorf("run %d: Empty() = %t, want %t", i, j.Empty(), i == 0)
		}
		engine := search.New(search.Options{HashBytes: 1 << 20})
		b, err := prove.Prove(t.Context(), p, proof.AtLeast, -20, prove.Options{Engine: engine, Leaf: 6, Journal: j})
		if err != nil {
			t.Fatal(err)
		}
		if n := engine.Nodes(); (n == 0) != (i == 1) {
			t.Errorf("run %d searched %d nodes; want some in the first run and none in the second", i, n)
		}
		if _, err := b.WriteTo(&files[i]); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("the certificates differ")
	}
	score, err := prove.OpenJournal(path, settings)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := score.Score(); ok {
		t.Error("Score() returned a score before SetScore")
	}
	if err := errors.Join(score.SetScore(-4), score.Close()); err != nil {
		t.Fatal(err)
	}
	if score, err = prove.OpenJournal(path, settings); err != nil {
		t.Fatal(err)
	}
	if got, ok := score.Score(); got != -4 || !ok {
		t.Errorf("score %d, %t; want -4", got, ok)
	}
	if _, err := prove.OpenJournal(path, settings); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("a second run: error %v, want %v", err, filelock.ErrLocked)
	}
	if err := score.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the removed journal: error %v, want %v", err, os.ErrNotExist)
	}
}

// TestOtherSettings checks that a journal of other settings is refused, and that an invalid journal is always refused.
func TestOtherSettings(t *testing.T) {
	start := othello.Start(othello.Size4, othello.Usual)
	settings := prove.Settings{Position: start.String(), Leaf: 4, Generator: "a", Weights: "b"}
	const head = `{"schema":"kaeshi/prove-journal/1","position":"-----OX--XO----- X","leaf":4,"generator":"a",` +
		`"weights":"b"}` + "\n"
	claim := `{"position":"-----OX--XO----- X","claim":"at least","value":-10,`
	at := `"at":"-----OX--XO----- X","move":"a1"`
	for text, want := range map[string]string{
		"nothing\n": "not a journal of this command",

		strings.Replace(head, `:4`, `:5`, 1):    "other settings: leaf 5 (want 4)",
		strings.Replace(head, `"a"`, `"c"`, 1):  "other settings: program c (want a)",
		strings.Replace(head, `"b"`, `"d"`, 1):  "other settings: weights d (want b)",
		strings.Replace(head, ` X"`, ` O"`, 1):  "position -----OX--XO----- O (want -----OX--XO----- X)",
		head + "{}\n":                           "line 2: want a score",
		head + claim + `"nodes":"AAAA"}` + "\n": "journal, byte",
		head + claim + `"nodes":"YmD+"}` + "\n": "journal, byte",
		head + claim + at + "}\n":               "journal, byte",

		head + claim + strings.Replace(at, "-----OX", "x", 1) + "}\n": "journal, byte",
	} {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := prove.OpenJournal(path, settings)
		if err == nil {
			_, err = prove.Prove(t.Context(), start, proof.AtLeast, -10, prove.Options{Leaf: 4, Journal: j})
			_ = j.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
		if other := strings.Contains(want, "(want"); other != errors.Is(err, prove.ErrOtherSettings) {
			t.Errorf("%s: error %v, want ErrOtherSettings: %t", text, err, other)
		}
	}
}
