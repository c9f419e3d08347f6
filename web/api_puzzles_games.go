//go:build !js

package web

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/kaeshi/kaeshi/puzzles"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

const mostEmpties = 12 // in puzzles that are made while someone waits

// puzzlesOfGames makes puzzles from imported games that chance chooses.
func (s *Server) puzzlesOfGames(ctx context.Context, c puzzles.Choice) ([]puzzles.Puzzle, error) {
	if s.options.Store == nil {
		return nil, errNoGames()
	}
	all, err := s.options.Store.Find(ctx, store.Question{})
	if err != nil {
		return nil, s.storeFault(ctx, err)
	}
	list := []puzzles.Puzzle{}
	err = s.think.study(ctx, s.lessons, func(ctx context.Context) error {
		short, cancel := context.WithTimeout(ctx, s.options.MaxMake)
		defer cancel()
		maker, chance := puzzles.NewMaker(), rand.New(rand.NewPCG(c.Seed, 1))
		c.Empties.To = min(c.Empties.To, mostEmpties)
		for tries := 0; tries < 5*c.N && len(list) < c.N && all.Results.Games > 0; tries++ {
			g, err := s.archived(ctx, 1+chance.Int64N(int64(all.Results.Games)))
			if err != nil {
				return err
			}
			made, err := maker.Make(short, g, c.Empties.From, c.Empties.To)
			if short.Err() != nil && ctx.Err() == nil {
				return nil // the time is over: what was made is the answer
			}
			if err != nil {
				return err
			}
			made = slices.DeleteFunc(made, func(z puzzles.Puzzle) bool {
				return slices.ContainsFunc(list, func(other puzzles.Puzzle) bool { return other.ID == z.ID })
			})
			list = append(list, puzzles.Choice{N: c.N - len(list), Empties: c.Empties, Difficulty: c.Difficulty, Seed: c.Seed}.Of(made)...)
		}
		return nil
	})
	return list, err
}

// archived is an imported game by its number.
func (s *Server) archived(ctx context.Context, number int64) (g *record.Game, err error) {
	for a, err := range s.options.Store.ArchivedGames(ctx, []int64{number}) {
		if err != nil {
			return nil, s.storeFault(ctx, err)
		}
		g = a.Game
	}
	return g, nil
}
