package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// Limits of the searches after the two moves, which take some hundredths of a second.
const (
	whyDepth = 8
	whyExact = 14
)

// whyQuery is the query of GET /why.
type whyQuery struct {
	GameInput
	Move string `query:"move" required:"true" maxLength:"2" doc:"the weaker move"`
	Best string `query:"best" required:"true" maxLength:"2" doc:"the better move"`
}

// reasons explains why one move is better than another.
type reasons struct {
	Schema   string            `json:"schema" example:"kaeshi/why/1"`
	Position string            `json:"position"`
	Move     string            `json:"move"`
	Best     string            `json:"best"`
	Line     []string          `json:"line" doc:"principal variation, starting with move"`
	BestLine []string          `json:"best_line" doc:"principal variation, starting with best"`
	Reasons  []analysis.Reason `json:"reasons" nullable:"false" doc:"most important first; empty if none applies"`
}

func (a *API) addWhy(api huma.API) {
	op := operation(http.MethodGet, Path+"why", "why", "Explain why one move is better than another",
		http.StatusServiceUnavailable, http.StatusGatewayTimeout)
	op.Description = "The reasons compare mobility, corners, frontier and stable discs, parity and passes after the " +
		"two moves and along the principal variations of short searches."
	huma.Register(api, op, a.why)
}

func (a *API) why(ctx context.Context, in *whyQuery) (*reply[reasons], error) {
	g, err := in.game()
	if err != nil {
		return nil, err
	}
	p := g.Position()
	c := analysis.Contrast{Position: p}
	var moves [2]othello.Square
	for i, named := range [2][2]string{{"move", in.Move}, {"best", in.Best}} {
		if moves[i], err = squareIn(p.Size, named[0], named[1]); err != nil {
			return nil, err
		}
		if err := p.Check(moves[i]); err != nil {
			return nil, unprocessable("%s: %v", named[0], err)
		}
	}
	err = a.run(ctx, a.scheduler.Quick, func(ctx context.Context) (err error) {
		engine := search.New(search.Options{HashBytes: 1 << 20})
		var scores [2]othello.Score
		if c.Played, scores[0], c.Exact, err = bestLine(ctx, engine, p, moves[0]); err == nil {
			c.Best, scores[1], _, err = bestLine(ctx, engine, p, moves[1])
		}
		c.PlayedScore, c.BestScore = scores[0], scores[1]
		return err
	})
	if err != nil {
		return nil, err
	}
	found := reasons{
		"kaeshi/why/1", p.String(), in.Move, in.Best, p.Size.NamesOf(c.Played), p.Size.NamesOf(c.Best),
		analysis.Why(c),
	}
	if found.Reasons == nil {
		found.Reasons = []analysis.Reason{}
	}
	return &reply[reasons]{found}, nil
}

// bestLine returns the principal variation that starts with move, and its score from the point of view of the side that
// plays it.
func bestLine(
	ctx context.Context, engine *search.Engine, p othello.Position, move othello.Square,
) (line []othello.Square, score othello.Score, exact bool, err error) {
	r, err := engine.Search(ctx, p.Play(move), search.Limits{Depth: whyDepth, Exact: whyExact}, nil)
	if errors.Is(err, search.ErrOver) {
		return []othello.Square{move}, -othello.Score(p.Play(move).Score()), true, nil
	}
	return append([]othello.Square{move}, r.PV...), 0 - r.Score, r.Exact, err
}
