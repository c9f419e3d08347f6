package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// tally counts tests. A build, a type check and a comparison count as one test each.
type tally struct{ passed, failed, skipped int }

func (t tally) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", t.passed, t.failed, t.skipped)
}

// skip is a test or a step that did not run.
type skip struct{ test, reason string }

// testTime is the duration of a test including its subtests.
type testTime struct {
	test string
	took time.Duration
}

// result is the result of a step.
type result struct {
	name string
	took time.Duration
	tally
	ran     []string // names of tests that passed or failed, if known
	skips   []skip   // skipped tests; one for each if their names are known
	reasons []string // failed tests and other reasons of failure
	times   []testTime
}

func passedStep() result { return result{tally: tally{passed: 1}} }

func failedStep(err error) result {
	return result{tally: tally{failed: 1}, reasons: []string{err.Error()}}
}

func skippedStep(reason string) result {
	return result{tally: tally{skipped: 1}, skips: []skip{{reason: reason}}}
}

// checked returns the result of a check that counts as one test.
func checked(err error) result {
	if err != nil {
		return failedStep(err)
	}
	return passedStep()
}

// add adds the result of another part of the step.
func (r *result) add(o result) {
	r.passed += o.passed
	r.failed += o.failed
	r.skipped += o.skipped
	r.ran = append(r.ran, o.ran...)
	r.skips = append(r.skips, o.skips...)
	r.reasons = append(r.reasons, o.reasons...)
	r.times = append(r.times, o.times...)
}

func (r result) verdict() string {
	switch {
	case r.failed > 0:
		return "failed"
	case r.passed == 0 && r.skipped > 0:
		return "skipped"
	}
	return "passed"
}

// summary is the result of a run.
type summary struct {
	results []result
	total   tally
	failed  []string // steps with reasons
	notRun  []string // steps or tests with reasons
}

// summarise adds up the results. A test that one step skips and another one runs, such as a slow test under the race
// detector, counts as skipped in the row of its step only.
func summarise(results []result) summary {
	s := summary{results: results}
	ran := map[string]bool{}
	for _, r := range results {
		for _, name := range r.ran {
			ran[name] = true
		}
	}
	for _, r := range results {
		s.total.passed += r.passed
		s.total.failed += r.failed
		s.total.skipped += r.skipped
		for _, reason := range r.reasons {
			s.failed = append(s.failed, r.name+": "+reason)
		}
		for _, k := range r.skips {
			switch {
			case k.test == "":
				s.notRun = append(s.notRun, r.name+": "+k.reason)
			case ran[k.test]:
				s.total.skipped--
			default:
				s.notRun = append(s.notRun, fmt.Sprintf("%s: %s: %s", r.name, k.test, k.reason))
			}
		}
	}
	slices.Sort(s.notRun)
	return s
}

// count returns the last line of the output.
func (s summary) count() string { return s.total.String() }

func (s summary) write(w io.Writer) {
	fmt.Fprintln(w, "\n== summary")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "step\tverdict\tpassed\tfailed\tskipped\ttime")
	for _, r := range s.results {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%s\n",
			r.name, r.verdict(), r.passed, r.failed, r.skipped, r.took.Round(100*time.Millisecond))
	}
	_ = table.Flush() // errors of the terminal cannot be reported
	s.writeSlowest(w)
	writeList(w, "failed:", s.failed)
	writeList(w, "did not run:", s.notRun)
	fmt.Fprintf(w, "\n%s\n", s.count())
}

// slowestTests is the number of slowest tests in the summary.
const slowestTests = 10

// writeSlowest prints the slowest tests by wall time. Other tests may have run at the same time.
func (s summary) writeSlowest(w io.Writer) {
	type row struct {
		step string
		testTime
	}
	var rows []row
	for _, r := range s.results {
		for _, t := range r.times {
			rows = append(rows, row{r.name, t})
		}
	}
	if len(rows) == 0 {
		return
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.took, a.took) })
	fmt.Fprintln(w, "\nslowest tests:")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range rows[:min(slowestTests, len(rows))] {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", r.took.Round(100*time.Millisecond), r.step, r.test)
	}
	_ = table.Flush()
}

func writeList(w io.Writer, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	for _, line := range lines {
		fmt.Fprintln(w, "  "+strings.ReplaceAll(line, "\n", "\n    "))
	}
}
