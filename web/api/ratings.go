package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/web/work"
)

const ratingsPath = Path + "ratings"

type ratingHistory struct {
	Schema      string                   `json:"schema" example:"kaeshi/rating-history/1"`
	Player      string                   `json:"player"`
	Group       int                      `json:"group" doc:"index of the group in GET /ratings; -1: no rating"`
	Rating      *match.RatedPlayer       `json:"rating,omitempty" doc:"as in GET /ratings"`
	Tournaments []match.PlayedTournament `json:"tournaments" nullable:"false" doc:"tournaments, newest first"`
}

type historyQuery struct {
	Player string `query:"player" required:"true" minLength:"1" maxLength:"2000" doc:"spec, as in GET /ratings"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"maximum number of tournaments"`
	Before int64  `query:"before" minimum:"0" doc:"only tournaments with a smaller id; 0: from the newest"`
}

func (a *API) addRatings(api huma.API) {
	all := operation(http.MethodGet, ratingsPath, "ratings", "Ratings of players over all tournaments")
	all.Description = "Ratings are estimated from all finished games of all tournaments in the database with the " +
		"Bradley–Terry model, as in the tables of tournaments."
	huma.Register(api, all, func(ctx context.Context, _ *struct{}) (*reply[match.RatingList], error) {
		now, err := a.live.Ratings(ctx)
		if err != nil {
			return nil, a.storeFault(ctx, err)
		}
		return &reply[match.RatingList]{now.List}, nil
	})
	huma.Register(api, operation(http.MethodGet, ratingsPath+"/history", "rating-history",
		"Tournaments of a player with its results", http.StatusNotFound), a.showHistory)
}

func (a *API) showHistory(ctx context.Context, in *historyQuery) (*reply[ratingHistory], error) {
	now, err := a.live.Ratings(ctx)
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	h := ratingHistory{
		Schema: "kaeshi/rating-history/1", Player: in.Player, Group: -1,
		Tournaments: now.History(in.Player, in.Before, in.Limit),
	}
	if rated, group, ok := now.Rating(in.Player); ok {
		h.Group, h.Rating = group, &rated
	}
	if h.Rating == nil && len(h.Tournaments) == 0 && in.Before == 0 {
		return nil, problem(http.StatusNotFound, "no tournament has a finished game of "+work.Clip(in.Player)+
			" against another player; GET "+ratingsPath+" lists the rated players")
	}
	return &reply[ratingHistory]{h}, nil
}
