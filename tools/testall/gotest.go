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

// goTests is a step that runs `go test` over a module.
func goTests(name, dir string, env []string) step {
	return goTestsOf([]string{"./..."}, name, dir, env)
}

// goTestsOf is goTests with the given flags over some packages of the module.
func goTestsOf(packages []string, name, dir string, env []string, flags ...string) step {
	return step{name: name, run: func(ctx context.Context, s *session) result {
		args := append([]string{"test", "-json", "-shuffle=on"}, flags...)
		cmd := s.command(ctx, dir, "go", append(args, packages...)...)
		cmd.Env = withEnv(cmd.Env, env...)
		return s.countGoTests(cmd)
	}}
}

// countGoTests runs a `go test -json` command and counts its tests.
func (s *session) countGoTests(cmd *exec.Cmd) result {
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return failedStep(err)
	}
	var complaint bytes.Buffer
	cmd.Stderr = io.MultiWriter(s.out, &complaint)
	if err := cmd.Start(); err != nil {
		return failedStep(explain(cmd, err))
	}
	log := newGoLog(s.out)
	scanErr := log.read(pipe)
	if scanErr != nil {
		// What is left must be read all the same, or go test waits for ever.
		_, _ = io.Copy(io.Discard, pipe)
		log.result.add(failedStep(scanErr))
	}
	if err := explain(cmd, cmd.Wait()); err != nil && log.result.failed == 0 {
		// Nothing was built, or go test itself failed.
		log.result.add(failedStep(fmt.Errorf("%w\n%s", err, bytes.TrimSpace(complaint.Bytes()))))
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
	ImportPath  string // of build events
	Test        string
	Output      string
	Elapsed     float64 // seconds
	FailedBuild string
}

// goLog follows the events of one `go test -json`: it counts, shows one line per
// package, and keeps the output of a test until it is known whether anyone needs it.
type goLog struct {
	out    io.Writer
	result result
	said   map[string]*strings.Builder // output, by package and test
	counts map[string]*tally           // by package
}

func newGoLog(out io.Writer) *goLog {
	return &goLog{out: out, said: map[string]*strings.Builder{}, counts: map[string]*tally{}}
}

// maxEventLine bounds one line of the stream; test output is split far below it.
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
		// run, start, pause, cont, attr, bench, build-fail: nothing to count
	case e.Test != "":
		l.testEnded(e)
	default:
		l.packageEnded(e)
	}
}

// testName names a test over all packages: "import/path.TestName/sub".
func testName(e goEvent) string {
	if e.Test == "" {
		return e.Package
	}
	return e.Package + "." + e.Test
}

func (l *goLog) keep(key, text string) {
	b := l.said[key]
	if b == nil {
		b = &strings.Builder{}
		l.said[key] = b
	}
	b.WriteString(text)
}

// take returns what was kept under key and forgets it.
func (l *goLog) take(key string) string {
	b := l.said[key]
	delete(l.said, key)
	if b == nil {
		return ""
	}
	return b.String()
}

// takeUnfinished returns what tests of the package printed that never ended: one
// of them is why the package did.
func (l *goLog) takeUnfinished(pkg string) string {
	var all strings.Builder
	for _, key := range slices.Sorted(maps.Keys(l.said)) {
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
	said := l.take(name)
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
		fmt.Fprint(l.out, said)
	case "skip":
		n.skipped++
		l.result.skips = append(l.result.skips, skip{test: name, reason: skipReason(said)})
	}
}

// packageEnded adds a package's tests up. A package that fails without a failed
// test (it does not build, it exits early, it runs out of time) counts as one.
func (l *goLog) packageEnded(e goEvent) {
	n, said := l.count(e.Package), l.take(e.Package)
	if e.Action == "fail" {
		fmt.Fprint(l.out, l.take(e.FailedBuild), l.takeUnfinished(e.Package), said)
		if n.failed == 0 {
			n.failed++
			l.result.reasons = append(l.result.reasons, e.Package+": "+packageTrouble(e))
		}
	}
	l.result.add(result{tally: *n})
	if *n != (tally{}) {
		took := seconds(e.Elapsed).Round(10 * time.Millisecond)
		fmt.Fprintf(l.out, "%s  %s  %s (%s)\n", e.Action, e.Package, *n, took)
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func packageTrouble(e goEvent) string {
	if e.FailedBuild != "" {
		return "does not build"
	}
	return "failed outside its tests"
}

// skipReason takes the sentence out of what a skipped test printed.
func skipReason(said string) string {
	var kept []string
	for line := range strings.Lines(said) {
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
