// Package book implements kaeshi book, whose commands grow, check and convert opening books.
package book

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

// Command returns kaeshi book with its subcommands.
func Command(env *verb.Env) *cobra.Command {
	c := env.Command("book", "book", verb.OnlyVerbs)
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.AddCommand(growCommand(env), learnCommand(env), mergeCommand(env), verifyCommand(env), showCommand(env),
		exportCommand(env), importCommand(env))
	return c
}

// step returns the entry of the running command in the history of a book.
func step(env *verb.Env, c *cobra.Command, args []string) book.Step {
	now := time.Now().UTC().Format(time.RFC3339)
	return book.Step{Command: verb.CommandLine(c, args), Commit: env.Build.Commit, Date: now}
}

// load reads a book from a file. The name "shipped" is the book that is built into the program.
func load(name string) (*book.Book, error) {
	if name != "shipped" {
		return book.Load(name)
	}
	b, ok, err := book.Shipped()
	if err == nil && !ok {
		err = fmt.Errorf("%s: this program has no built-in book", name)
	}
	return b, err
}

// save writes a book to path. It fails if a journal of the file exists.
func save(b *book.Book, path string) error {
	if _, err := os.Lstat(path + ".journal"); err == nil {
		return fmt.Errorf("%s.journal exists, because book grow or book learn is running or was killed; "+
			"finish that run first", path)
	}
	return b.Save(path)
}
