package book

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
)

func importCommand(env *verb.Env) *cobra.Command {
	c := env.Command("book.import", "import IN OUT", verb.Args(2, 2, "a book to read and a file to write"))
	isNew := env.AddForce(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := isNew(args[1]); err != nil {
			return err
		}
		b, dropped, err := book.Import(args[0], step(env, c, args))
		if err != nil {
			return err
		}
		if err := save(b, args[1]); err != nil {
			return err
		}
		env.Log("%s: %s", args[1], lang.Count(b.Len(), "position", "positions"))
		if dropped > 0 {
			env.Log("skipped without a value or after the end of the game: %s",
				lang.Count(dropped, "position", "positions"))
		}
		return nil
	}
	return c
}
