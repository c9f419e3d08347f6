// Package analyze is the verb analyze: it judges games, or answers queries on standard input.
package analyze

import (
	"errors"
	"math"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Command returns the verb analyze.
func Command(env *verb.Env) *cobra.Command {
	c := env.Command("analyze", "analyze [FILE…|-]", verb.Args(0, math.MaxInt, "files"))
	effort, build := flags.AddEffort(c, env.Words), flags.AddEngine(c, env.Words)
	build.Hash, c.Flags().Lookup("hash").DefValue = 0, ""
	out := output{Env: env}
	c.Flags().BoolVar(&out.asJSON, "json", false, env.Words["flag.json"])
	c.Flags().BoolVar(&out.brief, "brief", false, env.Words["analyze.brief"])
	c.Flags().StringVar(&out.page, "html", "", env.Words["analyze.html"])
	marks := c.Flags().String("marks", analysis.UsualMarks().String(), env.Words["analyze.marks"])
	journal := c.Flags().String("journal", "", env.Words["analyze.journal"])
	stdio := c.Flags().Bool("stdio", false, env.Words["analyze.stdio"])
	c.RunE = func(c *cobra.Command, files []string) (err error) {
		options, err := build.Options()
		if err != nil {
			return err
		}
		asked, err := effort.Effort()
		if err != nil {
			return err
		}
		if out.marks, err = analysis.ParseMarks(*marks); err != nil {
			return terminal.Usage("--%w", err)
		}
		if *stdio {
			return answerQueries(env, c, files, asked, options)
		}
		run := &analysis.Run{Effort: asked, Marks: out.marks, Options: options}
		if *journal != "" {
			if run.Journal, err = analysis.OpenJournal(*journal, asked, options); err != nil {
				return err
			}
			defer func() { err = errors.Join(err, run.Journal.Close()) }()
		}
		return out.analyze(c.Context(), run, files)
	}
	return c
}
