package book

import (
	"math"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
)

func mergeCommand(env *verb.Env) *cobra.Command {
	args := verb.Args(3, math.MaxInt, "two or more books and a file to write")
	c := env.Command("book.merge", "merge BOOK… OUT", args)
	isNew := env.AddForce(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		names, out := args[:len(args)-1], args[len(args)-1]
		if err := isNew(out); err != nil {
			return err
		}
		var books []*book.Book
		for _, name := range names {
			b, err := load(name)
			if err != nil {
				return err
			}
			books = append(books, b)
		}
		merged, err := book.Merge(step(env, c, args), books...)
		if err != nil {
			return err
		}
		if err := save(merged, out); err != nil {
			return err
		}
		env.Log("%s: %s", out, lang.Count(merged.Len(), "position", "positions"))
		return nil
	}
	return c
}
