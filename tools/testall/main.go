// Command testall runs all tests of Kaeshi except the slow ones, for make test. With -setup it installs the
// requirements of the tests, for make setup. Its last line has the number of tests of all suites:
//
//	N passed, N failed, N skipped
//
// A suite that cannot run does not stop the others. Tests that did not run are listed with the reason, and are failures
// if CI=true. The command uses the standard library only.
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
	root := flags.String("root", ".", "root `folder` of the project")
	pick := flags.String("run", "", "run only the steps whose names match the `regexp`")
	list := flags.Bool("list", false, "print the names of the steps and exit")
	setup := flags.Bool("setup", false, "install the requirements of the steps and exit")
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

// install installs the requirements of the steps. Requirements that must not be installed are reported and are not
// failures, as make test can run the other steps.
func install(ctx context.Context, s *session, steps []step) int {
	s.installs = true
	code := exitPassed
	reported := map[string]bool{}
	for _, err := range checkNeeds(ctx, s, steps) {
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

// finish prints the summary, writes its last line to a file for .ci/run, and returns the exit code.
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

// pickSteps returns the steps whose names match the pattern. An empty pattern matches all.
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
		return nil, fmt.Errorf("-run %q matches no step; testall -list prints their names", pattern)
	}
	return kept, nil
}

// runSteps runs the steps of each group one after another, and the groups concurrently. Go steps use all processors
// most of the time, and page steps mostly wait for a browser.
func runSteps(ctx context.Context, s *session, steps []step) []result {
	unmet := checkNeeds(ctx, s, steps)
	results := make([]result, len(steps))
	groups := map[string][]int{}
	for i, st := range steps {
		groups[st.group] = append(groups[st.group], i)
	}
	out := &sharedWriter{w: s.out}
	var running sync.WaitGroup
	for group, indices := range groups {
		own := *s
		if len(groups) > 1 {
			own.out = out.prefixed(group + " | ")
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

// checkNeeds checks the requirements of all steps before any step starts. It returns an error or nil for each step.
func checkNeeds(ctx context.Context, s *session, steps []step) []error {
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

// timedStep runs a step between a heading and its result.
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
