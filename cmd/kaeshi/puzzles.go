package main

import (
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/puzzles"
	"github.com/kaeshi/kaeshi/record"
)

func (p *program) puzzlesCommand() *cobra.Command {
	c := p.Command("puzzles", "puzzles [FILE…]", verb.Files(0, "files of games, or no arguments"))
	empties := c.Flags().String("empties", "", p.Words["puzzles.empties"])
	difficulty := c.Flags().String("difficulty", "", p.Words["puzzles.difficulty"])
	count := c.Flags().IntP("count", "n", 10, p.Words["puzzles.count"])
	seed := c.Flags().Uint64("seed", 1, p.Words["puzzles.seed"])
	each := c.Flags().Int("each", 0, p.Words["puzzles.each"])
	from := c.Flags().String("from", "", p.Words["puzzles.from"])
	midgame := c.Flags().Bool("midgame", false, p.Words["puzzles.midgame"])
	flags.AtLeast(c, 1, "count", "each")
	c.RunE = func(c *cobra.Command, args []string) error {
		choice := puzzles.Choice{N: *count, Seed: *seed}
		var err error
		all := puzzles.AllEmpties()
		if *midgame {
			all = puzzles.MidgameEmpties()
		}
		if choice.Empties, err = puzzles.ParseRange(*empties, all); err != nil {
			return terminal.Usage("--empties %w", err)
		}
		if choice.Difficulty, err = puzzles.ParseRange(*difficulty, puzzles.AllDifficulties()); err != nil {
			return terminal.Usage("--difficulty %w", err)
		}
		write := func(z puzzles.Puzzle) error {
			return json.NewEncoder(p.Out).Encode(puzzleLine{"kaeshi/puzzle/1", z})
		}
		if len(args) == 0 {
			return p.shippedPuzzles(*midgame, choice, write)
		}
		h := puzzles.Harvest{Empties: choice.Empties, Midgame: *midgame, Each: *each, From: *from}
		var faults verb.Faults
		var read, made atomic.Int64
		watch := p.Watch(c.Context(), func(time.Duration) string {
			return fmt.Sprintf("%s read, %s made", lang.Count(int(read.Load()), "game", "games"),
				lang.Count(int(made.Load()), "puzzle", "puzzles"))
		})
		defer watch.Stop()
		h.Bad = func(err error) {
			watch.Clear()
			faults.Add(err)
			p.Fault(err, true)
		}
		h.Found = func(z puzzles.Puzzle) error {
			if !choice.Difficulty.Has(z.Difficulty) {
				return nil
			}
			made.Add(1)
			watch.Clear()
			return write(z)
		}
		err = h.Games(c.Context(), func(yield func(*record.Game, error) bool) {
			for e := range analysis.Files(args, p.StdinIfNamed(c.Context(), args)) {
				read.Add(1)
				if !yield(e.Game, e.Err) {
					return
				}
			}
		})
		if err != nil {
			return err
		}
		return faults.Verdict("games")
	}
	return c
}

// puzzleLine is a puzzle with its schema.
type puzzleLine struct {
	Schema string `json:"schema"`
	puzzles.Puzzle
}

// shippedPuzzles writes puzzles of the built-in set.
func (p *program) shippedPuzzles(midgame bool, choice puzzles.Choice, write func(puzzles.Puzzle) error) error {
	shipped := puzzles.Shipped
	if midgame {
		shipped = puzzles.ShippedMidgame
	}
	list, err := shipped()
	for _, z := range choice.Of(list) {
		if err := write(z); err != nil {
			return err
		}
	}
	return err
}
