// Package analyze implements the command analyze, which evaluates games or answers queries on standard input.
package analyze

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Command returns the command analyze.
func Command(env *verb.Env) *cobra.Command {
	c := env.Command("analyze", "analyze [FILE…|-]", verb.Files(0, "files"))
	effort, build := flags.AddEffort(c, env.Words), flags.AddEngine(c, env.Words)
	build.Hash, c.Flags().Lookup("hash").DefValue = 0, ""
	named := flags.AddCluster(c, env.Words, "cluster", "flag.cluster").AddVerify(c, env.Words)
	out := output{Env: env}
	c.Flags().BoolVar(&out.asJSON, "json", false, env.Words["flag.json"])
	c.Flags().BoolVar(&out.brief, "brief", false, env.Words["analyze.brief"])
	c.Flags().StringVar(&out.page, "html", "", env.Words["analyze.html"])
	isNew := env.AddForce(c)
	marks := c.Flags().String("marks", analysis.UsualMarks().String(), env.Words["analyze.marks"])
	journal := c.Flags().String("journal", "", env.Words["analyze.journal"])
	stdio := c.Flags().Bool("stdio", false, env.Words["analyze.stdio"])
	flags.Yields(c, "cluster", "threads", "stdio")
	flags.Yields(c, "stdio", forFiles...)
	c.RunE = func(c *cobra.Command, files []string) (err error) {
		options, err := build.Options()
		if err != nil {
			return err
		}
		requested, err := effort.Effort()
		if err != nil {
			return err
		}
		if out.marks, err = analysis.ParseMarks(*marks); err != nil {
			return terminal.Usage("--%w", err)
		}
		if _, err := named.Verify(); err != nil {
			return err
		}
		if *stdio && (len(files) == 0 || flags.OnCommandLine(c, "stdio")) {
			return answerQueries(env, c, files, requested, options)
		}
		if err := isNew(out.page); err != nil {
			return err
		}
		run := &analysis.Run{Effort: requested, Marks: out.marks, Options: options}
		if *journal != "" {
			if run.Journal, err = analysis.OpenJournal(*journal, requested, options); err != nil {
				return err
			}
			defer func() { err = errors.Join(err, run.Journal.Close()) }()
		}
		if !named.Named() {
			return out.analyze(c.Context(), run, files)
		}
		if flags.OnCommandLine(c, "threads") {
			return terminal.Usage("--threads cannot be used with --cluster, where one thread analyses each game; " +
				"set --threads of 'kaeshi worker' instead")
		}
		o, clearLine, err := env.UseCluster(c.Context(), named, "analyze")
		if err != nil {
			return err
		}
		defer o.Client.Close()
		defer clearLine()
		o.VerifyThreads, out.clearFleet = flags.Checkers(options.HashBytes), clearLine
		return units.Analyze(c.Context(), o, run, inputName(files), func() error {
			return out.analyze(c.Context(), run, files)
		})
	}
	return c
}

// inputName identifies the input of a run. Files with the same paths on the same machine are the same input, and each
// standard input is different.
func inputName(files []string) string {
	host, _ := os.Hostname() // without it, runs of two machines may wait for each other
	parts := []string{host}
	if len(files) == 0 || slices.Contains(files, "-") {
		parts = append(parts, strconv.Itoa(os.Getpid()), time.Now().String())
	}
	for _, file := range files {
		if path, err := filepath.Abs(file); err == nil {
			file = path
		}
		parts = append(parts, file)
	}
	return strings.Join(parts, "\n")
}
