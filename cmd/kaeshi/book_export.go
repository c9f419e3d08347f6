package main

import (
	"cmp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
)

func (p *program) bookExportCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "export BOOK OUT", Short: p.words["book.export.short"], Long: p.words["book.export.long"], Example: p.words["book.export.example"],
		Args: between(2, 2, "a book and a file to write, - being standard output"),
	}
	to := &choice{"", book.Formats()}
	c.Flags().Var(to, "to", p.words["book.to"])
	completeChoices(c, "to", to)
	c.RunE = func(_ *cobra.Command, args []string) error {
		b, err := loadBook(args[0])
		if err != nil {
			return err
		}
		format := cmp.Or(to.value, book.FormatOf(args[1]))
		switch {
		case format == "":
			return usage("the name %q tells no format: say --to and one of %s", args[1], strings.Join(book.Formats(), ", "))
		case args[1] == "-":
			return b.Write(p.out, format, time.Now())
		}
		return b.Export(args[1], format, time.Now())
	}
	return c
}
