package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
)

func (p *program) bookImportCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "import IN OUT", Short: p.words["book.import.short"], Long: p.words["book.import.long"], Example: p.words["book.import.example"],
		Args: between(2, 2, "a book to read and a file to write"),
	}
	force := c.Flags().Bool("force", false, p.words["book.force"])
	c.RunE = func(c *cobra.Command, args []string) error {
		b, dropped, err := book.Import(args[0], bookStep(c, args))
		if err != nil {
			return err
		}
		if err := saveNew(b, args[1], *force); err != nil {
			return err
		}
		p.log("%s: %d positions", args[1], b.Len())
		if dropped > 0 {
			p.log("%d positions have nothing to be said of them and were left out", dropped)
		}
		return nil
	}
	return c
}
