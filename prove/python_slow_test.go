//go:build slow

package prove_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

// TestPython checks that docs/verify.py accepts certificates and refuses truncated ones.
func TestPython(t *testing.T) {
	engine := search.New(search.Options{})
	r := rand.New(rand.NewPCG(7, 7))
	positions := []othello.Position{
		othello.Start(othello.Size4, othello.Usual), othello.Start(othello.Size4, othello.Parallel),
	}
	for i := range 10 {
		if p := othellotest.Begun(r, othello.Size8, 12+i%3); !p.Over() {
			positions = append(positions, p)
		}
	}
	for _, p := range positions {
		solved, err := engine.Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, relation := range []string{proof.AtLeast, proof.AtMost} {
			b, err := prove.Prove(t.Context(), p, relation, int(solved.Score), prove.Options{Engine: engine, Leaf: 4})
			if err != nil {
				t.Fatal(err)
			}
			var file bytes.Buffer
			if _, err := b.WriteTo(&file); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "one.kproof")
			for name, test := range map[string]struct {
				contents []byte
				status   int
			}{"whole": {file.Bytes(), 0}, "cut": {file.Bytes()[:file.Len()/2], 3}} {
				if err := os.WriteFile(path, test.contents, 0o600); err != nil {
					t.Fatal(err)
				}
				c := exec.CommandContext(t.Context(), "python3", "../docs/verify.py", path)
				out, err := c.CombinedOutput()
				if c.ProcessState == nil || c.ProcessState.ExitCode() != test.status {
					t.Errorf("%s: %s: %v, %s", p, name, err, out)
				}
			}
		}
	}
}
