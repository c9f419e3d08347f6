package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestCountText(t *testing.T) {
	cases := []struct {
		name, text string
		want       tally
		ok         bool
	}{
		{
			"tap", "# tests 5\n# suites 0\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 0\n# todo 0\n# duration_ms 5\n",
			tally{3, 2, 0},
			true,
		},
		{"spec", "ℹ tests 4\nℹ pass 3\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\n", tally{3, 0, 1}, true},
		{
			"vitest", " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 12 passed | 2 skipped (15)\n",
			tally{12, 1, 2},
			true,
		},
		{
			"coloured", "\x1b[2m      Tests \x1b[22m \x1b[1m\x1b[32m7 passed\x1b[39m\x1b[22m\x1b[90m (7)\x1b[39m\n",
			tally{7, 0, 0},
			true,
		},
		{"two runs", "# pass 3\n# fail 0\nℹ pass 2\nℹ fail 1\n", tally{5, 1, 0}, true},
		{"nothing ran", "# pass 0\n# fail 0\n", tally{}, false},
		{"no count", "everything is fine, 12 passed\n", tally{}, false},
	}
	for _, c := range cases {
		r, ok := countText(c.text)
		if r.tally != c.want || ok != c.ok {
			t.Errorf("%s: tally %v, found %t; want %v, %t", c.name, r.tally, ok, c.want, c.ok)
		}
	}
}

func TestNodeTimes(t *testing.T) {
	got := nodeTimes("\x1b[32m✔ plays (1500.25ms)\x1b[39m\n  ✔ a part (10ms)\n✖ stops (20ms)\nℹ pass 1\n")
	want := []testTime{{"plays", 1500250 * time.Microsecond}, {"stops", 20 * time.Millisecond}}
	if !slices.Equal(got, want) {
		t.Errorf("times %v, want %v", got, want)
	}
}

func TestFailures(t *testing.T) {
	node := "✖ stops (20ms)\nℹ fail 1\n\n\x1b[31m" + nodeFailures + "\x1b[39m\n"
	for text, want := range map[string]string{
		node + "test at e2e/a.mjs:3:1\n✖ stops (20ms)\n  Error: late\n": ":\ntest at e2e/a.mjs:3:1\n✖ stops (20ms)\n" +
			"  Error: late",
		" FAIL  src/a.test.ts > ends\nAssertionError: 1\n": ":\nsrc/a.test.ts > ends",
		"# fail 1\n": ", see above",
		nodeFailures + strings.Repeat("x\n", mostFailureLines+1): ":\n" + strings.Repeat("x\n", mostFailureLines) +
			"…, see above",
	} {
		if diff := cmp.Diff(want, failures(text)); diff != "" {
			t.Errorf("%q: -want +got:\n%s", text, diff)
		}
	}
}

// withFakeNpm replaces npm with a shell script.
func withFakeNpm(t *testing.T, s *session, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "npm")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	s.prependPath(dir)
	if err := os.MkdirAll(filepath.Join(s.root, ui), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestNpmTests(t *testing.T) {
	cases := []struct {
		name, script string
		want         tally
		reason       string
	}{
		{"all pass", "echo '# pass 4'", tally{passed: 4}, ""},
		{"some fail", "echo '# pass 4'; echo '# fail 2'; exit 1", tally{passed: 4, failed: 2}, "2 failed tests"},
		{"fails after its tests", "echo '# pass 4'; exit 1", tally{passed: 4, failed: 1}, "exit status 1"},
		{"succeeds with failed tests", "echo '# fail 2'", tally{failed: 2}, "succeeded but counts 2 failed"},
		{"does not start", "exit 127", tally{failed: 1}, "exit status 127"},
		{"no output", "exit 0", tally{failed: 1}, "without a count of tests"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, _ := newTestSession(t, nil)
			withFakeNpm(t, s, c.script)
			r := s.countNpmTests(context.Background(), "test")
			if r.tally != c.want || !strings.Contains(strings.Join(r.reasons, "\n"), c.reason) {
				t.Errorf("result = %+v, want %v with reason %q", r, c.want, c.reason)
			}
		})
	}
}

func TestDistMatches(t *testing.T) {
	// The script imitates vite build. Its arguments are run, build, --, --outDir, FOLDER.
	const build = `mkdir -p "$5/assets" && echo page >"$5/index.html" && echo code >"$5/assets/a.js"`
	committed := map[string]string{"web/dist/index.html": "page\n", "web/dist/assets/a.js": "code\n"}
	check := func(t *testing.T, script, want string) {
		t.Helper()
		s, _ := newTestSession(t, committed)
		withFakeNpm(t, s, script)
		r := distMatches(context.Background(), s)
		if got := strings.Join(r.reasons, "\n"); (r.failed > 0) != (want != "") || !strings.Contains(got, want) {
			t.Errorf("result = %+v, want reason %q", r, want)
		}
	}
	t.Run("equal", func(t *testing.T) { check(t, build, "") })
	t.Run("changed", func(t *testing.T) { check(t, build+` && echo x >"$5/index.html"`, "index.html differs") })
	t.Run("new file", func(t *testing.T) { check(t, build+` && echo x >"$5/b.js"`, "b.js is missing") })
	t.Run("removed file", func(t *testing.T) {
		check(t, build+` && rm "$5/assets/a.js"`,
			"assets/a.js is no longer built")
	})
	t.Run("nothing built", func(t *testing.T) { check(t, `mkdir -p "$5"`, "no files") })
	t.Run("does not build", func(t *testing.T) { check(t, "exit 1", "exit status 1") })
}

func TestNeedModules(t *testing.T) {
	s, out := newTestSession(t, map[string]string{ui + "/package-lock.json": "{}"})
	dir := t.TempDir()
	for name, text := range map[string]string{
		"node": "echo v20.19.4",
		"npm":  `if [ "$1" = --version ]; then echo 11.3.0; else echo "called npm $*"; fi`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.prependPath(dir)
	s.installs = true
	ctx := context.Background()
	for range 2 {
		s.found = map[string]error{} // as at the start of another run
		if err := needModules(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(out.String(), "called npm ci"); n != 1 {
		t.Errorf("npm ci ran %d times for one lock file, want once\n%s", n, out)
	}
	mustWrite(t, filepath.Join(s.root, ui, "package-lock.json"), `{"packages":{}}`)
	s.found = map[string]error{}
	if err := needModules(ctx, s); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "called npm ci"); n != 2 {
		t.Errorf("npm ci ran %d times after a change of the lock file, want twice\n%s", n, out)
	}
}
