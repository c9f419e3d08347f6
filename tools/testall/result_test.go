package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSummary(t *testing.T) {
	results := []result{
		{name: "full", tally: tally{passed: 3}, ran: []string{"p.TestA", "p.TestB", "p.TestC"}},
		{
			name: "race", tally: tally{passed: 1, skipped: 2}, ran: []string{"p.TestA"},
			skips: []skip{{"p.TestB", "short"}, {"p.TestD", "no such board"}},
		},
		{name: "browser", tally: tally{skipped: 1}, skips: []skip{{reason: "no Chromium"}}},
		{name: "dist", tally: tally{failed: 1}, reasons: []string{"index.html differs"}},
	}
	var out bytes.Buffer
	sum := summarise(results)
	sum.write(&out)
	text := out.String()
	if !strings.HasSuffix(text, "\n4 passed, 1 failed, 2 skipped\n") {
		t.Errorf("want two skipped tests at the end, because TestB ran in the first step:\n%s", text)
	}
	for _, line := range []string{"race: p.TestD: no such board", "browser: no Chromium", "dist: index.html differs"} {
		if !strings.Contains(text, "\n  "+line+"\n") {
			t.Errorf("the summary does not contain %q:\n%s", line, text)
		}
	}
	if strings.Contains(text, "p.TestB") {
		t.Errorf("the summary lists TestB, which ran:\n%s", text)
	}
}

func TestSlowestTests(t *testing.T) {
	r := result{name: "go test", tally: tally{passed: 12}}
	for i := range 12 {
		r.times = append(r.times, testTime{fmt.Sprintf("p.Test%d", i), time.Duration(i) * time.Second})
	}
	var out bytes.Buffer
	summarise([]result{r}).write(&out)
	text := out.String()
	first, last := strings.Index(text, "11s  go test  p.Test11\n"), strings.Index(text, "2s   go test  p.Test2\n")
	if first < 0 || last < first {
		t.Errorf("the summary does not list the slowest tests first:\n%s", text)
	}
	if strings.Contains(text, "p.Test1\n") {
		t.Errorf("the summary lists the eleventh test, want ten tests:\n%s", text)
	}
}

func TestExitCode(t *testing.T) {
	var (
		good = result{name: "a", tally: tally{passed: 1}}
		bad  = result{name: "b", tally: tally{failed: 1}}
		left = result{name: "c", tally: tally{skipped: 1}, skips: []skip{{reason: "no gcc"}}}
	)
	cases := []struct {
		name    string
		ci      bool
		results []result
		want    int
	}{
		{"all passed", true, []result{good}, exitPassed},
		{"a failure", false, []result{good, bad}, exitFailed},
		{"a skip outside CI", false, []result{good, left}, exitPassed},
		{"a skip in CI", true, []result{good, left}, exitFailed},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, _ := newTestSession(t, nil)
			s.ci = c.ci
			if got := finish(context.Background(), s, c.results); got != c.want {
				t.Errorf("exit code %d, want %d", got, c.want)
			}
			kept, err := os.ReadFile(filepath.Join(s.root, ".cache", "test-count"))
			if want := summarise(c.results).count() + "\n"; err != nil || string(kept) != want {
				t.Errorf("test-count contains %q, want %q; error %v", kept, want, err)
			}
		})
	}
}

func TestStepsAreIndependent(t *testing.T) {
	s, _ := newTestSession(t, nil)
	pass := func(context.Context, *session) result { return passedStep() }
	results := runSteps(context.Background(), s, []step{
		{name: "lacks", run: pass, needs: []need{func(context.Context, *session) error { return missing("no gcc") }}},
		{name: "breaks", run: pass, needs: []need{func(context.Context, *session) error {
			return errors.New("no file")
		}}},
		{name: "fails", run: func(context.Context, *session) result { return failedStep(errors.New("wrong")) }},
		{name: "passes", run: pass},
	})
	var verdicts []string
	for _, r := range results {
		verdicts = append(verdicts, r.name+" "+r.verdict())
	}
	if got, want := strings.Join(verdicts, ", "),
		"lacks skipped, breaks failed, fails failed, passes passed"; got != want {
		t.Errorf("results %s; want %s", got, want)
	}
}

func TestInterruptSkipsRemainingSteps(t *testing.T) {
	s, _ := newTestSession(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	results := runSteps(ctx, s, []step{
		{name: "first", run: func(context.Context, *session) result { cancel(); return passedStep() }},
		{name: "second", run: func(context.Context, *session) result { return passedStep() }},
	})
	if got := results[1].verdict(); got != "skipped" {
		t.Errorf("result of the second step: %s, want skipped", got)
	}
	if got := finish(ctx, s, results); got != exitInterrupted {
		t.Errorf("exit code %d, want %d", got, exitInterrupted)
	}
}

func TestCommandLine(t *testing.T) {
	cases := []struct {
		args   []string
		want   int
		output string
	}{
		{[]string{"-list", "-run", "race"}, exitPassed, "go test -race\n"},
		{[]string{"-run", "no such step"}, exitUsage, "matches no step"},
		{[]string{"-run", "("}, exitUsage, "missing closing"},
		{[]string{"-root", "/nowhere"}, exitUsage, "no go.mod"},
		{[]string{"-nonsense"}, exitUsage, "-nonsense"},
	}
	for _, c := range cases {
		var out bytes.Buffer
		if got := run(c.args, &out, &out); got != c.want || !strings.Contains(out.String(), c.output) {
			t.Errorf("run(%q) = %d, want %d and %q; output %q", c.args, got, c.want, c.output, out.String())
		}
	}
}
