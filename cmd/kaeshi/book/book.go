// Package book holds the verbs of kaeshi book, which grow, check and convert opening books.
package book

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

// Command returns the verb book with its own verbs.
func Command(env *verb.Env) *cobra.Command {
	c := env.Command("book", "book", verb.OnlyVerbs)
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.AddCommand(growCommand(env), learnCommand(env), mergeCommand(env), verifyCommand(env), showCommand(env),
		exportCommand(env), importCommand(env))
	return c
}

// step is what a book remembers of the verb that is run.
func step(env *verb.Env, c *cobra.Command, args []string) book.Step {
	now := time.Now().UTC().Format(time.RFC3339)
	return book.Step{Command: verb.CommandLine(c, args), Commit: env.Build.Commit, Date: now}
}

// load is the book of a file, or for the name shipped the one that is part of the program.
func load(name string) (*book.Book, error) {
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
		return fmt.Errorf("%s.journal belongs to a run of book grow or book learn that goes on or was killed: "+
			"let it end first", path)
	}
	return b.Save(path)
}
