package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// whom to ask for a hint: strong, and quick enough to wait for.
const hinter = "kaeshi:level=10"

func (p *program) playCommand(language string) *cobra.Command {
	c := &cobra.Command{
		Use: "play", Short: p.words["play.short"], Long: p.words["play.long"], Example: p.words["play.example"], Args: between(0, 0, ""),
	}
	board, color := p.addBoardFlags(c), &choice{"auto", []string{"auto", "always", "never"}}
	black := c.Flags().String("black", "human", p.words["play.black"])
	white := c.Flags().String("white", "kaeshi:skill=3", p.words["play.white"])
	c.Flags().Var(color, "color", p.words["flag.color"])
	completePlayers(c, makersAt(nil), "black", "white")
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		start, err := board.position()
		if err != nil {
			return err
		}
		t := player.NewTerminal(p.stdin(c.Context()), p.out, player.WordsIn(language))
		t.Color, t.Prompt = p.wantsColor(color.value), isTerminal(p.in)
		var players [3]player.Player
		for i, flag := range [][2]string{{"black", *black}, {"white", *white}, {"hint", hinter}} {
			if players[i], err = newPlayer(makersAt(t), flag[0], flag[1]); err != nil {
				return err
			}
			defer func() { err = errors.Join(err, players[i].Close()) }()
		}
		t.Hint = players[2]
		game := &record.Game{Start: start, Black: *black, White: *white}
		return t.Play(c.Context(), game, &player.Referee{Black: players[0], White: players[1]})
	}
	return c
}

// wantsColor follows https://no-color.org: a flag is stronger than NO_COLOR, and a pipe gets no colour of itself.
func (p *program) wantsColor(when string) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	return !p.has("NO_COLOR") && p.screen
}
