package puzzles

import (
	"context"
	"iter"

	"github.com/kaeshi/kaeshi/record"
)

// Harvest makes puzzles from many games.
type Harvest struct {
	Empties Range
	Midgame bool               // make middle-game exercises instead of endgame puzzles
	Each    int                // greatest number of puzzles of each difficulty; 0: no limit
	From    string             // description of games without players, for [Puzzle.From]
	Bad     func(error)        // called for each error in place of a game
	Found   func(Puzzle) error // called for each puzzle
}

// Games makes the puzzles of the games and calls Found once for each. It ends early when there are enough puzzles of
// each difficulty. The error is that of ctx or of Found.
func (h Harvest) Games(ctx context.Context, games iter.Seq2[*record.Game, error]) error {
	maker, seen, count := NewMaker(), map[string]bool{}, map[int]int{}
	for g, err := range games {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			h.Bad(err)
			continue
		}
		list, err := h.make(ctx, maker, g)
		if err != nil {
			return err
		}
		for _, z := range list {
			if seen[z.ID] || h.Each > 0 && count[z.Difficulty] >= h.Each {
				continue
			}
			seen[z.ID] = true
			if count[z.Difficulty]++; z.From == "" {
				z.From = h.From
			}
			if err := h.Found(z); err != nil {
				return err
			}
		}
		if h.full(count) {
			break
		}
	}
	return nil
}

func (h Harvest) make(ctx context.Context, maker *Maker, g *record.Game) ([]Puzzle, error) {
	if h.Midgame {
		return maker.Midgame(ctx, g, h.Empties)
	}
	return maker.Make(ctx, g, h.Empties.From, h.Empties.To)
}

// full reports whether there are enough puzzles of each difficulty.
func (h Harvest) full(count map[int]int) bool {
	for d := 1; d <= Hardest; d++ {
		if h.Each == 0 || count[d] < h.Each {
			return false
		}
	}
	return true
}
