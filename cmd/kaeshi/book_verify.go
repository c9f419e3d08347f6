package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
)

func (p *program) bookVerifyCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "verify BOOK", Short: p.words["book.verify.short"], Long: p.words["book.verify.long"], Example: p.words["book.verify.example"],
		Args: between(1, 1, "one file, the book"),
	}
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(_ *cobra.Command, args []string) error {
		v, err := verifyBook(args[0])
		if err != nil {
			return err
		}
		if err := p.show(v, *asJSON); err != nil {
			return err
		}
		if !v.Sound() {
			return &exit{exitMismatch, fmt.Errorf("%s: %d faults", args[0], v.Faults)}
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
