// Command vuln checks the program and the page for known vulnerabilities, for make vuln, with govulncheck and npm
// audit. A vulnerability that is listed in allowed.json does not fail the check until the entry expires. If a database
// is not reachable, the command says that nothing was checked and succeeds.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"github.com/kaeshi/kaeshi/tools/internal/start"
)

func main() { start.Main("vuln", run) }

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("vuln", flag.ContinueOnError)
	root := flags.String("root", ".", "root `folder` of the project")
	if err := flags.Parse(args); err != nil {
		return err
	}
	exceptions, err := readExceptions(filepath.Join(*root, "tools", "vuln", "allowed.json"), time.Now())
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range scanners() {
		errs = append(errs, s.check(ctx, *root, exceptions, stdout))
	}
	return errors.Join(errs...)
}

// scanner is a program that looks for vulnerabilities.
type scanner struct {
	name    string
	folder  string // below the root
	command []string
	// ids matches the identifiers that the scanner reports.
	ids *regexp.Regexp
	// parse returns the vulnerabilities in the output. An error means that the scanner failed.
	parse func(output []byte) ([]finding, error)
	// offline matches the messages of a scanner that cannot reach its database.
	offline *regexp.Regexp
}

// finding is a vulnerability.
type finding struct {
	ID    string
	Where string // the affected package, and how it is used or mended
}

func scanners() []scanner {
	return []scanner{
		{
			name: "govulncheck", folder: ".", ids: goID, parse: parseGovulncheck,
			command: []string{"go", "tool", "-modfile=tools/go.mod", "govulncheck", "-format", "json", "./..."},
			offline: regexp.MustCompile(
				`fetching vulnerabilities|vuln\.go\.dev|HTTP GET .*(returned unexpected status|: )`),
		},
		{
			name: "npm audit", folder: "web/ui", ids: npmID, parse: parseAudit,
			command: []string{"npm", "audit", "--json", "--package-lock-only"},
			offline: regexp.MustCompile(`E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|NOAUDIT)|` +
				`audit endpoint|request to \S+ failed`),
		},
	}
}

// check runs the scanner and reports what it found. The error counts what is not allowed.
func (s scanner) check(ctx context.Context, root string, exceptions []exception, out io.Writer) error {
	c := exec.CommandContext(ctx, s.command[0], s.command[1:]...) //nolint:gosec // G204: the commands of scanners
	c.Dir = filepath.Join(root, filepath.FromSlash(s.folder))
	var answer, messages bytes.Buffer
	c.Stdout, c.Stderr = &answer, &messages
	failed := c.Run()
	if errors.Is(failed, exec.ErrNotFound) {
		fmt.Fprintf(out, "%s: not checked: %s is not installed\n", s.name, s.command[0])
		return nil
	}
	// npm audit fails if it finds something, so the output decides.
	found, err := s.parse(answer.Bytes())
	if err == nil && len(found) == 0 {
		err = failed
	}
	if err != nil {
		if text := answer.String() + messages.String(); s.offline.MatchString(text) {
			fmt.Fprintf(out, "%s: not checked: the database of vulnerabilities is not reachable\n", s.name)
			return nil
		}
		return fmt.Errorf("%s: %w: %s", s.name, err, bytes.TrimSpace(messages.Bytes()))
	}
	notes, faults := judge(found, exceptions, s.ids, time.Now())
	for _, line := range append(notes, faults...) {
		fmt.Fprintf(out, "%s: %s\n", s.name, line)
	}
	fmt.Fprintf(out, "%s: %d vulnerabilities, %d allowed\n", s.name, len(found), len(notes))
	if len(faults) > 0 {
		return fmt.Errorf("%s: %d faults", s.name, len(faults))
	}
	return nil
}
