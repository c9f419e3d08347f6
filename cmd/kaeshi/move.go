package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/player"
)

func (p *program) moveCommand() *cobra.Command {
	c := &cobra.Command{Use: "move [POSITION…|-]", Short: p.words["move.short"], Long: p.words["move.long"], Example: p.words["move.example"]}
	c.ValidArgsFunction = cobra.NoFileCompletions
	board := p.addBoardFlags(c)
	spec := c.Flags().StringP("player", "p", "kaeshi:level=10", p.words["move.player"])
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	known := append(localMakers(), ticTacToeMakers()...)
	completePlayers(c, known, "player")
	c.RunE = func(c *cobra.Command, args []string) error {
		start, err := board.position()
		if err != nil {
			return err
		}
		chosen, err := newPlayer(known, "player", *spec)
		if err != nil {
			return err
		}
		defer func() { _ = chosen.Close() }() // it has answered
		if t, ok := chosen.(player.TicTacToe); ok {
			return p.answerTicTacToe(c.Context(), t, args, *asJSON)
		}
		answers := &player.Answers{Player: chosen, Start: start, JSON: *asJSON, Out: p.out}
		if slices.Equal(args, []string{"-"}) {
			return p.answerLines(c.Context(), answers)
		}
		return p.answerAll(c.Context(), answers, args)
	}
	return c
}
