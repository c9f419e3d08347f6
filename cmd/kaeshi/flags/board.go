package flags

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
)

// Board holds the flags that choose the start position of games.
type Board struct {
	Size, Setup *Choice

	command *cobra.Command
}

// AddBoard adds the flags to a command.
func AddBoard(c *cobra.Command, words map[string]string) Board {
	b := Board{
		Size:  NewChoice("8", "4", "6", "8"),
		Setup: NewChoice(othello.Usual.String(), othello.Usual.String(), othello.Parallel.String()),

		command: c,
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

// Check returns an error if --size is on the command line and a position that was read has another size. The size of a
// position takes precedence over an environment variable.
func (b Board) Check(p othello.Position) error {
	if n := int(p.Size); OnCommandLine(b.command, "size") && strconv.Itoa(n) != b.Size.Value {
		return terminal.Usage("--size %s, but the board is %d×%d; omit --size", b.Size.Value, n, n)
	}
	return nil
}

// Complete registers the values of a choice for the shell completion of a flag.
func Complete(c *cobra.Command, flag string, values *Choice) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values.values, cobra.ShellCompDirectiveNoFileComp))
}
