package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainEvenCommand() *cobra.Command {
	c := &cobra.Command{Use: "even", Short: p.Words["train.even.short"], Long: p.Words["train.even.long"], Example: p.Words["train.even.example"]}
	t, s := p.addTraining(c), train.EvenSettings{}
	c.Flags().IntVarP(&s.Positions, "count", "n", 4700, p.Words["train.even.count"])
	c.Flags().IntVar(&s.Depth, "depth", 7, p.Words["train.even.depth"])
	c.Flags().Uint64Var(&s.Seed, "seed", 1, p.Words["train.even.seed"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		found, err := run.Even(c.Context(), t.dir, s)
		for _, e := range found {
			fmt.Fprintf(p.Out, "%2d empties: %+.2f discs, %d pairs\n", e.Empties, e.Favour, e.Pairs)
		}
		return err
	}
	return c
}
