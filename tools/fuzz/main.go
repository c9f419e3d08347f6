// Command fuzz runs all fuzz targets of Kaeshi one after another, for make fuzz, and prints a table of the results. A
// target that fails does not stop the others. It uses the standard library and the go command only.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/kaeshi/kaeshi/tools/internal/start"
)

func main() { start.Main("fuzz", run) }

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("fuzz", flag.ContinueOnError)
	root := flags.String("root", ".", "root `folder` of the project")
	each := flags.String("time", "10s", "`time` for each target, such as 1m, or a number of inputs, such as 10000000x")
	pick := flags.String("run", "", "run only the targets whose names match the `regexp`, such as ggf.FuzzRead")
	if err := flags.Parse(args); err != nil {
		return err
	}
	picked, err := regexp.Compile(*pick)
	if err != nil {
		return err
	}
	targets, err := find(ctx, *root)
	if err != nil {
		return err
	}
	targets = slices.DeleteFunc(targets, func(t target) bool { return !picked.MatchString(t.String()) })
	if len(targets) == 0 {
		return fmt.Errorf("no fuzz target matches %q", *pick)
	}
	var results []result
	for i, t := range targets {
		fmt.Fprintf(stdout, "%d of %d: %s\n", i+1, len(targets), t)
		r := fuzz(ctx, *root, t, *each)
		if r.fault != "" {
			fmt.Fprintln(stdout, r.output)
		}
		if results = append(results, r); ctx.Err() != nil {
			break
		}
	}
	return errors.Join(ctx.Err(), summarize(stdout, results))
}

// target is a fuzz target.
type target struct{ Package, Name string }

// String returns the target as PACKAGE.NAME.
func (t target) String() string { return t.Package + "." + t.Name }

// find lists the fuzz targets of the module in root by package and name.
func find(ctx context.Context, root string) ([]target, error) {
	c := exec.CommandContext(ctx, "go", "list", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles", "./...")
	c.Dir, c.Stderr = root, os.Stderr
	list, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var targets []target
	for d := json.NewDecoder(bytes.NewReader(list)); ; {
		var p struct {
			ImportPath, Dir           string
			TestGoFiles, XTestGoFiles []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return targets, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return nil, err
			}
			for _, found := range targetsIn(string(text)) {
				targets = append(targets, target{p.ImportPath, found})
			}
		}
	}
}

var declaration = regexp.MustCompile(`(?m)^func (Fuzz\w*)\(\w+ \*testing\.F\)`)

// targetsIn returns the names of the fuzz targets of a test file.
func targetsIn(text string) (names []string) {
	for _, found := range declaration.FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	return names
}

// result is the result of a run of a target.
type result struct {
	target

	inputs, interesting string // numbers; empty if the run ended before its first report
	fault               string // empty if no input failed
	output              string
}

// fuzz runs a target.
func fuzz(ctx context.Context, root string, t target, each string) result {
	// By default, go test spends up to a minute on making a single new input smaller.
	args := []string{
		"test", "-run", "^$", "-fuzz", "^" + t.Name + "$", "-fuzztime", each, "-fuzzminimizetime", "10x", t.Package,
	}
	c := exec.CommandContext(ctx, "go", args...) //nolint:gosec // G204: the targets are in this project
	c.Dir = root
	output, err := c.CombinedOutput()
	r := resultOf(string(output), err)
	r.target = t
	return r
}

var (
	progress = regexp.MustCompile(`fuzz: elapsed: .*execs: (\d+) .*new interesting: (\d+)`)
	failing  = regexp.MustCompile(`(?:Failing input written to|failure while testing seed corpus entry:) (\S+)`)
)

// resultOf returns the result of a run with the given output and error.
func resultOf(output string, err error) (r result) {
	r.output = strings.TrimSpace(output)
	if reports := progress.FindAllStringSubmatch(output, -1); len(reports) > 0 {
		last := reports[len(reports)-1]
		r.inputs, r.interesting = last[1], last[2]
	}
	if err == nil {
		return r
	}
	r.fault = err.Error()
	if input := failing.FindStringSubmatch(output); input != nil {
		r.fault = "fails for " + input[1]
	}
	return r
}

// summarize prints the table of results. The error counts the targets that failed.
func summarize(out io.Writer, results []result) error {
	failed := 0
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\ntarget\tinputs\tnew\tresult")
	for _, r := range results {
		verdict := "ok"
		if r.fault != "" {
			failed++
			verdict = r.fault
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", r.target, orNone(r.inputs), orNone(r.interesting), verdict)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d targets failed", failed, len(results))
	}
	return nil
}

func orNone(number string) string {
	if number == "" {
		return "-"
	}
	return number
}
