package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/record/files"
)

func (p *program) convertCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "convert IN… OUT", Short: p.words["convert.short"], Long: p.words["convert.long"], Example: p.words["convert.example"],
		Args: between(2, 1<<20, "files to read and a file to write, - being standard input and output"),
	}
	from, to := &choice{"", files.FormatNames()}, &choice{"", files.FormatNames()}
	c.Flags().Var(from, "from", p.words["convert.from"])
	c.Flags().Var(to, "to", p.words["convert.to"])
	completeChoices(c, "from", from)
	completeChoices(c, "to", to)
	c.RunE = func(c *cobra.Command, args []string) error {
		inputs, out := args[:len(args)-1], args[len(args)-1]
		conversion := files.Conversion{Out: p.out, Created: time.Now()}
		if slices.Contains(inputs, "-") {
			conversion.In = p.stdin(c.Context())
		}
		conversion.From, _ = files.ParseFormat(from.value) // the flags take no other names; none is zero
		conversion.To, _ = files.ParseFormat(to.value)
		if _, named := files.FormatOf(out); !named && conversion.To == 0 {
			return usage("the name %q tells no format: say --to and one of %s", out, strings.Join(files.FormatNames(), ", "))
		}
		if out == "-" && conversion.To == files.WTHOR {
			return usage("a WTHOR base is three files: name the .wtb file")
		}
		conversion.Fault = func(err error) { p.log("%v", err) }
		done, err := conversion.Files(c.Context(), inputs, out)
		for _, loss := range done.Lost {
			p.log("%s", loss)
		}
		switch {
		case err == nil && done.Faults > 0:
			return &exit{exitIllegal, fmt.Errorf("games: %d written, faults in the input: %d", done.Games, done.Faults)}
		case err != nil && done.Faults > 0 && done.Games == 0:
			return &exit{exitIllegal, err}
		}
		return err
	}
	return c
}
