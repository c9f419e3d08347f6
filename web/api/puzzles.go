package api

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/puzzles"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// puzzleQuestion is the query of GET /puzzles.
type puzzleQuestion struct {
	N          int              `query:"n" minimum:"1" maximum:"200" default:"10" doc:"how many at most"`
	Difficulty string           `query:"difficulty" maxLength:"5" doc:"from 1 to 5: a number, or two such as 2-3" example:"2-3"`
	Empties    string           `query:"empties" maxLength:"5" doc:"empty squares, from 4 to 16: a number, or two such as 6-10" example:"6-10"`
	Seed       optional[uint64] `query:"seed" doc:"the same seed chooses the same puzzles"`
	Source     string           `query:"source" enum:"shipped,games" default:"shipped" doc:"shipped: those that come with the program; games: made now from imported games, where there is a store"`
}

// puzzleList is puzzles.
type puzzleList struct {
	Schema  string           `json:"schema" example:"kaeshi/puzzles/1"`
	Puzzles []puzzles.Puzzle `json:"puzzles" nullable:"false" doc:"scores holds the exact value of every legal move as the side to move sees it; best, every right move"`
}

func (a *API) addPuzzles(api huma.API) {
	op := operation(http.MethodGet, Path+"puzzles", "puzzles", "Puzzles of the ending, with exact answers",
		http.StatusServiceUnavailable, http.StatusGatewayTimeout)
	op.Description = "The difficulty is measured: 1 when the evaluation prefers a right move at first sight, 2 when " +
		"it takes two plies of search until a right move is preferred for good, " +
		"3 from four plies on, 4 from six, 5 from nine; one more when at least three wrong moves look better at " +
		"first sight."
	huma.Register(api, op, func(ctx context.Context, in *puzzleQuestion) (*reply[puzzleList], error) {
		c, err := in.choice()
		if err != nil {
			return nil, err
		}
		var list []puzzles.Puzzle
		if in.Source == "games" {
			list, err = a.gamePuzzles(ctx, c)
		} else if list, err = puzzles.Shipped(); err == nil {
			list = c.Of(list)
		}
		if err != nil {
			return nil, err
		}
		return &reply[puzzleList]{puzzleList{"kaeshi/puzzles/1", list}}, nil
	})
}

// choice is which puzzles are asked for; the error is a problem.
func (q *puzzleQuestion) choice() (c puzzles.Choice, err error) {
	c = puzzles.Choice{N: q.N, Seed: rand.Uint64()}
	if q.Seed.Given {
		c.Seed = q.Seed.Value
	}
	if c.Empties, err = puzzles.ParseRange(q.Empties, puzzles.AllEmpties()); err != nil {
		return c, unprocessable("empties %v", err)
	}
	if c.Difficulty, err = puzzles.ParseRange(q.Difficulty, puzzles.AllDifficulties()); err != nil {
		return c, unprocessable("difficulty %v", err)
	}
	return c, nil
}

// gamePuzzles makes puzzles of imported games, if there is a database; the error is a problem.
func (a *API) gamePuzzles(ctx context.Context, c puzzles.Choice) ([]puzzles.Puzzle, error) {
	if a.makePuzzles == nil {
		return nil, unprocessable("source games: there is no store of games here; use shipped")
	}
	return a.makePuzzles(ctx, c)
}

const mostEmpties = 12 // in puzzles that are made while someone waits

// puzzlesOfGames makes puzzles from imported games that chance chooses.
func (a *API) puzzlesOfGames(ctx context.Context, c puzzles.Choice) ([]puzzles.Puzzle, error) {
	all, err := a.store.Find(ctx, store.Question{})
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	list := []puzzles.Puzzle{}
	err = a.run(ctx, a.scheduler.Lessons, func(ctx context.Context) error {
		short, cancel := context.WithTimeout(ctx, a.maxMake)
		defer cancel()
		maker, chance := puzzles.NewMaker(), rand.New(rand.NewPCG(c.Seed, 1))
		c.Empties.To = min(c.Empties.To, mostEmpties)
		for tries := 0; tries < 5*c.N && len(list) < c.N && all.Results.Games > 0; tries++ {
			g, err := a.archived(ctx, 1+chance.Int64N(int64(all.Results.Games)))
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
			list = append(list, puzzles.Choice{
				N: c.N - len(list), Empties: c.Empties, Difficulty: c.Difficulty,
				Seed: c.Seed,
			}.Of(made)...)
		}
		return nil
	})
	return list, err
}

// archived is an imported game by its number.
func (a *API) archived(ctx context.Context, number int64) (g *record.Game, err error) {
	for found, err := range a.store.ArchivedGames(ctx, []int64{number}) {
		if err != nil {
			return nil, a.storeFault(ctx, err)
		}
		g = found.Game
	}
	return g, nil
}
