package api

import (
	"context"
	"math/rand/v2"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/record"
)

// openingList lists the named openings.
type openingList struct {
	Schema   string         `json:"schema" example:"kaeshi/openings/1"`
	Openings []namedOpening `json:"openings" nullable:"false" doc:"shortest first"`
}

type namedOpening struct {
	Moves string      `json:"moves" example:"f5d6c3d3c4"`
	Name  openingName `json:"name"`
}

// startList lists start positions of games.
type startList struct {
	Schema string      `json:"schema" example:"kaeshi/starts/1"`
	Starts []startLine `json:"starts" nullable:"false"`
}

type startLine struct {
	Moves    string `json:"moves"`
	Position string `json:"position" doc:"the one-line position after the moves"`
}

func (a *API) addOpenings(api huma.API) {
	huma.Register(api, operation(http.MethodGet, Path+"openings", "openings",
		"List the named openings"),
		func(context.Context, *struct{}) (*reply[openingList], error) {
			list := openingList{"kaeshi/openings/1", []namedOpening{}}
			for _, l := range opening.Named() {
				names := opening.At(l.Position())
				g := record.Game{Start: l.Start, Moves: l.Moves}
				list.Openings = append(list.Openings,
					namedOpening{g.Transcript(), openingName{names.English.String(), names.Japanese.String()}})
			}
			return &reply[openingList]{list}, nil
		})
	op := operation(http.MethodGet, Path+"starts", "starts", "Choose balanced eight-move starts at random")
	op.Description = "The starts are part of the program."
	huma.Register(api, op, starts)
}

func starts(_ context.Context, in *struct {
	Kind string           `query:"kind" enum:"balanced" default:"balanced"`
	N    int              `query:"n" minimum:"1" maximum:"1000" default:"1" doc:"number of starts"`
	Seed optional[uint64] `query:"seed" doc:"the same seed gives the same starts"`
},
) (*reply[startList], error) {
	all := opening.Starts()
	order := rand.Perm(len(all))
	if in.Seed.Given {
		order = rand.New(rand.NewPCG(in.Seed.Value, 0)).Perm(len(all))
	}
	list := startList{"kaeshi/starts/1", []startLine{}}
	for _, i := range order[:min(in.N, len(order))] {
		g := record.Game{Start: all[i].Start, Moves: all[i].Moves}
		list.Starts = append(list.Starts, startLine{g.Transcript(), g.Position().String()})
	}
	return &reply[startList]{list}, nil
}
