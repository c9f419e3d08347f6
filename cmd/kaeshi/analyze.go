package main

import (
	"errors"
	"math"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

func (p *program) analyzeCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "analyze [FILE…|-]", Short: p.Words["analyze.short"], Long: p.Words["analyze.long"], Example: p.Words["analyze.example"],
		Args: verb.Args(0, math.MaxInt, "files"),
	}
	effort, build := flags.AddEffort(c, p.Words), flags.AddEngine(c, p.Words)
	build.Hash, c.Flags().Lookup("hash").DefValue = 0, ""
	outlet := analyzeOutlet{program: p, language: p.Language}
	c.Flags().BoolVar(&outlet.asJSON, "json", false, p.Words["flag.json"])
	c.Flags().BoolVar(&outlet.brief, "brief", false, p.Words["analyze.brief"])
	c.Flags().StringVar(&outlet.page, "html", "", p.Words["analyze.html"])
	marks := c.Flags().String("marks", analysis.UsualMarks().String(), p.Words["analyze.marks"])
	journal := c.Flags().String("journal", "", p.Words["analyze.journal"])
	stdio := c.Flags().Bool("stdio", false, p.Words["analyze.stdio"])
	c.RunE = func(c *cobra.Command, files []string) (err error) {
		options, err := build.Options()
		if err != nil {
			return err
		}
		asked, err := effort.Effort()
		if err != nil {
			return err
		}
		if outlet.marks, err = analysis.ParseMarks(*marks); err != nil {
			return terminal.Usage("--%w", err)
		}
		if *stdio {
			return p.answerQueries(c, files, asked, options)
		}
		run := &analysis.Run{Effort: asked, Marks: outlet.marks, Options: options}
		if *journal != "" {
			if run.Journal, err = analysis.OpenJournal(*journal, asked, options); err != nil {
				return err
			}
			defer func() { err = errors.Join(err, run.Journal.Close()) }()
		}
		return outlet.analyze(c.Context(), run, files)
	}
	return c
}
