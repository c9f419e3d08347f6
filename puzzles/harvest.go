package puzzles

import (
	"context"
	"iter"

	"github.com/kaeshi/kaeshi/record"
)

// Harvest makes puzzles of many games.
type Harvest struct {
	Empties Range
	Each    int    // at most so many of each difficulty; 0: all
	From    string // what to say of a game that does not say who played; empty: nothing
	Bad     func(error)
	Told    func(Puzzle) error
}

// Games makes the puzzles of the games, which may hold errors in place of games, and tells each once. It ends early
// when there are enough of each difficulty. The error is ctx's or that of Told.
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
		list, err := maker.Make(ctx, g, h.Empties.From, h.Empties.To)
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
			if err := h.Told(z); err != nil {
				return err
			}
		}
		if h.full(count) {
			break
		}
	}
	return nil
}

func (h Harvest) full(count map[int]int) bool {
	for d := 1; d <= Hardest; d++ {
		if h.Each == 0 || count[d] < h.Each {
			return false
		}
	}
	return true
}
