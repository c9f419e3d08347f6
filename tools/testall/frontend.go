package main

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// npmCheck returns a step that runs an npm script and counts it as one test.
func npmCheck(name, script string) step {
	return step{name: name, needs: []need{needModules}, run: func(ctx context.Context, s *session) result {
		return checked(s.show(s.npm(ctx, ui, "run", script)))
	}}
}

// npmTests returns a step that runs an npm script and counts the tests in its output.
func npmTests(name, script string, needs ...need) step {
	return step{name: name, needs: append([]need{needModules}, needs...), run: func(ctx context.Context,
		s *session,
	) result {
		return s.countNpmTests(ctx, script)
	}}
}

func (s *session) countNpmTests(ctx context.Context, script string) result {
	text, err := s.tee(s.npm(ctx, ui, "run", script))
	r, ok := countText(text)
	r.times = nodeTimes(text)
	switch {
	case !ok && err == nil:
		return failedStep(fmt.Errorf("npm run %s succeeded without a count of tests in its output", script))
	case err != nil && r.failed == 0:
		r.add(failedStep(err))
	case err == nil && r.failed > 0:
		r.reasons = append(r.reasons, fmt.Sprintf("npm run %s succeeded but counts %d failed tests", script, r.failed))
	case err != nil:
		r.reasons = append(r.reasons, fmt.Sprintf("%d failed tests%s", r.failed, failures(text)))
	}
	return r
}

// mostFailureLines limits the lines of a step's failures in the summary.
const mostFailureLines = 60

// nodeFailures precedes the failed tests and their errors at the end of the output of node --test.
const nodeFailures = "✖ failing tests:\n"

// vitestFailure matches the line of a failed test in the output of vitest: " FAIL  src/sse.test.ts > ends".
var vitestFailure = regexp.MustCompile(`(?m)^ *FAIL +(.+)$`)

// failures returns the names of failed tests in the output of node --test or vitest, and with node their errors.
func failures(text string) string {
	text = colour.ReplaceAllString(text, "")
	var lines []string
	if _, end, ok := strings.Cut(text, nodeFailures); ok {
		for line := range strings.Lines(end) {
			if line = strings.TrimRight(line, " \n"); line != "" {
				lines = append(lines, line)
			}
		}
	}
	for _, found := range vitestFailure.FindAllStringSubmatch(text, -1) {
		lines = append(lines, found[1])
	}
	if len(lines) == 0 {
		return ", see above"
	}
	if len(lines) > mostFailureLines {
		lines = append(lines[:mostFailureLines], "…, see above")
	}
	return ":\n" + strings.Join(lines, "\n")
}

var (
	colour = regexp.MustCompile("\x1b\\[[0-9;]*m")
	// node --test ends with "# pass 12" (tap) or "ℹ pass 12" (spec).
	nodeCount = regexp.MustCompile(`(?m)^(?:#|ℹ) (pass|fail|cancelled|skipped|todo) (\d+)$`)
	// vitest ends with "Tests  1 failed | 12 passed | 2 skipped (15)".
	vitestLine  = regexp.MustCompile(`(?m)^ *Tests +(.*)\(\d+\)$`)
	vitestCount = regexp.MustCompile(`(\d+) (passed|failed|skipped|todo)`)
)

// nodeTest matches a top-level test of node --test: "✔ plays a game (1234.5ms)".
var nodeTest = regexp.MustCompile(`(?m)^[✔✖] (.+) \((\d+(?:\.\d+)?)ms\)`)

// nodeTimes returns the durations of tests in the output of node --test.
func nodeTimes(text string) []testTime {
	var times []testTime
	for _, found := range nodeTest.FindAllStringSubmatch(colour.ReplaceAllString(text, ""), -1) {
		if ms, err := strconv.ParseFloat(found[2], 64); err == nil {
			times = append(times, testTime{found[1], seconds(ms / 1000)})
		}
	}
	return times
}

// countText returns the counts at the end of the output of node --test or vitest, added up if there are several. The
// formats for skipped tests differ, so skipped tests are counted without their names.
func countText(text string) (result, bool) {
	text = colour.ReplaceAllString(text, "")
	counts := nodeCount.FindAllStringSubmatch(text, -1)
	for i := range counts {
		counts[i][1], counts[i][2] = counts[i][2], counts[i][1]
	}
	for _, line := range vitestLine.FindAllStringSubmatch(text, -1) {
		counts = append(counts, vitestCount.FindAllStringSubmatch(line[1], -1)...)
	}
	var r result
	for _, c := range counts {
		n, err := strconv.Atoi(c[1])
		if err != nil {
			return result{}, false
		}
		switch c[2] {
		case "pass", "passed":
			r.passed += n
		case "fail", "failed", "cancelled":
			r.failed += n
		default:
			r.skipped += n
		}
	}
	if r.skipped > 0 {
		r.skips = append(r.skips, skip{reason: fmt.Sprintf("%d tests skipped, see above", r.skipped)})
	}
	return r, r.tally != tally{}
}

// distMatches builds the front-end and compares it with the committed web/dist, which users get without Node.
func distMatches(ctx context.Context, s *session) result {
	fresh := filepath.Join(s.temp, "dist")
	build := s.npm(ctx, ui, "run", "build", "--", "--outDir", fresh, "--emptyOutDir")
	if err := s.show(build); err != nil {
		return failedStep(err)
	}
	diff, err := compareDirs(filepath.Join(s.root, "web", "dist"), fresh)
	if err == nil && len(diff) > 0 {
		err = fmt.Errorf("web/dist is out of date (run make dist-web): %s", sentence(diff))
	}
	return checked(err)
}

// browserTests returns a step that runs an npm script with Chromium and the program.
func browserTests(name, script string) step {
	return npmTests(name, script, needChromium, needProgram)
}

// needProgram builds the program once for all browser tests.
func needProgram(ctx context.Context, s *session) error {
	if s.installs {
		return nil // nothing to install
	}
	return s.once(ctx, "program", func() error {
		bin := filepath.Join(s.temp, "kaeshi")
		s.setenv("KAESHI_BIN", bin)
		return s.show(s.command(ctx, ".", "go", "build", "-o", bin, "./cmd/kaeshi"))
	})
}
