package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/protocol"
)

// makers lists every computer player. This is the only place that knows them all.
func makers() player.Makers {
	return player.Makers{
		{Name: "random", Usage: "random[:seed=N]", New: player.NewRandom},
		{Name: "greedy", Usage: "greedy", New: player.NewGreedy},
		{Name: "minimax", Main: "depth", Usage: "minimax:DEPTH[,eval=plain|discs]", New: player.NewMinimax},
		{Name: "alphabeta", Main: "depth", Usage: "alphabeta:DEPTH[,eval=plain|discs]", New: player.NewAlphaBeta},
		{Name: "classic/positional", Main: "version", Usage: "classic/positional[:depth=N][,corrected]", New: player.NewClassicPositional},
		{Name: "classic/discs", Main: "version", Usage: "classic/discs[:depth=N][,corrected]", New: player.NewClassicDiscs},
		{Name: "classic/discs-negamax", Main: "version", Usage: "classic/discs-negamax[:depth=N]", New: player.NewClassicDiscsNegamax},
		{Name: "classic/mobility", Main: "version", Usage: "classic/mobility[:depth=N][,corrected]", New: player.NewClassicMobility},
		{Name: "classic/lazytree", Main: "version", Usage: "classic/lazytree[:depth=N][,-pruning][,corrected]", New: player.NewClassicLazyTree},
		{Name: "kaeshi", Main: "level", Usage: "kaeshi:level=0…60[,time=10s] or kaeshi:skill=1…10[,seed=N]", New: player.NewEngine},
	}
}

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
