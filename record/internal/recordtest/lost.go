package recordtest

import (
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// eraser removes a part from a copy of a game.
type eraser struct {
	game func(*record.Game)
	note func(*record.Note)
	line func(*record.Variation) // also called for the main line, without its comment
}

func texts(g *record.Game) {
	for _, s := range []*string{&g.Black, &g.White, &g.Event, &g.Place, &g.Round, &g.Date, &g.Clock, &g.Comment} {
		*s = ""
	}
	g.Result.Detail = ""
	g.Tags = nil
}

func noResult(g *record.Game) { g.Result = record.Result{} }

// erasers returns the erasers by the names of the losses.
func erasers() map[string]eraser {
	everyText := eraser{
		game: texts, note: func(n *record.Note) { n.Comment, n.Tags = "", nil },
		line: func(v *record.Variation) { v.Comment = "" },
	}
	names := eraser{game: func(g *record.Game) {
		g.Black, g.White, g.Event, g.Place, g.Round, g.Date = "", "", "", "", "", ""
	}}
	date := eraser{game: func(g *record.Game) { g.Date = "" }}
	reason := eraser{game: func(g *record.Game) { g.Result.Reason, g.Result.Detail = "", "" }}
	return map[string]eraser{
		"the names of the players": {game: func(g *record.Game) { g.Black, g.White = "", "" }},
		"the tournament":           {game: func(g *record.Game) { g.Event = "" }},
		"the place":                {game: func(g *record.Game) { g.Place = "" }},
		"the round":                {game: func(g *record.Game) { g.Round = "" }},
		"the date":                 date,
		"the time of day":          date,
		"the form of the date":     date,
		"the time zone of the date: it is written as UTC": date,
		"the time control":                  {game: func(g *record.Game) { g.Clock = "" }},
		"the result":                        {game: noResult},
		"why the game ended":                reason,
		"the details of how the game ended": {game: func(g *record.Game) { g.Result.Detail = "" }},
		"the result, of which only the winner is recorded": {game: noResult},
		"the score of games that did not end on the board": {game: noResult},
		"comments": {
			game: func(g *record.Game) { g.Comment = "" }, note: func(n *record.Note) { n.Comment = "" },
			line: func(v *record.Variation) { v.Comment = "" },
		},
		"marks of moves":      {note: func(n *record.Note) { n.Mark = "" }},
		"scores of moves":     {note: func(n *record.Note) { n.Score = nil }},
		"the depth of scores": {note: func(n *record.Note) { onScore(n, func(s *record.Score) { s.Depth = 0 }) }},
		"where scores come from": {note: func(n *record.Note) {
			onScore(n, func(s *record.Score) { s.Exact, s.Book, s.Confidence, s.By = false, false, 0, "" })
		}},
		"the time spent on moves":     {note: func(n *record.Note) { n.Spent = 0 }},
		"the time left on the clocks": {note: func(n *record.Note) { n.Left = 0 }},
		"tags of moves":               {note: func(n *record.Note) { n.Tags = nil }},
		"tags":                        {game: func(g *record.Game) { g.Tags = nil }},
		"variations":                  {line: func(v *record.Variation) { v.Variations = nil }},
		"variations that continue from the end of a line": {line: func(v *record.Variation) {
			end := len(v.Moves)
			v.Variations = slices.DeleteFunc(v.Variations, func(w record.Variation) bool { return w.Ply == end })
		}},
		"a pass at the end":                               {line: withoutEndPass},
		"names that are a question mark":                  names,
		"characters with a special meaning in the format": everyText,
		"line breaks and extra spaces in names":           everyText,
		"line breaks and control characters in tags":      everyText,
		"bytes that are not valid UTF-8":                  everyText,
		"control characters":                              everyText,
	}
}

func onScore(n *record.Note, change func(*record.Score)) {
	if n.Score != nil {
		score := *n.Score
		change(&score)
		n.Score = &score
	}
}

func withoutEndPass(v *record.Variation) {
	for len(v.Moves) > 0 && v.Moves[len(v.Moves)-1] == othello.Pass {
		v.Moves = v.Moves[:len(v.Moves)-1]
		v.Notes = v.Notes[:min(len(v.Notes), len(v.Moves))]
	}
}

// Without returns a copy of a game without the reported losses, so that the rest can be compared. An unknown loss fails
// the test.
func Without(t interface{ Fatalf(string, ...any) }, g *record.Game, lost []record.Loss) *record.Game {
	known := erasers()
	rest := *g
	rest.Tags = slices.Clone(g.Tags)
	rest.Notes, rest.Variations = slices.Clone(g.Notes), copied(g.Variations)
	for _, loss := range lost {
		e, ok := known[loss.What]
		if !ok {
			t.Fatalf("unknown loss %q", loss.What)
		}
		if e.game != nil {
			e.game(&rest)
		}
		line := record.Variation{Moves: rest.Moves, Notes: rest.Notes, Variations: rest.Variations}
		e.erase(&line)
		rest.Moves, rest.Notes, rest.Variations = line.Moves, line.Notes, line.Variations
	}
	return &rest
}

// copied returns a deep copy of variations.
func copied(list []record.Variation) []record.Variation {
	list = slices.Clone(list)
	for i := range list {
		list[i].Notes, list[i].Variations = slices.Clone(list[i].Notes), copied(list[i].Variations)
	}
	return list
}

// erase removes the part from a line and its variations.
func (e eraser) erase(v *record.Variation) {
	if e.line != nil {
		e.line(v)
	}
	if e.note != nil {
		for i := range v.Notes {
			e.note(&v.Notes[i])
		}
	}
	for i := range v.Variations {
		e.erase(&v.Variations[i])
	}
}
