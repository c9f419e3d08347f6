package book

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

func verifyCommand(env *verb.Env) *cobra.Command {
	c := env.Command("book.verify", "verify BOOK", verb.Args(1, 1, "one book"))
	asJSON := c.Flags().Bool("json", false, env.Words["flag.json"])
	c.RunE = func(_ *cobra.Command, args []string) error {
		v, err := verify(args[0])
		if err != nil {
			return err
		}
		if err := env.Show(v, *asJSON); err != nil {
			return err
		}
		if !v.Sound() {
			return terminal.Mismatch("%s: %s", args[0], lang.Count(v.Faults, "fault", "faults"))
		}
		return nil
	}
	return c
}

// verify checks a file with its journal, or the built-in book.
func verify(name string) (*book.Verdict, error) {
	if name != "shipped" {
		return book.VerifyFile(name)
	}
	b, err := load(name)
	if err != nil {
		return nil, err
	}
	return book.Verify(b), nil
}
