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

// puzzleQuery is the query of GET /puzzles.
type puzzleQuery struct {
	N          int              `query:"n" minimum:"1" maximum:"200" default:"10" doc:"maximum number of puzzles"`
	Difficulty string           `query:"difficulty" maxLength:"5" doc:"1 to 5: a number or a range" example:"2-3"`
	Kind       string           `query:"kind" enum:"endgame,midgame" default:"endgame" doc:"midgame: two candidates"`
	Empties    string           `query:"empties" maxLength:"5" doc:"4-16, midgame 20-46: number or range" example:"6-10"`
	Seed       optional[uint64] `query:"seed" doc:"the same seed chooses the same puzzles"`
	Source     string           `query:"source" enum:"shipped,games" default:"shipped" doc:"built-in or from games"`
}

// puzzleList lists puzzles.
type puzzleList struct {
	Schema  string           `json:"schema" example:"kaeshi/puzzles/1"`
	Puzzles []puzzles.Puzzle `json:"puzzles" nullable:"false" doc:"scores: exact score of each move; best: best moves"`
}

func (a *API) addPuzzles(api huma.API) {
	op := operation(http.MethodGet, Path+"puzzles", "puzzles", "Endgame puzzles with exact scores",
		http.StatusServiceUnavailable, http.StatusGatewayTimeout)
	op.Description = "The difficulty is the search depth from which the engine prefers a best move: 1: the static " +
		"evaluation, 2: two plies, 3: four plies, 4: six plies, 5: nine plies. It is one higher if the static " +
		"evaluation prefers at least three wrong moves. The source games makes puzzles from imported games, which " +
		"requires a database. Middle-game exercises (kind midgame) have two candidates in pair, and the scores of a " +
		"search of that many plies at that confidence."
	huma.Register(api, op, func(ctx context.Context, in *puzzleQuery) (*reply[puzzleList], error) {
		c, err := in.choice()
		if err != nil {
			return nil, err
		}
		var list []puzzles.Puzzle
		switch {
		case in.Source == "games" && in.Kind == "midgame":
			err = unprocessable("source games: middle-game exercises are built in (want shipped)")
		case in.Source == "games":
			list, err = a.gamePuzzles(ctx, c)
		case in.Kind == "midgame":
			list, err = puzzles.ShippedMidgame()
			list = c.Of(list)
		default:
			list, err = puzzles.Shipped()
			list = c.Of(list)
		}
		if err != nil {
			return nil, err
		}
		return &reply[puzzleList]{puzzleList{"kaeshi/puzzles/1", list}}, nil
	})
}

// choice returns the criteria of the request. The error is a problem.
func (q *puzzleQuery) choice() (c puzzles.Choice, err error) {
	c = puzzles.Choice{N: q.N, Seed: rand.Uint64()}
	if q.Seed.Given {
		c.Seed = q.Seed.Value
	}
	all := puzzles.AllEmpties()
	if q.Kind == "midgame" {
		all = puzzles.MidgameEmpties()
	}
	if c.Empties, err = puzzles.ParseRange(q.Empties, all); err != nil {
		return c, unprocessable("empties %v", err)
	}
	if c.Difficulty, err = puzzles.ParseRange(q.Difficulty, puzzles.AllDifficulties()); err != nil {
		return c, unprocessable("difficulty %v", err)
	}
	return c, nil
}

// gamePuzzles makes puzzles of imported games. The error is a problem, also when there is no database.
func (a *API) gamePuzzles(ctx context.Context, c puzzles.Choice) ([]puzzles.Puzzle, error) {
	if a.makePuzzles == nil {
		return nil, unprocessable("source games: this server has no database (want shipped)")
	}
	return a.makePuzzles(ctx, c)
}

// maxEmpties limits the empty squares of puzzles that are made for a request.
const maxEmpties = 12

// puzzlesOfGames makes puzzles from random imported games.
func (a *API) puzzlesOfGames(ctx context.Context, c puzzles.Choice) ([]puzzles.Puzzle, error) {
	all, err := a.store.Find(ctx, store.GameQuery{})
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	list := []puzzles.Puzzle{}
	err = a.run(ctx, a.scheduler.Lessons, func(ctx context.Context) error {
		short, cancel := context.WithTimeout(ctx, a.maxMake)
		defer cancel()
		maker, chance := puzzles.NewMaker(), rand.New(rand.NewPCG(c.Seed, 1))
		c.Empties.To = min(c.Empties.To, maxEmpties)
		for tries := 0; tries < 5*c.N && len(list) < c.N && all.Results.Games > 0; tries++ {
			g, err := a.archived(ctx, 1+chance.Int64N(int64(all.Results.Games)))
			if err != nil {
				return err
			}
			made, err := maker.Make(short, g, c.Empties.From, c.Empties.To)
			if short.Err() != nil && ctx.Err() == nil {
				return nil // the time is over: return the puzzles made so far
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

// archived returns an imported game by its number. The error is a problem.
func (a *API) archived(ctx context.Context, number int64) (g *record.Game, err error) {
	for found, err := range a.store.ArchivedGames(ctx, []int64{number}) {
		if err != nil {
			return nil, a.storeFault(ctx, err)
		}
		g = found.Game
	}
	return g, nil
}
