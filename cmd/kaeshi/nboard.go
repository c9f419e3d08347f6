package main

import (
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) nboardCommand() *cobra.Command {
	c := p.Command("nboard", "nboard", verb.Args(0, 0, ""))
	who := p.addPlayerFlags(c)
	openings := c.Flags().String("book", "", p.Words["nboard.book"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		b, err := flags.OpenBook(*openings)
		if err != nil {
			return err
		}
		chosen, err := who.player()
		if err != nil {
			return err
		}
		defer func() { _ = chosen.Close() }() // its moves have been played
		server := protocol.NBoard{
			Name: "Kaeshi", Player: chosen, Level: *who.level, Book: b,
			Search: search.New(search.Options{Threads: runtime.GOMAXPROCS(0)}),
		}
		if !who.fixed() {
			server.AtDepth = func(depth int) (player.Player, error) { return players.Offered().New(atLevel(depth)) }
		}
		return server.Serve(c.Context(), io.NopCloser(p.Dialogue(c.Context())), p.Out)
	}
	return c
}
