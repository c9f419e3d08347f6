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
	Group       int                      `json:"group" doc:"in which of the groups of GET /ratings, from 0; -1: it has no rating"`
	Rating      *match.RatedPlayer       `json:"rating,omitempty" doc:"as in GET /ratings"`
	Tournaments []match.PlayedTournament `json:"tournaments" nullable:"false" doc:"in which it met others, the newest first"`
}

type historyQuestion struct {
	Player string `query:"player" required:"true" minLength:"1" maxLength:"2000" doc:"as GET /ratings names it" example:"kaeshi:level=4"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"how many tournaments at most"`
	Before int64  `query:"before" minimum:"0" doc:"only those with an id below this one: the last of the page before; 0: from the newest on"`
}

func (a *API) addRatings(api huma.API) {
	all := operation(http.MethodGet, ratingsPath, "ratings", "How strong players are, over all tournaments")
	all.Description = "Made of all finished games of all tournaments of the database, by the model of Bradley and " +
		"Terry, as the tables of tournaments are."
	huma.Register(api, all, func(ctx context.Context, _ *struct{}) (*reply[match.RatingList], error) {
		now, err := a.live.Ratings(ctx)
		if err != nil {
			return nil, a.storeFault(ctx, err)
		}
		return &reply[match.RatingList]{now.List}, nil
	})
	huma.Register(api, operation(http.MethodGet, ratingsPath+"/history", "rating-history",
		"The tournaments of a player, and what its results there say", http.StatusNotFound), a.showHistory)
}

func (a *API) showHistory(ctx context.Context, in *historyQuestion) (*reply[ratingHistory], error) {
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
			" against another player: GET "+ratingsPath+" lists those that there are")
	}
	return &reply[ratingHistory]{h}, nil
}
