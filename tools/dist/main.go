// Command dist builds the files of a release for make dist: an archive for each system and processor with the program,
// manual pages, completions, documentation and licences, a bill of materials, SHA256SUMS, and its signature.
//
// Builds are reproducible for a commit and a version of Go: paths are trimmed, entries are sorted, and all times are
// that of the commit. The command runs the go command and git. make dist-check tests it.
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
	root := flags.String("root", ".", "root `folder` of the project")
	out := flags.String("out", "dist", "output `folder`; older archives in it are removed")
	only := flags.String("targets", "", "space-separated `list` of SYSTEM/PROCESSOR to build; all if empty")
	key := flags.String("key", "", "`file` with the minisign key that signs SHA256SUMS; its password is in "+
		passwordVariable)
	changes := flags.Bool("notes", false, "print the entries of the changelog for the version, and exit")
	show := flags.Bool("stamp", false, "print the version, the commit and its time, and exit")
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
	if *show {
		_, err := fmt.Fprintln(stdout, s)
		return err
	}
	r := release{root: *root, out: *out, stamp: s, stdout: stdout, key: *key}
	if *changes {
		text, err := r.notes()
		if err == nil {
			_, err = io.WriteString(stdout, text)
		}
		return err
	}
	return r.make(ctx, targets)
}
