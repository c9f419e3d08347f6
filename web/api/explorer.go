package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/store"
)

func (a *API) addExplorer(api huma.API) {
	op := operation(http.MethodGet, Path+"explorer", "explorer", "Statistics of imported games for a position")
	op.Description = "kaeshi import fills the database. Symmetric positions and transpositions are counted together."
	huma.Register(api, op, a.explore)
}

func (a *API) explore(ctx context.Context, in *struct {
	GameInput
	Limit int `query:"limit" minimum:"0" maximum:"100" default:"10" doc:"number of games to list"`
},
) (*reply[explorer.Explored], error) {
	g, err := in.game()
	if err != nil {
		return nil, err
	}
	p := g.Position()
	q := store.GameQuery{Position: &p, Limit: in.Limit}
	e, err := explorer.Explore(ctx, a.store, q, opening.Find(g.Start, g.Moves))
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	return &reply[explorer.Explored]{e}, nil
}
