package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// newTestSession returns a session in a new module with the given files.
func newTestSession(t *testing.T, files map[string]string) (*session, *bytes.Buffer) {
	t.Helper()
	root := t.TempDir()
	if files["go.mod"] == "" {
		mustWrite(t, filepath.Join(root, "go.mod"), "module example.test\n\ngo 1.26.0\n")
	}
	for name, text := range files {
		mustWrite(t, filepath.Join(root, name), text)
	}
	var out bytes.Buffer
	s, err := newSession(root, &out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	s.setenv("GOFLAGS", "-buildvcs=false")
	s.setenv("GOWORK", "off")
	return s, &out
}

func mustWrite(t *testing.T, path, text string) {
	t.Helper()
	if err := writeFile(path, text); err != nil {
		t.Fatal(err)
	}
}

func testFile(pkg, body string) string {
	return "package " + pkg + "\n\nimport \"testing\"\n\n" + body
}

func TestCountGoTests(t *testing.T) {
	s, out := newTestSession(t, map[string]string{
		"good/good_test.go": testFile("good", `
func TestOne(t *testing.T) { t.Run("a", func(t *testing.T) {}); t.Run("b", func(t *testing.T) {}) }
func TestSlow(t *testing.T) { t.Skip("too slow here") }
func FuzzSeed(f *testing.F) { f.Add(1); f.Fuzz(func(t *testing.T, n int) {}) }`),
		"bad/bad_test.go": testFile("bad", `
func TestFine(t *testing.T) {}
func TestBad(t *testing.T) { t.Run("sub", func(t *testing.T) { t.Error("two is three") }) }`),
		"broken/broken.go":    "package broken\n\nvar x int = \"no number\"\n",
		"broken/some_test.go": testFile("broken", "func TestNever(t *testing.T) {}"),
		"quits/quits_test.go": "package quits\n\nimport (\n\"os\"\n\"testing\"\n)\n\n" +
			"func TestMain(m *testing.M) { os.Exit(7) }\nfunc TestNever(t *testing.T) {}\n",
		"panics/panics_test.go": testFile("panics", `func TestPanics(t *testing.T) { panic("upside down") }`),
	})
	r := goTests("go test", ".", nil).run(context.Background(), s)

	// good: TestOne, /a, /b, FuzzSeed, /seed#0. bad: TestFine passes; TestBad and /sub fail.
	// broken and quits fail as packages, panics by its test.
	want := tally{passed: 6, failed: 5, skipped: 1}
	if r.tally != want {
		t.Errorf("tally %v, want %v\n%s", r.tally, want, out)
	}
	reasons := strings.Join(r.reasons, "\n")
	for _, text := range []string{
		"example.test/bad.TestBad/sub", "example.test/broken: does not build",
		"example.test/quits: failed outside its tests", "example.test/panics.TestPanics",
	} {
		if !strings.Contains(reasons, text) {
			t.Errorf("the reasons do not contain %q:\n%s", text, reasons)
		}
	}
	for _, text := range []string{"two is three", "no number", "upside down"} {
		if !strings.Contains(out.String(), text) {
			t.Errorf("the output does not contain %q:\n%s", text, out)
		}
	}
	if len(r.skips) != 1 {
		t.Fatalf("skips = %+v, want one", r.skips)
	}
	if s := r.skips[0]; s.test != "example.test/good.TestSlow" || !strings.Contains(s.reason, "too slow here") {
		t.Errorf("skip %+v, want TestSlow with its reason", s)
	}
}

func TestGoTestWithoutTestsFails(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"no tests":      {"a/a.go": "package a\n"},
		"no packages":   {},
		"broken go.mod": {"go.mod": "module example.test\n\nrequire nonsense\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s, out := newTestSession(t, files)
			if r := goTests("go test", ".", nil).run(context.Background(), s); r.failed == 0 ||
				len(r.reasons) == 0 {
				t.Errorf("result = %+v, want a failure with its reason\n%s", r, out)
			}
		})
	}
}

func TestInterruptedGoTestStops(t *testing.T) {
	s, _ := newTestSession(t, map[string]string{
		"hang/hang_test.go": testFile("hang", `func TestHang(t *testing.T) { select {} }`),
	})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := goTests("go test", ".", nil).run(ctx, s); r.failed == 0 {
		t.Errorf("result = %+v, want a failure", r)
	}
}
