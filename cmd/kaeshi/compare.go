package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/classroom"
)

func (p *program) compareCommand(language string) *cobra.Command {
	c := &cobra.Command{
		Use: "compare", Short: p.words["compare.short"], Long: p.words["compare.long"], Example: p.words["compare.example"], Args: between(0, 0, ""),
	}
	lesson := p.addLessonFlags(c)
	algorithms := c.Flags().StringSlice("algo", nil, p.words["compare.algo"])
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	completeChoices(c, "algo", &choice{values: classroom.Algorithms()})
	c.RunE = func(c *cobra.Command, _ []string) error {
		request, err := lesson()
		if err != nil {
			return err
		}
		request.Algorithms = *algorithms
		table, err := classroom.Compare(c.Context(), request)
		if err != nil {
			return faulty(err)
		}
		write := func() error { return table.Text(p.out, language == "ja") }
		if *asJSON {
			write = func() error { return table.Lines(p.out) }
		}
		return cmp.Or(write(), table.Answered())
	}
	return c
}

// addLessonFlags gives the flags that say what is searched; what they say is read by the function returned.
func (p *program) addLessonFlags(c *cobra.Command) func() (classroom.Request, error) {
	game, board := &choice{classroom.Games()[0], classroom.Games()}, p.addBoardFlags(c)
	c.Flags().Lookup("size").Usage = p.words["learn.size"]
	c.Flags().Var(game, "game", p.words["learn.game"])
	completeChoices(c, "game", game)
	position := c.Flags().String("position", "", p.words["learn.position"])
	depth := c.Flags().Int("depth", 0, p.words["learn.depth"])
	return func() (classroom.Request, error) {
		r := classroom.Request{Game: game.value, Start: board.setup.value, Position: *position, Depth: *depth}
		if start, err := board.position(); err == nil {
			r.Size = int(start.Size)
		}
		if *depth < 0 {
			return r, usage("--depth %d: expected a number of plies from 0 to %d", *depth, classroom.MostDepth)
		}
		if !c.Flags().Changed("depth") {
			r.Depth = -1
		}
		return r, nil
	}
}
