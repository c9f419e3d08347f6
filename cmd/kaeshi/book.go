package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
)

func (p *program) bookCommand(language string) *cobra.Command {
	c := &cobra.Command{
		Use: "book", Short: p.words["book.short"], Long: p.words["book.long"], Example: p.words["book.example"],
		Args: between(0, 0, ""), RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.bookGrowCommand(), p.bookLearnCommand(), p.bookMergeCommand(), p.bookVerifyCommand(), p.bookShowCommand(language),
		p.bookExportCommand(), p.bookImportCommand())
	return c
}

// bookStep is what a book remembers of the verb that is run.
func bookStep(c *cobra.Command, args []string) book.Step {
	command := []string{c.CommandPath()}
	visitChanged(c, func(name, value string) { command = append(command, "--"+name+"="+value) })
	return book.Step{Command: strings.Join(append(command, args...), " "), Commit: readBuild().Commit, Date: time.Now().UTC().Format(time.RFC3339)}
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
