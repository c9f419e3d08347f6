// Package players lists the players of the command line and creates them from flags.
package players

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/player/console"
	"github.com/kaeshi/kaeshi/protocol"
)

// Offered returns the computer players that the page offers, too.
func Offered() player.Makers { return player.Computers() }

// Local returns the players of Offered and those that run external programs or read local files. They must not be
// offered on the page, as they would let clients run programs and read files on this machine.
func Local() player.Makers {
	return append(
		withFiles(Offered()),
		player.Maker{Name: "exec/gtp", Main: "command", Usage: "exec/gtp:COMMAND", New: protocol.NewGTPPlayer},
		player.Maker{
			Name: "exec/nboard", Main: "command", Usage: "exec/nboard:[depth=N ]COMMAND",
			New: protocol.NewNBoardPlayer,
		},
	)
}

// withFiles replaces the engine of a list with one that can read local files.
func withFiles(list player.Makers) player.Makers {
	for i := range list {
		if engine := &list[i]; engine.Name == "kaeshi" {
			engine.New, engine.Usage = player.NewLocalEngine, engine.Usage+"; also [,book=FILE[,variance=DISCS]]"
		}
	}
	return list
}

// TicTacToe returns the players of tic-tac-toe.
func TicTacToe() player.Makers {
	return player.Makers{
		{
			Name: "classic/tictactoe", Main: "version", Usage: "classic/tictactoe[:corrected]",
			New: player.NewClassicTicTacToe,
		},
		{
			Name: "classic/tictactoe-rules", Main: "version", Usage: "classic/tictactoe-rules[:seed=N]",
			New: player.NewClassicTicTacToeRules,
		},
	}
}

// At returns the players of Local and the person at a terminal.
func At(t *console.Terminal) player.Makers {
	return append(Local(), player.Maker{Name: "human", Usage: "human", New: player.NewHuman(t.ReadMove)})
}

// New creates the player that a flag names.
func New(from player.Makers, flag, spec string) (player.Player, error) {
	p, err := from.New(spec)
	if err != nil {
		return nil, Refused(fmt.Errorf("--%s: %w", flag, err))
	}
	return p, nil
}

// Refused adds the exit status to an error about a player spec: a failure for a file or program that cannot be used,
// and otherwise a usage error.
func Refused(err error) error {
	if resource := (*player.ResourceError)(nil); errors.As(err, &resource) {
		return terminal.Failure("%w", err)
	}
	return terminal.Usage("%w", err)
}

// Complete registers the names of players for the shell completion of flags.
func Complete(c *cobra.Command, known player.Makers, flags ...string) {
	var names []cobra.Completion
	for _, m := range known {
		names = append(names, cobra.CompletionWithDesc(m.Name, m.Usage))
	}
	for _, flag := range flags {
		_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
	}
}
