package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/othello"
)

// boardFlags say from which position games begin.
type boardFlags struct{ size, setup *choice }

func (p *program) addBoardFlags(c *cobra.Command) boardFlags {
	b := boardFlags{
		size:  &choice{"8", []string{"4", "6", "8"}},
		setup: &choice{othello.Usual.String(), []string{othello.Usual.String(), othello.Parallel.String()}},
	}
	c.Flags().Var(b.size, "size", p.words["flag.size"])
	c.Flags().Var(b.setup, "start", p.words["flag.start"])
	completeChoices(c, "size", b.size)
	completeChoices(c, "start", b.setup)
	return b
}

func (b boardFlags) position() (othello.Position, error) {
	n, err := strconv.Atoi(b.size.value)
	if err != nil {
		return othello.Position{}, err
	}
	size, err := othello.ParseSize(n)
	if err != nil {
		return othello.Position{}, err
	}
	setup, err := othello.ParseSetup(b.setup.value)
	return othello.Start(size, setup), err
}

// completeChoices helps a shell to complete a flag.
func completeChoices(c *cobra.Command, flag string, values *choice) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values.values, cobra.ShellCompDirectiveNoFileComp))
}
