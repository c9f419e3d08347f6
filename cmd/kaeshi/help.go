package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// helpCommand returns the command that shows help for a command or subcommand.
func (p *program) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND…]", Short: p.Words["help.short"], ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			found, rest, err := c.Root().Find(args)
			switch {
			case err != nil:
				return terminal.Usage("%w", err)
			case len(rest) > 0:
				return terminal.Usage("%w", verb.Unknown(found, rest[0]))
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}
