package main

import (
	"cmp"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/record/paste"
)

func (p *program) compareCommand() *cobra.Command {
	c := p.Command("compare", "compare", verb.Args(0, 0, ""))
	lesson := p.addLessonFlags(c)
	algorithms := c.Flags().StringSlice("algo", nil, p.Words["compare.algo"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	flags.Complete(c, "algo", flags.NewChoice("", classroom.Algorithms()...))
	c.RunE = func(c *cobra.Command, _ []string) error {
		request, err := lesson()
		if err != nil {
			return err
		}
		request.Algorithms = *algorithms
		watch := p.Watch(c.Context(), func(elapsed time.Duration) string {
			return fmt.Sprintf("searching, %.0f s", elapsed.Seconds())
		})
		table, err := classroom.Compare(c.Context(), request)
		watch.Stop()
		if err != nil {
			return faulty(err)
		}
		write := func() error { return table.Text(p.Out, p.Language) }
		if *asJSON {
			write = func() error { return table.Lines(p.Out) }
		}
		return cmp.Or(write(), table.Answered())
	}
	return c
}

// addLessonFlags adds the flags for the game, position and depth. The function that it returns reads them.
func (p *program) addLessonFlags(c *cobra.Command) func() (classroom.Request, error) {
	game, board := flags.NewChoice(classroom.Games()[0], classroom.Games()...), flags.AddBoard(c, p.Words)
	c.Flags().Lookup("size").Usage = p.Words["learn.size"]
	c.Flags().Var(game, "game", p.Words["learn.game"])
	flags.Complete(c, "game", game)
	position := c.Flags().String("position", "", p.Words["learn.position"])
	depth := c.Flags().Int("depth", 0, p.Words["learn.depth"])
	flags.Between(c, 0, classroom.MostDepth, "depth")
	flags.Yields(c, "position", "size", "start", "game")
	flags.Yields(c, "game", "size", "start")
	return func() (classroom.Request, error) {
		r := classroom.Request{Game: game.Value, Start: board.Setup.Value, Position: *position, Depth: *depth}
		start, err := board.Position()
		if err != nil {
			return r, err
		}
		for _, name := range []string{"size", "start"} {
			if r.Game != classroom.Games()[0] && flags.OnCommandLine(c, name) {
				return r, terminal.Usage("--%s applies to --game %s, not to %s", name, classroom.Games()[0], r.Game)
			}
		}
		r.Size = int(start.Size)
		if at, _, err := paste.Position(start, r.Position); err == nil && r.Game == classroom.Games()[0] {
			if err := board.Check(at); err != nil {
				return r, err
			}
		}
		if !c.Flags().Changed("depth") {
			r.Depth = -1
		}
		return r, nil
	}
}
