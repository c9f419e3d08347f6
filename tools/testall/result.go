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

// tally counts single tests. A build, a type check or a comparison counts as one.
type tally struct{ passed, failed, skipped int }

func (t tally) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", t.passed, t.failed, t.skipped)
}

// skip is a test, or a whole step, that did not run.
type skip struct{ test, reason string }

// testTime is how long a test took, its subtests included.
type testTime struct {
	test string
	took time.Duration
}

// result is what came of one step.
type result struct {
	name string
	took time.Duration
	tally
	ran     []string // tests that passed or failed, by name, where the suite tells names
	skips   []skip   // tests that it left out; as many as tally.skipped where names are told
	reasons []string // why the step failed, where that is not the failure of a test by name
	times   []testTime
}

func passedStep() result { return result{tally: tally{passed: 1}} }

func failedStep(err error) result {
	return result{tally: tally{failed: 1}, reasons: []string{err.Error()}}
}

func skippedStep(reason string) result {
	return result{tally: tally{skipped: 1}, skips: []skip{{reason: reason}}}
}

// checked turns the error of a check that is one test into its result.
func checked(err error) result {
	if err != nil {
		return failedStep(err)
	}
	return passedStep()
}

// add joins the counts and findings of a further part of the same step.
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

// summary is the end of a run: every step, what failed, what did not run.
type summary struct {
	results []result
	total   tally
	failed  []string // step and reason
	notRun  []string // step or test, and reason
}

// summarise adds the results up. A test that one suite leaves out and another one
// runs (a slow one left out under the race detector) has run: it is skipped in the
// table's line and nowhere else.
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

// count is the last line of a run.
func (s summary) count() string { return s.total.String() }

func (s summary) write(w io.Writer) {
	fmt.Fprintln(w, "\n== summary")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "step\tverdict\tpassed\tfailed\tskipped\ttime")
	for _, r := range s.results {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%s\n",
			r.name, r.verdict(), r.passed, r.failed, r.skipped, r.took.Round(100*time.Millisecond))
	}
	_ = table.Flush() // as for the lines around it: there is nobody to report to when the terminal is gone
	s.writeSlowest(w)
	writeList(w, "failed:", s.failed)
	writeList(w, "did not run:", s.notRun)
	fmt.Fprintf(w, "\n%s\n", s.count())
}

// slowestTests is how many tests the summary names by their time.
const slowestTests = 10

// writeSlowest prints the tests that took longest, in wall time: other tests of the
// package and steps of the other lane may have run meanwhile.
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
