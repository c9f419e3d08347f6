package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// helpCommand shows help about a verb, or about one of a verb's own.
func (p *program) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [VERB…]", Short: p.Words["help.short"], ValidArgsFunction: cobra.NoFileCompletions,
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
