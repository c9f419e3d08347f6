// Command dist is `make dist`: it builds what is released, an archive for each system and processor with the program,
// its manual pages and completions, the front pages and the licences, and SHA256SUMS over them.
//
// The same commit gives the same bytes, wherever and whenever it is built with the same version of Go: paths are
// trimmed, entries are sorted, and every time is the commit's. It uses the standard library, the go command and git
// alone. `make dist-check` proves what is said here.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/kaeshi/kaeshi/tools/internal/start"
)

func main() { start.Main("dist", run) }

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("dist", flag.ContinueOnError)
	root := flags.String("root", ".", "the project's `folder`")
	out := flags.String("out", "dist", "`folder` for the archives, which is emptied of older ones")
	only := flags.String("targets", "", "`list` of SYSTEM/PROCESSOR to build, with blanks between; all when empty")
	tell := flags.Bool("stamp", false, "print the version, the commit and its time, and build nothing")
	if err := flags.Parse(args); err != nil {
		return err
	}
	targets, err := parseTargets(strings.Fields(*only))
	if err != nil {
		return err
	}
	s, err := readStamp(ctx, *root)
	if err != nil {
		return err
	}
	if *tell {
		_, err := fmt.Fprintln(stdout, s)
		return err
	}
	r := release{root: *root, out: *out, stamp: s, stdout: stdout}
	return r.make(ctx, targets)
}
