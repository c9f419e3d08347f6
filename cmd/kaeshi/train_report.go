package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainReportCommand() *cobra.Command {
	c := &cobra.Command{Use: "report", Short: p.Words["train.report.short"], Long: p.Words["train.report.long"]}
	t, s := p.addTraining(c), train.ReportSettings{Japanese: p.Japanese()}
	t.addData(c)
	c.Flags().IntVar(&s.Positions, "positions", 300, p.Words["train.positions"])
	c.Flags().IntVar(&s.Solve, "solve", 16, p.Words["train.solve"])
	c.Flags().IntVar(&s.Look, "look", 4, p.Words["train.report.look"])
	c.Flags().IntVar(&s.Halvings, "halvings", 0, p.Words["train.halvings"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		report, err := run.Report(c.Context(), t.dir, t.from(), s)
		if err != nil {
			return err
		}
		return p.Show(report, *asJSON)
	}
	return c
}

func (p *program) trainAllCommand() *cobra.Command {
	c := &cobra.Command{Use: "all", Short: p.Words["train.all.short"], Long: p.Words["train.all.long"]}
	t := p.addTraining(c)
	scale := flags.NewChoice("small", train.Scales()...)
	c.Flags().Var(scale, "scale", p.Words["train.scale"])
	flags.Complete(c, "scale", scale)
	seed := c.Flags().Uint64("seed", 1, p.Words["train.seed"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		s, err := train.ScaleNamed(scale.Value, *seed)
		if err != nil {
			return err
		}
		s.Report.Japanese = p.Japanese()
		report, err := run.All(c.Context(), t.dir, s)
		if err != nil {
			return err
		}
		return p.Show(report, *asJSON)
	}
	return c
}
