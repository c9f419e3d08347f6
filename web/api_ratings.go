package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

const ratingsPath = apiPath + "ratings"

type ratingList struct {
	Schema      string        `json:"schema" example:"kaeshi/ratings/1"`
	Tournaments int           `json:"tournaments" doc:"those in which games were finished"`
	Games       int           `json:"games" doc:"that count"`
	Groups      []ratingGroup `json:"groups" nullable:"false" doc:"players who met, or who met the same others, and so on: only within a group do ratings compare. The group with the most games comes first"`
	LeftOut     int           `json:"left_out" doc:"players without a rating, since the 200 with the most games have one; their games do not count"`
}

// ratingGroup is players who can be compared.
type ratingGroup struct {
	Games   int           `json:"games" doc:"finished ones among them"`
	Players []ratedPlayer `json:"players" nullable:"false" doc:"the strongest first"`
}

// ratedPlayer is a player over all tournaments.
type ratedPlayer struct {
	Player      string  `json:"player" doc:"the specification: whoever has the same one is the same player, whatever the clock, the openings and the version of the program were"`
	Elo         float64 `json:"elo" doc:"above the mean of the group"`
	EloLow      float64 `json:"elo_low" doc:"the truth lies between the two with a probability of 95 %"`
	EloHigh     float64 `json:"elo_high"`
	Games       int     `json:"games" doc:"finished ones against others"`
	Wins        int     `json:"wins"`
	Draws       int     `json:"draws"`
	Losses      int     `json:"losses"`
	Points      float64 `json:"points" doc:"one for a win and a half for a draw"`
	MeanDiscs   float64 `json:"mean_discs" doc:"the mean final disc difference as the player sees it"`
	Opponents   int     `json:"opponents" doc:"how many others it met"`
	Tournaments int     `json:"tournaments"`
}

type ratingHistory struct {
	Schema      string             `json:"schema" example:"kaeshi/rating-history/1"`
	Player      string             `json:"player"`
	Group       int                `json:"group" doc:"in which of the groups of GET /ratings, from 0; -1: it has no rating"`
	Rating      *ratedPlayer       `json:"rating,omitempty" doc:"as in GET /ratings"`
	Tournaments []playedTournament `json:"tournaments" nullable:"false" doc:"in which it met others, the newest first"`
}

// playedTournament is what a player did in one.
type playedTournament struct {
	ID          int64         `json:"id"`
	Name        string        `json:"name,omitempty"`
	Players     []string      `json:"players" nullable:"false" doc:"specifications, as entered"`
	Began       string        `json:"began" format:"date-time"`
	Ended       string        `json:"ended,omitempty" format:"date-time"`
	Games       int           `json:"games"`
	Wins        int           `json:"wins"`
	Draws       int           `json:"draws"`
	Losses      int           `json:"losses"`
	Performance *ratingBounds `json:"performance,omitempty" doc:"the rating for which the results of this tournament alone speak, on the scale of the group; the others are taken as they are rated over all tournaments"`
}

type ratingBounds struct {
	Elo     float64 `json:"elo"`
	EloLow  float64 `json:"elo_low"`
	EloHigh float64 `json:"elo_high"`
}

type historyQuestion struct {
	Player string `query:"player" required:"true" minLength:"1" maxLength:"2000" doc:"as GET /ratings names it" example:"kaeshi:level=4"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"how many tournaments at most"`
	Before int64  `query:"before" minimum:"0" doc:"only those with an id below this one: the last of the page before; 0: from the newest on"`
}

func (s *Server) addRatings(api huma.API) {
	all := operation(http.MethodGet, ratingsPath, "ratings", "How strong players are, over all tournaments")
	all.Description = "Made of all finished games of all tournaments of the database, by the model of Bradley and Terry, as the tables of tournaments are."
	huma.Register(api, all, func(ctx context.Context, _ *struct{}) (*reply[ratingList], error) {
		now, err := s.gallery.leaders.look(ctx)
		if err != nil {
			return nil, s.storeFault(ctx, err)
		}
		return &reply[ratingList]{now.list}, nil
	})
	huma.Register(api, operation(http.MethodGet, ratingsPath+"/history", "rating-history", "The tournaments of a player, and what its results there say", http.StatusNotFound), s.showHistory)
}

func (s *Server) showHistory(ctx context.Context, in *historyQuestion) (*reply[ratingHistory], error) {
	now, err := s.gallery.leaders.look(ctx)
	if err != nil {
		return nil, s.storeFault(ctx, err)
	}
	h := ratingHistory{Schema: "kaeshi/rating-history/1", Player: in.Player, Group: -1, Tournaments: now.history(in.Player, in.Before, in.Limit)}
	if at, rated := now.elo[in.Player]; rated {
		h.Group = at.group
		for _, p := range now.list.Groups[at.group].Players {
			if p.Player == in.Player {
				h.Rating = &p
			}
		}
	}
	if h.Rating == nil && len(h.Tournaments) == 0 && in.Before == 0 {
		return nil, problem(http.StatusNotFound, "no tournament has a finished game of "+clip(in.Player)+" against another player: GET "+ratingsPath+" lists those that there are")
	}
	return &reply[ratingHistory]{h}, nil
}
