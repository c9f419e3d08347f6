package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/web/work"
)

// PlayerInfo describes a computer player in a list.
type PlayerInfo struct {
	Spec          string     `json:"spec" doc:"player spec, as other operations accept it" example:"kaeshi:skill=1"`
	Group         string     `json:"group" enum:"skill,level,algorithm" doc:"human-like, search effort, or textbook"`
	Number        int        `json:"number" doc:"the skill, level or depth; 0 if the player has none"`
	Name          PlayerName `json:"name"`
	Deterministic bool       `json:"deterministic" doc:"the player always chooses the same move in the same game"`
	Sizes         []int      `json:"sizes" nullable:"false" doc:"supported board sizes"`
	Rating        *int       `json:"rating,omitempty" doc:"measured Elo relative to skill 1; absent if unmeasured"`
}

// PlayerName is the display name of a player.
type PlayerName struct {
	EN string `json:"en"`
	JA string `json:"ja"`
}

type playerList struct {
	Schema  string       `json:"schema" example:"kaeshi/players/1"`
	Players []PlayerInfo `json:"players" nullable:"false"`
}

func (a *API) addPlayers(api huma.API) {
	list := playerList{"kaeshi/players/1", make([]PlayerInfo, len(a.players))}
	for i, l := range a.players {
		list.Players[i] = newPlayerInfo(l)
	}
	huma.Register(api, operation(http.MethodGet, Path+"players", "players", "List the computer players"),
		func(context.Context, *struct{}) (*reply[playerList], error) {
			return &reply[playerList]{list}, nil
		})
}

func newPlayerInfo(l player.Listing) PlayerInfo {
	return PlayerInfo{
		l.Spec, string(l.Group), l.Number, PlayerName{l.Name.En, l.Name.Ja}, l.Deterministic, l.Sizes, l.Rating,
	}
}

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
