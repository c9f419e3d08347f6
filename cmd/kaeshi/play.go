package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/player/console"
	"github.com/kaeshi/kaeshi/record"
)

// hinter is the player that gives hints. It is strong and answers within milliseconds.
const hinter = "kaeshi:level=10"

func (p *program) playCommand() *cobra.Command {
	c := p.Command("play", "play", verb.Args(0, 0, ""))
	board, color := flags.AddBoard(c, p.Words), flags.NewChoice("auto", "auto", "always", "never")
	black := c.Flags().String("black", "human", p.Words["play.black"])
	white := c.Flags().String("white", "kaeshi:skill=3", p.Words["play.white"])
	c.Flags().Var(color, "color", p.Words["flag.color"])
	players.Complete(c, players.At(nil), "black", "white")
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		start, err := board.Position()
		if err != nil {
			return err
		}
		t := console.NewTerminal(p.Dialogue(c.Context()), p.Out, p.Language)
		p.Out.Verbatim = true
		t.Color, t.Prompt = p.wantsColor(color.Value, terminal.Is(p.Out.Writer)), terminal.Is(p.In)
		var seats [3]player.Player
		for i, flag := range [][2]string{{"black", *black}, {"white", *white}, {"hint", hinter}} {
			if seats[i], err = players.New(players.At(t), flag[0], flag[1]); err != nil {
				return err
			}
			defer func() { err = errors.Join(err, seats[i].Close()) }()
		}
		t.Hint = seats[2]
		game := &record.Game{Start: start, Black: *black, White: *white}
		return t.Play(c.Context(), game, &player.Referee{Black: seats[0], White: seats[1]})
	}
	return c
}

// wantsColor reports whether to use colour, following https://no-color.org. The flag takes precedence over NO_COLOR.
// With auto, pipes and dumb terminals get no colour.
func (p *program) wantsColor(when string, screen bool) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	return !p.Has("NO_COLOR") && p.Getenv("TERM") != "dumb" && screen
}
