// Command testall runs every ordinary test of Kaeshi, for `make test`, and with
// -setup installs what the tests need, for `make setup`. Its last line
//
//	N passed, N failed, N skipped
//
// counts single tests over all suites. A suite that cannot run does not stop the
// others. What did not run is listed with the reason, and is a failure where
// CI=true. It uses the standard library alone, so that Go is enough to start it.
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
	"sync"
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
	setup := flags.Bool("setup", false, "install what the steps need and stop")
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
	if *setup {
		return install(ctx, s, steps)
	}
	return finish(ctx, s, runSteps(ctx, s, steps))
}

// install meets the needs of the steps. What may not be installed here is reported
// and is no failure: `make test` runs the steps that can run without it.
func install(ctx context.Context, s *session, steps []step) int {
	s.installs = true
	code := exitPassed
	reported := map[string]bool{}
	for _, err := range meetNeeds(ctx, s, steps) {
		if err == nil || reported[err.Error()] {
			continue
		}
		reported[err.Error()] = true
		fmt.Fprintln(s.out, "setup:", err)
		if _, ok := errors.AsType[missing](err); !ok {
			code = exitFailed
		}
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return code
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

// runSteps runs the steps of each lane one after another, and the lanes side by
// side. Steps of the Go lane use all processors for most of the time; those of the
// page wait for a browser for most of it.
func runSteps(ctx context.Context, s *session, steps []step) []result {
	unmet := meetNeeds(ctx, s, steps)
	results := make([]result, len(steps))
	lanes := map[string][]int{}
	for i, st := range steps {
		lanes[st.lane] = append(lanes[st.lane], i)
	}
	out := &sharedWriter{w: s.out}
	var running sync.WaitGroup
	for lane, indices := range lanes {
		own := *s
		if len(lanes) > 1 {
			own.out = out.prefixed(lane + " | ")
		}
		running.Go(func() {
			for _, i := range indices {
				results[i] = timedStep(ctx, &own, steps[i], unmet[i])
			}
		})
	}
	running.Wait()
	return results
}

// meetNeeds checks what each step needs, before any step starts, and returns an
// error for each step, nil where all is there.
func meetNeeds(ctx context.Context, s *session, steps []step) []error {
	unmet := make([]error, len(steps))
	for i, st := range steps {
		for _, need := range st.needs {
			if err := need(ctx, s); err != nil {
				unmet[i] = err
				break
			}
		}
	}
	return unmet
}

// timedStep runs one step between two lines that name it.
func timedStep(ctx context.Context, s *session, st step, unmet error) result {
	fmt.Fprintf(s.out, "\n== %s\n", st.name)
	started := time.Now()
	r := runStep(ctx, s, st, unmet)
	r.name, r.took = st.name, time.Since(started)
	fmt.Fprintf(s.out, "-- %s: %s (%s)\n", st.name, r.verdict(), r.took.Round(100*time.Millisecond))
	return r
}

func runStep(ctx context.Context, s *session, st step, unmet error) result {
	if ctx.Err() != nil {
		return skippedStep("interrupted")
	}
	if m, ok := errors.AsType[missing](unmet); ok {
		return skippedStep(m.Error())
	}
	if unmet != nil {
		return failedStep(unmet)
	}
	ctx, cancel := context.WithTimeout(ctx, stepLimit)
	defer cancel()
	r := st.run(ctx, s)
	if ctx.Err() == context.DeadlineExceeded {
		r.add(failedStep(fmt.Errorf("stopped after %s", stepLimit)))
	}
	return r
}
