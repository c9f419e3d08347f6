package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// helpCommand shows help about a verb, or about one of a verb's own.
func (p *program) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [VERB…]", Short: p.Words["help.short"], ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			verb, rest, err := c.Root().Find(args)
			switch {
			case err != nil:
				return terminal.Usage("%w", err)
			case len(rest) > 0:
				return terminal.Usage("%w", unknownVerb(verb, rest[0]))
			}
			verb.InitDefaultHelpFlag()
			return verb.Help()
		},
	}
}

// aVerb is what may stand after kaeshi alone: no argument, since whatever stands there is no verb.
func aVerb(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownVerb(c, args[0])
}

// unknownVerb says which verbs c has, as it has not that one.
func unknownVerb(c *cobra.Command, name string) error {
	var verbs []string
	for _, verb := range c.Commands() {
		if verb.IsAvailableCommand() {
			verbs = append(verbs, verb.Name())
		}
	}
	switch {
	case len(verbs) == 0:
		return fmt.Errorf("no verb %q: %s has none", name, c.CommandPath())
	case c.HasParent():
		return fmt.Errorf("no verb %q of %s: there are %s", name, c.CommandPath(), strings.Join(verbs, ", "))
	}
	return fmt.Errorf("no verb %q: there are %s", name, strings.Join(verbs, ", "))
}
