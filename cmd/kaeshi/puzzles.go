package main

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/puzzles"
	"github.com/kaeshi/kaeshi/record"
)

func (p *program) puzzlesCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "puzzles [FILE…]", Short: p.words["puzzles.short"], Long: p.words["puzzles.long"], Example: p.words["puzzles.example"],
		Args: between(0, 1<<20, "files of games, or none"),
	}
	empties := c.Flags().String("empties", "", p.words["puzzles.empties"])
	difficulty := c.Flags().String("difficulty", "", p.words["puzzles.difficulty"])
	count := c.Flags().IntP("count", "n", 10, p.words["puzzles.count"])
	seed := c.Flags().Uint64("seed", 1, p.words["puzzles.seed"])
	each := c.Flags().Int("each", 0, p.words["puzzles.each"])
	from := c.Flags().String("from", "", p.words["puzzles.from"])
	c.RunE = func(c *cobra.Command, args []string) error {
		choice := puzzles.Choice{N: *count, Seed: *seed}
		var err error
		if choice.Empties, err = puzzles.ParseRange(*empties, puzzles.AllEmpties()); err != nil {
			return usage("--empties %w", err)
		}
		if choice.Difficulty, err = puzzles.ParseRange(*difficulty, puzzles.AllDifficulties()); err != nil {
			return usage("--difficulty %w", err)
		}
		write := json.NewEncoder(p.out).Encode
		if len(args) == 0 {
			return p.shippedPuzzles(choice, write)
		}
		h := puzzles.Harvest{Empties: choice.Empties, Each: *each, From: *from, Bad: func(err error) { p.log("%v", err) }}
		h.Told = func(z puzzles.Puzzle) error {
			if !choice.Difficulty.Has(z.Difficulty) {
				return nil
			}
			return write(z)
		}
		return h.Games(c.Context(), func(yield func(*record.Game, error) bool) {
			for e := range analysis.Files(args, p.stdin(c.Context())) {
				if !yield(e.Game, e.Err) {
					return
				}
			}
		})
	}
	return c
}

// shippedPuzzles shows some of those that come with the program.
func (p *program) shippedPuzzles(choice puzzles.Choice, write func(any) error) error {
	list, err := puzzles.Shipped()
	for _, z := range choice.Of(list) {
		if err := write(z); err != nil {
			return err
		}
	}
	return err
}
