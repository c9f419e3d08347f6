package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/player"
)

// PlayerInfo is a computer player as lists offer it.
type PlayerInfo struct {
	Spec          string     `json:"spec" doc:"its specification, to be given back to the server" example:"kaeshi:skill=1"`
	Group         string     `json:"group" enum:"skill,level,algorithm" doc:"skill: plays like a weaker person; level: how hard it thinks; algorithm: the textbook players"`
	Number        int        `json:"number" doc:"the skill, level or depth; 0 when it has none"`
	Name          PlayerName `json:"name"`
	Deterministic bool       `json:"deterministic" doc:"it always chooses the same move in the same game"`
	Sizes         []int      `json:"sizes" nullable:"false" doc:"the boards it plays on"`
	Rating        *int       `json:"rating,omitempty" doc:"measured strength in Elo above skill 1, as in experiments/051-skills.md; absent when it was not measured"`
}

// PlayerName is what people call a player.
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
	huma.Register(api, operation(http.MethodGet, Path+"players", "players", "The computer players"),
		func(context.Context, *struct{}) (*reply[playerList], error) {
			return &reply[playerList]{list}, nil
		})
}

func newPlayerInfo(l player.Listing) PlayerInfo {
	return PlayerInfo{
		l.Spec, string(l.Group), l.Number, PlayerName{l.Name.En, l.Name.Ja}, l.Deterministic, l.Sizes, l.Rating,
	}
}
