package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// goTests returns a step that runs go test on all packages of a module.
func goTests(name, dir string, env []string) step {
	return goTestsOf([]string{"./..."}, name, dir, env)
}

// Make lint has run vet, and test binaries need no information for debuggers.
var quickBuild = []string{"-vet=off", "-ldflags=-s -w"}

// goTestsOf returns a step that runs go test on some packages of a module.
func goTestsOf(packages []string, name, dir string, env []string, flags ...string) step {
	return step{name: name, run: func(ctx context.Context, s *session) result {
		args := slices.Concat([]string{"test", "-json", "-shuffle=on"}, quickBuild, flags)
		cmd := s.command(ctx, dir, "go", append(args, packages...)...)
		cmd.Env = withEnv(cmd.Env, env...)
		return s.countGoTests(cmd)
	}}
}

// countGoTests runs a go test -json command and counts its tests.
func (s *session) countGoTests(cmd *exec.Cmd) result {
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return failedStep(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = io.MultiWriter(s.out, &stderr)
	if err := cmd.Start(); err != nil {
		return failedStep(explain(cmd, err))
	}
	log := newGoLog(s.out)
	scanErr := log.read(pipe)
	if scanErr != nil {
		// Read the rest, as go test would otherwise block.
		_, _ = io.Copy(io.Discard, pipe)
		log.result.add(failedStep(scanErr))
	}
	if err := explain(cmd, cmd.Wait()); err != nil && log.result.failed == 0 {
		// The build or go test itself failed.
		log.result.add(failedStep(fmt.Errorf("%w\n%s", err, bytes.TrimSpace(stderr.Bytes()))))
	}
	if log.result.tally == (tally{}) {
		return failedStep(fmt.Errorf("%s ran no tests", strings.Join(cmd.Args, " ")))
	}
	return log.result
}

// goEvent is a line of `go test -json` (go doc test2json, go help buildjson).
type goEvent struct {
	Action      string
	Package     string
	ImportPath  string // only in build events
	Test        string
	Output      string
	Elapsed     float64 // seconds
	FailedBuild string
}

// goLog processes the events of go test -json. It counts tests, prints a line for each package, and keeps the output of
// a test until its result is known.
type goLog struct {
	out    io.Writer
	result result
	output map[string]*strings.Builder // output, by package and test
	counts map[string]*tally           // by package
}

func newGoLog(out io.Writer) *goLog {
	return &goLog{out: out, output: map[string]*strings.Builder{}, counts: map[string]*tally{}}
}

// maxEventLine limits the length of an event. go test splits test output into much shorter lines.
const maxEventLine = 16 << 20

func (l *goLog) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxEventLine)
	for lines.Scan() {
		var e goEvent
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil || e.Action == "" {
			fmt.Fprintln(l.out, lines.Text())
			continue
		}
		l.event(e)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("reading go test -json: %w", err)
	}
	return nil
}

func (l *goLog) event(e goEvent) {
	switch {
	case e.Action == "build-output":
		l.keep(e.ImportPath, e.Output)
	case e.Action == "output":
		l.keep(testName(e), e.Output)
	case e.Action != "pass" && e.Action != "fail" && e.Action != "skip":
		// run, start, pause, cont, attr, bench, build-fail: not counted
	case e.Test != "":
		l.testEnded(e)
	default:
		l.packageEnded(e)
	}
}

// testName returns the full name of a test: "import/path.TestName/sub".
func testName(e goEvent) string {
	if e.Test == "" {
		return e.Package
	}
	return e.Package + "." + e.Test
}

func (l *goLog) keep(key, text string) {
	b := l.output[key]
	if b == nil {
		b = &strings.Builder{}
		l.output[key] = b
	}
	b.WriteString(text)
}

// take removes and returns the output that was kept under key.
func (l *goLog) take(key string) string {
	b := l.output[key]
	delete(l.output, key)
	if b == nil {
		return ""
	}
	return b.String()
}

// takeUnfinished returns the output of the tests of a package that did not end, which may explain why the package
// failed.
func (l *goLog) takeUnfinished(pkg string) string {
	var all strings.Builder
	for _, key := range slices.Sorted(maps.Keys(l.output)) {
		if strings.HasPrefix(key, pkg+".") {
			all.WriteString(l.take(key))
		}
	}
	return all.String()
}

func (l *goLog) count(pkg string) *tally {
	if l.counts[pkg] == nil {
		l.counts[pkg] = &tally{}
	}
	return l.counts[pkg]
}

func (l *goLog) testEnded(e goEvent) {
	name, n := testName(e), l.count(e.Package)
	output := l.take(name)
	if !strings.Contains(e.Test, "/") {
		l.result.times = append(l.result.times, testTime{name, seconds(e.Elapsed)})
	}
	switch e.Action {
	case "pass":
		n.passed++
		l.result.ran = append(l.result.ran, name)
	case "fail":
		n.failed++
		l.result.ran = append(l.result.ran, name)
		l.result.reasons = append(l.result.reasons, name)
		fmt.Fprint(l.out, output)
	case "skip":
		n.skipped++
		l.result.skips = append(l.result.skips, skip{test: name, reason: skipReason(output)})
	}
}

// packageEnded adds up the tests of a package. A package that fails without a failed test, such as one that does not
// build, counts as one failed test.
func (l *goLog) packageEnded(e goEvent) {
	n, output := l.count(e.Package), l.take(e.Package)
	if e.Action == "fail" {
		fmt.Fprint(l.out, l.take(e.FailedBuild), l.takeUnfinished(e.Package), output)
		if n.failed == 0 {
			n.failed++
			l.result.reasons = append(l.result.reasons, e.Package+": "+packageFailure(e))
		}
	}
	l.result.add(result{tally: *n})
	if *n != (tally{}) {
		took := seconds(e.Elapsed).Round(10 * time.Millisecond)
		fmt.Fprintf(l.out, "%s  %s  %s (%s)\n", e.Action, e.Package, *n, took)
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func packageFailure(e goEvent) string {
	if e.FailedBuild != "" {
		return "does not build"
	}
	return "failed outside its tests"
}

// skipReason returns the reason in the output of a skipped test.
func skipReason(output string) string {
	var kept []string
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "=== ") && !strings.HasPrefix(line, "--- ") {
			kept = append(kept, line)
		}
	}
	if len(kept) == 0 {
		return "no reason given"
	}
	return strings.Join(kept, " ")
}
