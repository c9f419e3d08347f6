package main

import (
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/store"
)

// findings is what find answers. Scores are final disc differences as Black sees them.
type findings struct {
	Schema   string `json:"schema"`
	Position string `json:"position,omitempty"`
	Opening  *named `json:"opening,omitempty"`
	results
	Moves  []moveResults `json:"moves,omitempty"`
	Offset int           `json:"offset"`
	List   []foundGame   `json:"list"`

	language string
	names    opening.Names
}

// moveResults is a move, with those equal to it by a symmetry of the position; "end" where games ended there.
type moveResults struct {
	Moves []string `json:"moves"`
	results
}

func newFindings(q store.Question, names opening.Names, found store.Found, language string) findings {
	f := findings{Schema: "kaeshi/find/1", results: newResults(found.Results), Offset: q.Offset, List: []foundGame{}, language: language, names: names}
	if q.Position != nil {
		f.Position = q.Position.String()
	}
	if n := newNamed(names, ""); n.English != nil || n.Japanese != nil {
		n.Schema = ""
		f.Opening = &n
	}
	for _, m := range found.Moves {
		f.Moves = append(f.Moves, moveResults{moveNames(q.Position.Size, m.Moves), newResults(m.Results)})
	}
	for _, g := range found.Games {
		f.List = append(f.List, newFoundGame(g))
	}
	return f
}
