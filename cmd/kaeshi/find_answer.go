package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
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
	f := findings{
		Schema: "kaeshi/find/1", results: newResults(found.Results), Offset: q.Offset, List: []foundGame{},
		language: language, names: names,
	}
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
		Number: a.Number, Date: g.Date, Tournament: g.Event, Place: g.Place, Round: g.Round,
		Black: g.Black, White: g.White,
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

// String is what people read: the opening, the results, the moves, the games.
func (f findings) String() string {
	var b strings.Builder
	if n := f.names.In(f.language); len(n.Names) > 0 {
		fmt.Fprintf(&b, "%s (%s)\n", n, n.Line())
	}
	fmt.Fprintf(&b, "%d games: black won %s, drawn %s, white won %s, mean %s\n", f.Games,
		share(f.Black, f.Games), share(f.Draws, f.Games), share(f.White, f.Games), f.mean())
	if len(f.Moves) > 0 {
		b.WriteString("move    games      %   black   draw  white    mean\n")
	}
	for _, m := range f.Moves {
		fmt.Fprintf(&b, "%-4s %8d %6.1f  %6.1f %6.1f %6.1f %7s\n", m.Moves[0], m.Games, percent(m.Games, f.Games),
			percent(m.Black, m.Games), percent(m.Draws, m.Games), percent(m.White, m.Games), m.mean())
	}
	if len(f.List) > 0 {
		fmt.Fprintf(&b, "games %d to %d, the newest first:\n", f.Offset+1, f.Offset+len(f.List))
	}
	for _, g := range f.List {
		fmt.Fprintln(&b, g)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (r results) mean() string {
	if r.Mean == nil {
		return "-"
	}
	return fmt.Sprintf("%+.2f", *r.Mean)
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

func share(part, whole int) string { return fmt.Sprintf("%d (%.1f %%)", part, percent(part, whole)) }

// String is a line of the list.
func (g foundGame) String() string {
	result := cmp.Or(g.Winner, "?")
	if g.Score != nil {
		result = fmt.Sprintf("%+d", *g.Score)
	}
	if g.Reason != "" {
		result += " " + g.Reason
	}
	where := strings.TrimSpace(cmp.Or(g.Tournament, g.Place) + " " + g.Round)
	return fmt.Sprintf("%-10s  %s - %s  %s  %s  %s",
		cmp.Or(g.Date, "?"), cmp.Or(g.Black, "?"), cmp.Or(g.White, "?"), result, where, g.Moves)
}
