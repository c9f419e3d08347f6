package book

import (
	"cmp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

func exportCommand(env *verb.Env) *cobra.Command {
	args := verb.Args(2, 2, "a book and a file to write (- for standard output)")
	c := env.Command("book.export", "export BOOK OUT", args)
	to := flags.NewChoice("", book.Formats()...)
	c.Flags().Var(to, "to", env.Words["book.to"])
	flags.Complete(c, "to", to)
	isNew := env.AddForce(c)
	c.RunE = func(_ *cobra.Command, args []string) error {
		if err := isNew(args[1]); err != nil {
			return err
		}
		b, err := load(args[0])
		if err != nil {
			return err
		}
		format := cmp.Or(to.Value, book.FormatOf(args[1]))
		switch {
		case format == "":
			return terminal.Usage("%q: cannot tell the format by the extension; want --to with one of %s",
				args[1], strings.Join(book.Formats(), ", "))
		case args[1] == "-":
			return b.Write(env.Document(), format, time.Now())
		}
		return b.Export(args[1], format, time.Now())
	}
	return c
}
