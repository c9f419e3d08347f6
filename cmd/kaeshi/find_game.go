package main

import (
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// foundGame is a game of the list.
type foundGame struct {
	Number     int64  `json:"number"`
	Date       string `json:"date,omitempty"`
	Tournament string `json:"tournament,omitempty"`
	Place      string `json:"place,omitempty"`
	Round      string `json:"round,omitempty"`
	Black      string `json:"black,omitempty"`
	White      string `json:"white,omitempty"`
	Score      *int   `json:"score_black,omitempty"`
	Winner     string `json:"winner,omitempty"`
	Reason     string `json:"reason,omitempty"`
	Start      string `json:"start,omitempty"`
	Moves      string `json:"moves"`
	Source     string `json:"source"`
}

func newFoundGame(a store.ArchivedGame) foundGame {
	g := a.Game
	f := foundGame{
		Number: a.Number, Date: g.Date, Tournament: g.Event, Place: g.Place, Round: g.Round, Black: g.Black, White: g.White,
		Reason: g.Result.Reason, Moves: g.Transcript(), Source: a.Source, Winner: winner(g.Result),
	}
	if g.Result.Known && !g.Result.OnlyWinner {
		f.Score = &g.Result.ScoreBlack
	}
	if g.Start != othello.Start(othello.Size8, othello.Usual) {
		f.Start = g.Start.String()
	}
	return f
}

// winner is "black", "white" or "draw", or nothing when it is not known.
func winner(r record.Result) string {
	switch {
	case !r.Known:
		return ""
	case r.ScoreBlack > 0:
		return othello.Black.String()
	case r.ScoreBlack < 0:
		return othello.White.String()
	}
	return "draw"
}
