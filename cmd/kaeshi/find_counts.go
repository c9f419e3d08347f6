package main

import (
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/store"
)

// results counts games. Those whose result is not known count in games alone.
type results struct {
	Games int      `json:"games"`
	Black int      `json:"black"`
	Draws int      `json:"draws"`
	White int      `json:"white"`
	Mean  *float64 `json:"mean,omitempty"`
}

func newResults(r store.Results) results {
	counts := results{Games: r.Games, Black: r.Black, Draws: r.Draws, White: r.White}
	if mean, ok := r.Mean(); ok {
		counts.Mean = &mean
	}
	return counts
}

// moveNames puts f5 before the first moves equal to it, as every book does.
func moveNames(n othello.Size, moves []othello.Square) (list []string) {
	for _, m := range moves {
		name := n.Name(m)
		if name == "f5" {
			list = append([]string{name}, list...)
			continue
		}
		list = append(list, name)
	}
	if list == nil {
		list = []string{"end"}
	}
	return list
}
