package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTargetsIn(t *testing.T) {
	got := targetsIn("package x\n\nfunc FuzzRead(f *testing.F)       { format().Fuzz(f) }\n" +
		"// func FuzzOld(f *testing.F)\nfunc TestFuzz(t *testing.T) {}\nfunc FuzzWrite(fuzz *testing.F) {\n}\n" +
		"func (s site) FuzzNo(f *testing.F) {}\n")
	if diff := cmp.Diff([]string{"FuzzRead", "FuzzWrite"}, got); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
}

func TestResultOf(t *testing.T) {
	const running = "fuzz: elapsed: 0s, gathering baseline coverage: 0/12 completed\n" +
		"fuzz: elapsed: 3s, execs: 102 (33/sec), new interesting: 1 (total: 13)\n" +
		"fuzz: elapsed: 6s, execs: 2040 (646/sec), new interesting: 4 (total: 16)\n"
	failure := errors.New("exit status 1")
	for name, c := range map[string]struct {
		output string
		err    error
		want   result
	}{
		"passed": {running + "PASS\nok  \tx\t6.1s\n", nil, result{inputs: "2040", interesting: "4"}},
		"failed": {
			running + "--- FAIL: FuzzRead\n    Failing input written to testdata/fuzz/FuzzRead/0a1b\n    To re-run:\n",
			failure,
			result{inputs: "2040", interesting: "4", fault: "fails for testdata/fuzz/FuzzRead/0a1b"},
		},
		"seed": {
			"failure while testing seed corpus entry: FuzzRead/seed#0\n", failure,
			result{fault: "fails for FuzzRead/seed#0"},
		},
		"not built": {"x.go:1: syntax error\n", failure, result{fault: "exit status 1"}},
	} {
		got := resultOf(c.output, c.err)
		if got.output != strings.TrimSpace(c.output) {
			t.Errorf("%s: output %q, want %q", name, got.output, c.output)
		}
		got.output = ""
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(result{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestRun fuzzes a module with a target that passes and one that fails.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests of a module")
	}
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.26\n",
		"x_test.go": "package example\n\nimport \"testing\"\n\n" +
			"func FuzzGood(f *testing.F) { f.Fuzz(func(*testing.T, string) {}) }\n\n" +
			"func FuzzBad(f *testing.F) {\n\tf.Add(\"x\")\n\tf.Fuzz(func(t *testing.T, s string) { t.Error(s) })\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fuzzed := func(args ...string) (string, error) {
		var out strings.Builder
		err := run(t.Context(), append([]string{"-root", root, "-time", "10x"}, args...), &out)
		return out.String(), err
	}
	out, err := fuzzed()
	if err == nil || err.Error() != "1 of 2 targets failed" {
		t.Errorf("error %v, want that one of two targets failed", err)
	}
	for _, want := range []string{"example.FuzzGood  1", "example.FuzzBad   -", "fails for FuzzBad/seed#0"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output does not contain %q:\n%s", want, out)
		}
	}
	if out, err := fuzzed("-run", "Good"); err != nil || strings.Contains(out, "FuzzBad") {
		t.Errorf("-run Good: error %v, output %s; want one target", err, out)
	}
	if _, err := fuzzed("-run", "Nothing"); err == nil {
		t.Error("-run Nothing succeeded, want an error")
	}
}
