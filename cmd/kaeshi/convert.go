package main

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
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
	asJSON := c.Flags().Bool("json", false, p.Words["convert.json"])
	isNew := p.AddForce(c)
	flags.Complete(c, "from", from)
	flags.Complete(c, "to", to)
	c.RunE = func(c *cobra.Command, args []string) error {
		inputs, out := args[:len(args)-1], args[len(args)-1]
		if err := verb.OneStdin(inputs); err != nil {
			return terminal.Usage("%w", err)
		}
		if *asJSON && out == "-" {
			return terminal.Usage("--json: the games go to standard output; expected a file to write")
		}
		var read atomic.Int64
		conversion := files.Conversion{Created: time.Now()}
		if out == "-" {
			conversion.Out = p.Document()
		}
		if slices.Contains(inputs, "-") {
			conversion.In = p.Stdin(c.Context())
		}
		conversion.From, _ = files.ParseFormat(from.Value) // the flag accepts only valid names
		var err error
		if conversion.To, err = outputFormat(to.Value, out); err != nil {
			return err
		}
		if err := isNew(conversion.To.Files(out)...); err != nil {
			return err
		}
		conversion.Progress = func(games int) { read.Store(int64(games)) }
		watch := p.Watch(c.Context(), func(time.Duration) string {
			if p.OnScreen(out) {
				return ""
			}
			return lang.Count(int(read.Load()), "game", "games") + " read"
		})
		defer watch.Stop()
		conversion.Fault = func(err error) { p.Fault(err, *asJSON) }
		conversion.Remark = func(game int, remark paste.Remark) { p.Log("game %d: %s", game, remark.In(p.Language)) }
		done, err := conversion.Files(c.Context(), inputs, out)
		watch.Stop()
		if err != nil && done.Faults > 0 && done.Games == 0 {
			err = terminal.Illegal("%w", err)
		}
		if lost := p.reportLost(done); err == nil {
			err = lost
		}
		if *asJSON {
			err = errors.Join(p.Show(newConverted(out, done), true), err)
		}
		return err
	}
	return c
}

// converted is the JSON document of a conversion.
type converted struct {
	Schema  string `json:"schema"`
	Output  string `json:"output"`  // the file that was written
	Read    int    `json:"read"`    // games that were read
	Written int    `json:"written"` // games that the output holds
	Faults  int    `json:"faults"`  // of the input
	Lost    []lost `json:"lost"`
}

// lost is a part of games that the format of the output cannot hold.
type lost struct {
	What  string `json:"what"`
	Games int    `json:"games"` // the number of games that lost it
	Whole bool   `json:"whole"` // these games were not written at all
}

func newConverted(out string, done files.Converted) converted {
	c := converted{
		Schema: "kaeshi/convert/1", Output: out, Read: done.Games, Written: done.Games - done.Refused(),
		Faults: done.Faults, Lost: []lost{},
	}
	for _, loss := range done.Lost {
		c.Lost = append(c.Lost, lost{loss.What, loss.Games, loss.Whole})
	}
	return c
}

// String returns the counts in a sentence.
func (c converted) String() string {
	return fmt.Sprintf("%s read, %d written", lang.Count(c.Read, "game", "games"), c.Written)
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
