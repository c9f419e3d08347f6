package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/protocol"
)

// makers lists every computer player that pages may offer too.
func makers() player.Makers { return player.Computers() }

// localMakers adds the programs and the files of this machine. Whoever may name one can run or read anything here, so that pages are not offered them.
func localMakers() player.Makers {
	list := makers()
	engine := &list[len(list)-1]
	engine.New, engine.Usage = player.NewLocalEngine, engine.Usage+"; also [,book=FILE[,variance=DISCS]]"
	return append(
		list,
		player.Maker{Name: "exec/gtp", Main: "command", Usage: "exec/gtp:COMMAND", New: protocol.NewGTPPlayer},
		player.Maker{Name: "exec/nboard", Main: "command", Usage: "exec/nboard:[depth=N ]COMMAND", New: protocol.NewNBoardPlayer},
	)
}

// ticTacToeMakers lists the players of tic-tac-toe, which games of Othello do not offer.
func ticTacToeMakers() player.Makers {
	return player.Makers{
		{Name: "classic/tictactoe", Main: "version", Usage: "classic/tictactoe[:corrected]", New: player.NewClassicTicTacToe},
		{Name: "classic/tictactoe-rules", Main: "version", Usage: "classic/tictactoe-rules[:seed=N]", New: player.NewClassicTicTacToeRules},
	}
}

// makersAt adds the people at a terminal.
func makersAt(t *player.Terminal) player.Makers {
	return append(localMakers(), player.Maker{Name: "human", Usage: "human", New: player.NewHuman(t.Ask)})
}

// newPlayer makes the player that a flag names.
func newPlayer(from player.Makers, flag, spec string) (player.Player, error) {
	p, err := from.New(spec)
	if err != nil {
		return nil, usage("--%s: %w", flag, err)
	}
	return p, nil
}

// completePlayers helps a shell to complete the flags that name players.
func completePlayers(c *cobra.Command, known player.Makers, flags ...string) {
	var names []cobra.Completion
	for _, m := range known {
		names = append(names, cobra.CompletionWithDesc(m.Name, m.Usage))
	}
	for _, flag := range flags {
		_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
	}
}
