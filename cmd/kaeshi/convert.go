package main

import (
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/paste"
)

func (p *program) convertCommand() *cobra.Command {
	args := verb.Args(2, 1<<20, "input files and an output file (- is standard input or output)")
	c := p.Command("convert", "convert IN… OUT", args)
	from, to := flags.NewChoice("", files.FormatNames()...), flags.NewChoice("", files.FormatNames()...)
	c.Flags().Var(from, "from", p.Words["convert.from"])
	c.Flags().Var(to, "to", p.Words["convert.to"])
	flags.Complete(c, "from", from)
	flags.Complete(c, "to", to)
	c.RunE = func(c *cobra.Command, args []string) error {
		inputs, out := args[:len(args)-1], args[len(args)-1]
		p.Out.Verbatim = true
		conversion := files.Conversion{Out: p.Out, Created: time.Now()}
		if slices.Contains(inputs, "-") {
			conversion.In = p.Stdin(c.Context())
		}
		conversion.From, _ = files.ParseFormat(from.Value) // the flag accepts only valid names
		var err error
		if conversion.To, err = outputFormat(to.Value, out); err != nil {
			return err
		}
		conversion.Fault = func(err error) { p.Log("%v", err) }
		conversion.Remark = func(game int, remark paste.Remark) { p.Log("game %d: %s", game, remark.In(p.Language)) }
		done, err := conversion.Files(c.Context(), inputs, out)
		if err != nil && done.Faults > 0 && done.Games == 0 {
			err = terminal.Illegal("%w", err)
		}
		if lost := p.reportLost(done); err == nil {
			err = lost
		}
		return err
	}
	return c
}

// reportLost logs the information that the output format cannot store. It returns an error if a game was not read or
// not written.
func (p *program) reportLost(done files.Converted) error {
	for _, loss := range done.Lost {
		p.Log("%s", loss)
	}
	if refused := done.Refused(); done.Faults+refused > 0 {
		return terminal.Illegal("games: %d written, %d not written; errors in the input: %d",
			done.Games-refused, refused, done.Faults)
	}
	return nil
}
