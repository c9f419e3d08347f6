package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

func (p *program) bookVerifyCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "verify BOOK", Short: p.Words["book.verify.short"], Long: p.Words["book.verify.long"], Example: p.Words["book.verify.example"],
		Args: verb.Args(1, 1, "one file, the book"),
	}
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(_ *cobra.Command, args []string) error {
		v, err := verifyBook(args[0])
		if err != nil {
			return err
		}
		if err := p.Show(v, *asJSON); err != nil {
			return err
		}
		if !v.Sound() {
			return terminal.Mismatch("%s: %d faults", args[0], v.Faults)
		}
		return nil
	}
	return c
}

// verifyBook checks a file with its journal, or the book that is part of the program.
func verifyBook(name string) (*book.Verdict, error) {
	if name != "shipped" {
		return book.VerifyFile(name)
	}
	b, err := loadBook(name)
	if err != nil {
		return nil, err
	}
	return book.Verify(b), nil
}
