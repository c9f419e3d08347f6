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
	op := operation(http.MethodGet, Path+"explorer", "explorer", "What imported games say about a position")
	op.Description = "Games are imported by kaeshi import. " +
		"Symmetric positions count together, by whatever moves they were reached."
	huma.Register(api, op, a.explore)
}

func (a *API) explore(ctx context.Context, in *struct {
	GameText
	Limit int `query:"limit" minimum:"0" maximum:"100" default:"10" doc:"how many games to show"`
},
) (*reply[explorer.Explored], error) {
	g, err := in.game()
	if err != nil {
		return nil, err
	}
	p := g.Position()
	q := store.Question{Position: &p, Limit: in.Limit}
	e, err := explorer.Ask(ctx, a.store, q, opening.Find(g.Start, g.Moves))
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	return &reply[explorer.Explored]{e}, nil
}
