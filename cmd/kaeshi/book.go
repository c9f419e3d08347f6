package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

func (p *program) bookCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "book", Short: p.Words["book.short"], Long: p.Words["book.long"], Example: p.Words["book.example"],
		Args: verb.Args(0, 0, ""), RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.bookGrowCommand(), p.bookLearnCommand(), p.bookMergeCommand(), p.bookVerifyCommand(), p.bookShowCommand(),
		p.bookExportCommand(), p.bookImportCommand())
	return c
}

// bookStep is what a book remembers of the verb that is run.
func (p *program) bookStep(c *cobra.Command, args []string) book.Step {
	return book.Step{Command: verb.CommandLine(c, args), Commit: p.Build.Commit, Date: time.Now().UTC().Format(time.RFC3339)}
}

// loadBook is the book of a file, or for the name shipped the one that is part of the program.
func loadBook(name string) (*book.Book, error) {
	if name != "shipped" {
		return book.Load(name)
	}
	b, ok, err := book.Shipped()
	if err == nil && !ok {
		err = fmt.Errorf("%s: this program was built without a book of its own", name)
	}
	return b, err
}

// saveNew writes a book to a place that is free, or that may be overwritten.
func saveNew(b *book.Book, path string, force bool) error {
	if _, err := os.Lstat(path); err == nil && !force {
		return fmt.Errorf("%s exists: name another file, or add --force", path)
	}
	if _, err := os.Lstat(path + ".journal"); err == nil {
		return fmt.Errorf("%s.journal belongs to a run of book grow or book learn that goes on or was killed: let it end first", path)
	}
	return b.Save(path)
}
