package main

import (
	"errors"
	"math"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
)

func (p *program) analyzeCommand(language string) *cobra.Command {
	c := &cobra.Command{
		Use: "analyze [FILE…|-]", Short: p.words["analyze.short"], Long: p.words["analyze.long"], Example: p.words["analyze.example"],
		Args: between(0, math.MaxInt, "files"),
	}
	effort, build := p.effortFlags(c), p.engineFlags(c)
	build.hash, c.Flags().Lookup("hash").DefValue = 0, ""
	outlet := analyzeOutlet{program: p, language: language}
	c.Flags().BoolVar(&outlet.asJSON, "json", false, p.words["flag.json"])
	c.Flags().BoolVar(&outlet.brief, "brief", false, p.words["analyze.brief"])
	c.Flags().StringVar(&outlet.page, "html", "", p.words["analyze.html"])
	marks := c.Flags().String("marks", analysis.UsualMarks().String(), p.words["analyze.marks"])
	journal := c.Flags().String("journal", "", p.words["analyze.journal"])
	stdio := c.Flags().Bool("stdio", false, p.words["analyze.stdio"])
	c.RunE = func(c *cobra.Command, files []string) (err error) {
		options, err := build.options()
		if err != nil {
			return err
		}
		asked, err := effort.effort()
		if err != nil {
			return err
		}
		if outlet.marks, err = analysis.ParseMarks(*marks); err != nil {
			return usage("--%w", err)
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
