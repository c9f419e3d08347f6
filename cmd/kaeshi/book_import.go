package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

func (p *program) bookImportCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "import IN OUT", Short: p.Words["book.import.short"], Long: p.Words["book.import.long"], Example: p.Words["book.import.example"],
		Args: verb.Args(2, 2, "a book to read and a file to write"),
	}
	force := c.Flags().Bool("force", false, p.Words["book.force"])
	c.RunE = func(c *cobra.Command, args []string) error {
		b, dropped, err := book.Import(args[0], p.bookStep(c, args))
		if err != nil {
			return err
		}
		if err := saveNew(b, args[1], *force); err != nil {
			return err
		}
		p.Log("%s: %d positions", args[1], b.Len())
		if dropped > 0 {
			p.Log("%d positions have nothing to be said of them and were left out", dropped)
		}
		return nil
	}
	return c
}
