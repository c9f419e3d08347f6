package flags

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/othello"
)

// Board holds the flags that choose the start position of games.
type Board struct{ Size, Setup *Choice }

// AddBoard adds the flags to a command.
func AddBoard(c *cobra.Command, words map[string]string) Board {
	b := Board{
		Size:  NewChoice("8", "4", "6", "8"),
		Setup: NewChoice(othello.Usual.String(), othello.Usual.String(), othello.Parallel.String()),
	}
	c.Flags().Var(b.Size, "size", words["flag.size"])
	c.Flags().Var(b.Setup, "start", words["flag.start"])
	Complete(c, "size", b.Size)
	Complete(c, "start", b.Setup)
	return b
}

// Position returns the start position that the flags choose.
func (b Board) Position() (othello.Position, error) {
	n, err := strconv.Atoi(b.Size.Value)
	if err != nil {
		return othello.Position{}, err
	}
	size, err := othello.ParseSize(n)
	if err != nil {
		return othello.Position{}, err
	}
	setup, err := othello.ParseSetup(b.Setup.Value)
	return othello.Start(size, setup), err
}

// Complete registers the values of a choice for the shell completion of a flag.
func Complete(c *cobra.Command, flag string, values *Choice) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values.values, cobra.ShellCompDirectiveNoFileComp))
}
