package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainReportCommand(language string) *cobra.Command {
	c := &cobra.Command{Use: "report", Short: p.words["train.report.short"], Long: p.words["train.report.long"]}
	t, s := p.addTraining(c), train.ReportSettings{Japanese: language == "ja"}
	t.addData(c)
	c.Flags().IntVar(&s.Positions, "positions", 300, p.words["train.positions"])
	c.Flags().IntVar(&s.Solve, "solve", 16, p.words["train.solve"])
	c.Flags().IntVar(&s.Look, "look", 4, p.words["train.report.look"])
	c.Flags().IntVar(&s.Halvings, "halvings", 0, p.words["train.halvings"])
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		report, err := run.Report(c.Context(), t.dir, t.from(), s)
		if err != nil {
			return err
		}
		return p.show(report, *asJSON)
	}
	return c
}

func (p *program) trainAllCommand(language string) *cobra.Command {
	c := &cobra.Command{Use: "all", Short: p.words["train.all.short"], Long: p.words["train.all.long"]}
	t := p.addTraining(c)
	scale := &choice{"small", train.Scales()}
	c.Flags().Var(scale, "scale", p.words["train.scale"])
	completeChoices(c, "scale", scale)
	seed := c.Flags().Uint64("seed", 1, p.words["train.seed"])
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		s, err := train.ScaleNamed(scale.value, *seed)
		if err != nil {
			return err
		}
		s.Report.Japanese = language == "ja"
		report, err := run.All(c.Context(), t.dir, s)
		if err != nil {
			return err
		}
		return p.show(report, *asJSON)
	}
	return c
}
