//go:build slow

package prove_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

// certificates returns certificates with small leaves: both claims for 4×4 from both starts, for an ending on 6×6 and
// for ten endings on 8×8, and conditional ones.
func certificates(t *testing.T) (files [][]byte) {
	t.Helper()
	engine := search.New(search.Options{})
	r := rand.New(rand.NewPCG(7, 7))
	positions := []othello.Position{
		othello.Start(othello.Size4, othello.Usual), othello.Start(othello.Size4, othello.Parallel),
		othellotest.Ending(r, othello.Size6, 12),
	}
	for i := range 10 {
		positions = append(positions, othellotest.Ending(r, othello.Size8, 12+i%3))
	}
	assumed, err := prove.ReadAssumptions(strings.NewReader(assumedAfter(t, positions[0], 2)), "a search")
	if err != nil {
		t.Fatal(err)
	}
	conditional := prove.NewConditional(assumed, 4)
	for i, p := range positions {
		solved, err := engine.Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		list := []prove.Options{{Engine: engine, Leaf: 4}}
		if i == 0 {
			list = append(list, prove.Options{Conditional: conditional})
		}
		for _, o := range list {
			for _, relation := range []string{proof.AtLeast, proof.AtMost} {
				files = append(files, certificate(t, p, relation, int(solved.Score), o))
			}
		}
	}
	return files
}

// certificate proves a claim and returns the file of the certificate.
func certificate(t *testing.T, p othello.Position, relation string, value int, o prove.Options) []byte {
	t.Helper()
	b, err := prove.Prove(t.Context(), p, relation, value, o)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := b.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// altered returns a certificate with changed contents and the right checksum.
func altered(t *testing.T, file []byte, change func(contents []byte) []byte) []byte {
	t.Helper()
	unpacked, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	contents, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	contents = change(contents[:len(contents)-sha256.Size])
	sum := sha256.Sum256(contents)
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err = w.Write(slices.Concat(contents, sum[:]))
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// python returns the exit status of docs/verify.py for a certificate, and its output.
func python(t *testing.T, file []byte) (status int, output string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "one.kproof")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "python3", "../docs/verify.py", path)
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), string(out)
}

// TestPython checks that docs/verify.py accepts certificates, and that it refuses them if they are incomplete or have a
// false claim.
func TestPython(t *testing.T) {
	value := regexp.MustCompile(`"claim":"(at least|at most)","value":(-?\d+)`)
	for _, file := range certificates(t) {
		files := map[string]struct {
			contents []byte
			status   int
		}{
			"complete": {file, 0}, "truncated": {file[:len(file)/2], 3}, "empty": {nil, 3},
			"no number": {altered(t, file, func(c []byte) []byte {
				return bytes.Replace(c, value.Find(c), []byte(`"claim":"at most","value":NaN`), 1)
			}), 3},
			"a byte too many": {altered(t, file, func(c []byte) []byte { return append(c, 0) }), 3},
			"a false claim": {altered(t, file, func(c []byte) []byte {
				found := string(value.Find(c))
				claim := `"claim":"at least","value":64`
				if strings.Contains(found, "most") {
					claim = `"claim":"at most","value":-64`
				}
				return bytes.Replace(c, []byte(found), []byte(claim), 1)
			}), 3},
		}
		for name, test := range files {
			if status, out := python(t, test.contents); status != test.status {
				t.Errorf("%s: status %d, want %d: %s", name, status, test.status, out)
			}
		}
	}
}

// verdicts is a Python program that prints the exit status of verify.py for each file.
const verdicts = `import sys
sys.dont_write_bytecode = True
import verify
for path in sys.argv[1:]:
    sys.argv[1] = path
    print(verify.main()[1])`

// TestCheckersAgree checks that docs/verify.py and package proof accept the same certificates after random changes of
// the nodes.
func TestCheckersAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 6))
	files, accepted := certificates(t)[:6], 0
	for _, relation := range []string{proof.AtLeast, proof.AtMost} { // claims with many proofs
		start := othello.Start(othello.Size4, othello.Usual)
		value := map[string]int{proof.AtLeast: -16, proof.AtMost: 16}[relation]
		files = append(files, certificate(t, start, relation, value, prove.Options{Leaf: 8}))
	}
	folder := t.TempDir()
	var valid []bool // for each change
	arguments := []string{"-c", verdicts}
	for i := range 400 {
		file := altered(t, files[i%len(files)], func(c []byte) []byte {
			nodes := bytes.LastIndexByte(c, '\n') + 1
			if at := nodes + r.IntN(len(c)-nodes); r.IntN(2) == 0 {
				c[at] ^= 1 << r.IntN(8)
			} else {
				c[at] = byte(r.IntN(256))
			}
			return c
		})
		_, err := proof.Verify(t.Context(), bytes.NewReader(file), proof.Options{})
		if valid = append(valid, err == nil); err == nil {
			accepted++
		}
		path := filepath.Join(folder, fmt.Sprint(i))
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, path)
	}
	c := exec.CommandContext(t.Context(), "python3", arguments...)
	c.Dir = "../docs"
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, status := range strings.Fields(string(out)) {
		if valid[i] != (status == "0") {
			t.Errorf("change %d: the status of verify.py is %s, but package proof accepts the certificate: %t", i,
				status, valid[i])
		}
	}
	if n := len(strings.Fields(string(out))); n != len(valid) {
		t.Errorf("%d statuses of verify.py, want %d", n, len(valid))
	}
	if accepted == 0 {
		t.Error("every changed certificate is refused, want some that are accepted")
	}
}
