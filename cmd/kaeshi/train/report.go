package train

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train"
)

func reportCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.report", "report", nil)
	t, s := addTraining(env, c), train.ReportSettings{Lang: env.Language}
	t.addData(c)
	c.Flags().IntVar(&s.Positions, "positions", 300, env.Words["train.positions"])
	c.Flags().IntVar(&s.Solve, "solve", 16, env.Words["train.solve"])
	c.Flags().IntVar(&s.Look, "look", 4, env.Words["train.report.look"])
	c.Flags().IntVar(&s.Halvings, "halvings", 0, env.Words["train.halvings"])
	asJSON := c.Flags().Bool("json", false, env.Words["flag.json"])
	flags.AtLeast(c, 1, "positions", "look")
	c.RunE = func(c *cobra.Command, _ []string) error {
		run := t.run(c)
		report, err := run.Report(c.Context(), t.dir, t.from(), s)
		if err != nil {
			return err
		}
		return env.Show(report, *asJSON)
	}
	return c
}

func allCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.all", "all", nil)
	t := addTraining(env, c)
	scale := flags.NewChoice("small", train.Scales()...)
	c.Flags().Var(scale, "scale", env.Words["train.scale"])
	flags.Complete(c, "scale", scale)
	seed := c.Flags().Uint64("seed", 1, env.Words["train.seed"])
	asJSON := c.Flags().Bool("json", false, env.Words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run := t.run(c)
		s, err := train.ScaleNamed(scale.Value, *seed)
		if err != nil {
			return err
		}
		s.Report.Lang = env.Language
		report, err := run.All(c.Context(), t.dir, s)
		if err != nil {
			return err
		}
		return env.Show(report, *asJSON)
	}
	return c
}
