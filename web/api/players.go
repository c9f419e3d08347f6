package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/player"
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
