// Command testall is `make test`: it runs every ordinary test of Kaeshi, installs
// beforehand what is missing and may be installed, and ends on one line
//
//	N passed, N failed, N skipped
//
// that counts single tests over all suites. A suite that cannot run never stops
// the others; what did not run is named with its reason, and with CI=true that is
// a failure. It uses the standard library alone, so that Go is enough to start it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

// Exit codes of the program.
const (
	exitPassed      = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("testall", flag.ContinueOnError)
	flags.SetOutput(stderr)
	root := flags.String("root", ".", "the project's `folder`")
	pick := flags.String("run", "", "run only the steps whose name matches this `regexp`")
	list := flags.Bool("list", false, "print the names of the steps and stop")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	steps, err := pickSteps(allSteps(), *pick)
	if err != nil {
		fmt.Fprintln(stderr, "testall:", err)
		return exitUsage
	}
	if *list {
		for _, s := range steps {
			fmt.Fprintln(stdout, s.name)
		}
		return exitPassed
	}

	s, err := newSession(*root, stdout)
	if err != nil {
		fmt.Fprintln(stderr, "testall:", err)
		return exitUsage
	}
	defer s.close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return finish(ctx, s, runSteps(ctx, s, steps))
}

// finish writes the summary to the terminal and, for .ci/run, its last line to a
// file, and returns the exit code.
func finish(ctx context.Context, s *session, results []result) int {
	sum := summarise(results)
	sum.write(s.out)
	path := filepath.Join(s.root, ".cache", "test-count")
	if err := writeFile(path, sum.count()+"\n"); err != nil {
		fmt.Fprintln(os.Stderr, "testall:", err)
		return exitFailed
	}
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case sum.total.failed > 0, s.ci && sum.total.skipped > 0:
		return exitFailed
	}
	return exitPassed
}

// pickSteps keeps the steps whose name matches pattern; an empty one keeps all.
func pickSteps(steps []step, pattern string) ([]step, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("-run %q: %w", pattern, err)
	}
	var kept []step
	for _, s := range steps {
		if re.MatchString(s.name) {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("-run %q matches no step; testall -list names them", pattern)
	}
	return kept, nil
}

// runSteps runs the steps one after another: they share two cores and the Go
// build cache, so side by side they would only be slower and harder to read.
func runSteps(ctx context.Context, s *session, steps []step) []result {
	var results []result
	for _, st := range steps {
		fmt.Fprintf(s.out, "\n== %s\n", st.name)
		started := time.Now()
		r := runStep(ctx, s, st)
		r.name, r.took = st.name, time.Since(started)
		fmt.Fprintf(s.out, "-- %s: %s (%s)\n", st.name, r.verdict(), r.took.Round(100*time.Millisecond))
		results = append(results, r)
	}
	return results
}

func runStep(ctx context.Context, s *session, st step) result {
	if ctx.Err() != nil {
		return skippedStep("interrupted")
	}
	for _, need := range st.needs {
		if err := need(ctx, s); err != nil {
			if m, ok := errors.AsType[missing](err); ok {
				return skippedStep(m.Error())
			}
			return failedStep(err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, stepLimit)
	defer cancel()
	r := st.run(ctx, s)
	if ctx.Err() == context.DeadlineExceeded {
		r.add(failedStep(fmt.Errorf("stopped after %s", stepLimit)))
	}
	return r
}
