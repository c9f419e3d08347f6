package main

import (
	"fmt"
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

func (p *program) gtpCommand() *cobra.Command {
	c := p.Command("gtp", "gtp", verb.Args(0, 0, ""))
	who := p.addPlayerFlags(c)
	rowsUp := c.Flags().Bool("rows-up", false, p.Words["gtp.rows-up"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		chosen, err := who.player()
		if err != nil {
			return err
		}
		defer func() { _ = chosen.Close() }() // its moves have been played
		server := protocol.GTP{
			Player: chosen, Name: "Kaeshi", Version: p.Build.Version, RowsUp: *rowsUp,
			Search: search.New(search.Options{Threads: runtime.GOMAXPROCS(0)}), Level: *who.level,
		}
		return server.Serve(c.Context(), io.NopCloser(p.Dialogue(c.Context())), p.Out)
	}
	return c
}

// playerFlags holds the flags that choose the player of a protocol.
type playerFlags struct {
	command *cobra.Command
	spec    *string
	level   *int
}

func (p *program) addPlayerFlags(c *cobra.Command) playerFlags {
	f := playerFlags{
		c, c.Flags().StringP("player", "p", atLevel(search.DefaultLevel), p.Words["protocol.player"]),
		c.Flags().IntP("level", "l", search.DefaultLevel, p.Words["protocol.level"]),
	}
	flags.Between(c, 0, search.MaxLevel, "level")
	flags.Alternatives(c, "player", "level")
	players.Complete(c, players.Local(), "player")
	return f
}

// fixed reports whether --player was given.
func (f playerFlags) fixed() bool { return f.command.Flags().Changed("player") }

func (f playerFlags) player() (player.Player, error) {
	if f.fixed() {
		return players.New(players.Local(), "player", *f.spec)
	}
	return players.New(players.Offered(), "level", atLevel(*f.level))
}

// atLevel returns the player spec of the engine at a level.
func atLevel(n int) string { return fmt.Sprintf("kaeshi:level=%d", n) }
