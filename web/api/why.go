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

// Searches behind the two moves: enough to see what they lead to, in some hundredths of a second.
const (
	whyDepth = 8
	whyExact = 14
)

// whyQuestion is the query of GET /why.
type whyQuestion struct {
	GameText
	Move string `query:"move" required:"true" maxLength:"2" doc:"the move that was played, or might be"`
	Best string `query:"best" required:"true" maxLength:"2" doc:"the better one"`
}

// reasons is why a move is better than another.
type reasons struct {
	Schema   string            `json:"schema" example:"kaeshi/why/1"`
	Position string            `json:"position"`
	Move     string            `json:"move"`
	Best     string            `json:"best"`
	Line     []string          `json:"line" doc:"the move and what follows with best play"`
	BestLine []string          `json:"best_line"`
	Reasons  []analysis.Reason `json:"reasons" nullable:"false" doc:"the weightiest first; none when nothing that can be said in words speaks for the better move"`
}

func (a *API) addWhy(api huma.API) {
	op := operation(http.MethodGet, Path+"why", "why", "Why one move is better than another, in words",
		http.StatusServiceUnavailable, http.StatusGatewayTimeout)
	op.Description = "Counted on the boards after the two moves and along the lines that short searches find behind " +
		"them: mobility, corners, open and stable discs, parity, passes."
	huma.Register(api, op, a.why)
}

func (a *API) why(ctx context.Context, in *whyQuestion) (*reply[reasons], error) {
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
		if c.Played, scores[0], c.Exact, err = behind(ctx, engine, p, moves[0]); err == nil {
			c.Best, scores[1], _, err = behind(ctx, engine, p, moves[1])
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

// behind is a move with the line of best play behind it, and what it is worth to who plays it.
func behind(
	ctx context.Context, engine *search.Engine, p othello.Position, move othello.Square,
) (line []othello.Square, score othello.Score, exact bool, err error) {
	r, err := engine.Search(ctx, p.Play(move), search.Limits{Depth: whyDepth, Exact: whyExact}, nil)
	if errors.Is(err, search.ErrOver) {
		return []othello.Square{move}, -othello.Score(p.Play(move).Score()), true, nil
	}
	return append([]othello.Square{move}, r.PV...), -r.Score, r.Exact, err
}
