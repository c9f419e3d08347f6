package main

import (
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) nboardCommand() *cobra.Command {
	c := &cobra.Command{Use: "nboard", Short: p.words["nboard.short"], Long: p.words["nboard.long"], Example: p.words["nboard.example"], Args: between(0, 0, "")}
	who := p.addPlayerFlags(c)
	openings := c.Flags().String("book", "", p.words["nboard.book"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		b, err := hintBook(*openings)
		if err != nil {
			return err
		}
		chosen, err := who.player()
		if err != nil {
			return err
		}
		defer func() { _ = chosen.Close() }() // it has played
		server := protocol.NBoard{
			Name: "Kaeshi", Player: chosen, Level: *who.level, Book: b,
			Search: search.New(search.Options{Threads: runtime.GOMAXPROCS(0)}),
		}
		if !who.fixed() {
			server.AtDepth = func(depth int) (player.Player, error) { return makers().New(atLevel(depth)) }
		}
		return server.Serve(c.Context(), io.NopCloser(p.stdin(c.Context())), p.out)
	}
	return c
}
