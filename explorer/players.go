package explorer

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// Names finds the players and the tournaments of imported games.
type Names interface {
	ArchivedPlayers(ctx context.Context, q store.GameQuery, words string, limit int) ([]store.NamedGames, int, error)
	ArchivedEvents(ctx context.Context, q store.GameQuery, words string, limit int) ([]store.NamedGames, int, error)
}

// PlayerStore finds the games of a player.
type PlayerStore interface {
	GamesOf(ctx context.Context, q store.GameQuery) ([]store.PlayerGame, error)
	ArchivedGames(ctx context.Context, numbers []int64) iter.Seq2[store.ArchivedGame, error]
}

// PlayerResults counts games from the view of a player. A game with an unknown result counts only in Games.
type PlayerResults struct {
	Games int `json:"games"`
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
	// Mean is nil when no score is known.
	Mean *float64 `json:"average_score,omitempty" doc:"mean final disc difference for the player, rounded to 0.01"`
}

// ExploredPlayer is the results of a player.
type ExploredPlayer struct {
	Name string `json:"name"`

	PlayerResults

	From int `json:"from,omitempty" doc:"year of the first game; absent if no year is known"`
	To   int `json:"to,omitempty" doc:"year of the last game"`
}

// ExploredPlayers lists players.
type ExploredPlayers struct {
	Schema  string           `json:"schema" example:"kaeshi/explorer-players/1"`
	Players []ExploredPlayer `json:"players" nullable:"false" doc:"those with the most games first"`
	Total   int              `json:"total" doc:"number of players, including those that are not listed"`
}

// ExploredEvent is a tournament with its games.
type ExploredEvent struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
	From  int    `json:"from,omitempty" doc:"year of the first game; absent if no year is known"`
	To    int    `json:"to,omitempty" doc:"year of the last game"`
}

// ExploredEvents lists tournaments.
type ExploredEvents struct {
	Schema string          `json:"schema" example:"kaeshi/explorer-tournaments/1"`
	Events []ExploredEvent `json:"tournaments" nullable:"false" doc:"those with the most games first"`
	Total  int             `json:"total" doc:"number of tournaments, including those that are not listed"`
}

// Players returns the players of the games that match a query. words limits them to names that contain them.
func Players(ctx context.Context, from Names, q store.GameQuery, words string, limit int) (ExploredPlayers, error) {
	found, total, err := from.ArchivedPlayers(ctx, q, words, limit)
	list := ExploredPlayers{"kaeshi/explorer-players/1", make([]ExploredPlayer, len(found)), total}
	for i, n := range found {
		results := tally{n.Games, n.Won, n.Drew, n.Lost, n.Scored, n.Discs}.results()
		list.Players[i] = ExploredPlayer{n.Name, results, n.From, n.To}
	}
	return list, err
}

// Events returns the tournaments of the games that match a query. words limits them to names that contain them.
func Events(ctx context.Context, from Names, q store.GameQuery, words string, limit int) (ExploredEvents, error) {
	found, total, err := from.ArchivedEvents(ctx, q, words, limit)
	list := ExploredEvents{"kaeshi/explorer-tournaments/1", make([]ExploredEvent, len(found)), total}
	for i, n := range found {
		list.Events[i] = ExploredEvent{n.Name, n.Games, n.From, n.To}
	}
	return list, err
}

// PlayerStatistics holds the results of a player in the games that match a query.
type PlayerStatistics struct {
	Schema string `json:"schema" example:"kaeshi/explorer-player/1"`
	Name   string `json:"name"`

	PlayerResults

	Black      PlayerResults    `json:"as_black"`
	White      PlayerResults    `json:"as_white"`
	Years      []YearResults    `json:"years" nullable:"false" doc:"the first year first; 0: the year is not known"`
	Opponents  []ExploredPlayer `json:"opponents" nullable:"false" doc:"those with the most games first, at most 20"`
	Openings   []OpeningResults `json:"openings" nullable:"false" doc:"the most frequent first, at most 40"`
	OpeningsOf int              `json:"openings_of" doc:"number of games whose openings were counted: the newest 2000"`
}

// YearResults is the results of a player in a year.
type YearResults struct {
	Year int `json:"year"`

	PlayerResults
}

// OpeningResults is the results of a player in an opening.
type OpeningResults struct {
	Opening opening.NamesText `json:"opening"`
	Color   string            `json:"colour" enum:"black,white" doc:"of the player"`

	PlayerResults
}

// Limits of the statistics of a player.
const (
	mostListed   = 20
	mostOpenings = 40 // languages name different openings, so a reader of one combines some of them
	mostReplayed = 2000
)

// Player returns the statistics of the player with the given name in the games that match a query, whose Players and
// Color are ignored.
func Player(ctx context.Context, from PlayerStore, name string, q store.GameQuery) (PlayerStatistics, error) {
	q.Players, q.Color = []string{`"` + name + `"`}, ""
	games, err := from.GamesOf(ctx, q)
	s := PlayerStatistics{
		Schema: "kaeshi/explorer-player/1", Name: name, Years: []YearResults{}, Opponents: []ExploredPlayer{},
		Openings: []OpeningResults{},
	}
	if err != nil {
		return s, err
	}
	var all tally
	var byColor [2]tally
	years, opponents := map[int]*tally{}, map[string]*opponent{}
	for _, g := range games {
		all.add(g)
		byColor[g.Color].add(g)
		of(years, g.Year).add(g)
		of(opponents, g.Opponent).add(g)
	}
	s.PlayerResults = all.results()
	s.Black, s.White = byColor[othello.Black].results(), byColor[othello.White].results()
	for _, year := range slices.Sorted(maps.Keys(years)) {
		s.Years = append(s.Years, YearResults{year, years[year].results()})
	}
	for name, o := range opponents {
		if name != "" {
			s.Opponents = append(s.Opponents, ExploredPlayer{name, o.results(), o.from, o.to})
		}
	}
	slices.SortFunc(s.Opponents, func(a, b ExploredPlayer) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	s.Opponents = s.Opponents[:min(mostListed, len(s.Opponents))]
	return s, s.addOpenings(ctx, from, games)
}

// addOpenings counts the openings of the newest games.
func (s *PlayerStatistics) addOpenings(ctx context.Context, from PlayerStore, games []store.PlayerGame) error {
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(a, b store.PlayerGame) int {
		return cmp.Or(cmp.Compare(b.Year, a.Year), cmp.Compare(b.Number, a.Number))
	})
	games = games[:min(mostReplayed, len(games))]
	s.OpeningsOf = len(games)
	numbers := make([]int64, len(games))
	for i, g := range games {
		numbers[i] = g.Number
	}
	type key struct {
		line  string
		color othello.Color
	}
	found, names := map[key]*tally{}, map[string]opening.NamesText{}
	at := 0
	for a, err := range from.ArchivedGames(ctx, numbers) {
		if err != nil {
			return err
		}
		text, line := named(a.Game)
		names[line] = text
		if line != "" {
			of(found, key{line, games[at].Color}).add(games[at])
		}
		at++
	}
	for k, t := range found {
		s.Openings = append(s.Openings, OpeningResults{names[k.line], k.color.String(), t.results()})
	}
	slices.SortFunc(s.Openings, func(a, b OpeningResults) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(lineOf(a.Opening), lineOf(b.Opening)),
			cmp.Compare(a.Color, b.Color))
	})
	s.Openings = s.Openings[:min(mostOpenings, len(s.Openings))]
	return nil
}

// named returns the names of the opening of a game, and the line that identifies it, which is empty without a name.
func named(g *record.Game) (text opening.NamesText, line string) {
	text = opening.Find(g.Start, g.Moves).Text()
	for _, name := range []*opening.NameText{text.English, text.Japanese} {
		if name != nil {
			name.Ply = len(name.Transcript) / 2 // not that of the game, as games transpose
		}
	}
	return text, lineOf(text)
}

// lineOf returns the lines with the names in both languages.
func lineOf(t opening.NamesText) string {
	switch {
	case t.English == nil && t.Japanese == nil:
		return ""
	case t.English == nil:
		return fmt.Sprintf("|%s", t.Japanese.Transcript)
	case t.Japanese == nil:
		return t.English.Transcript + "|"
	}
	return t.English.Transcript + "|" + t.Japanese.Transcript
}

// tally sums the results of a player.
type tally struct{ games, won, drawn, lost, scored, discs int }

func (t *tally) add(g store.PlayerGame) {
	t.games++
	if !g.Known {
		return
	}
	switch cmp.Compare(g.Score, 0) {
	case 1:
		t.won++
	case 0:
		t.drawn++
	case -1:
		t.lost++
	}
	if !g.OnlyWinner {
		t.scored++
		t.discs += g.Score
	}
}

func (t tally) results() PlayerResults {
	r := PlayerResults{Games: t.games, Won: t.won, Drawn: t.drawn, Lost: t.lost}
	if t.scored > 0 {
		mean := math.Round(float64(t.discs)/float64(t.scored)*100)/100 + 0 // -0 becomes 0
		r.Mean = &mean
	}
	return r
}

// opponent sums the results against an opponent.
type opponent struct {
	tally

	from, to int // years
}

func (o *opponent) add(g store.PlayerGame) {
	o.tally.add(g)
	if g.Year != 0 {
		o.to = max(o.to, g.Year)
		if o.from == 0 || g.Year < o.from {
			o.from = g.Year
		}
	}
}

// of returns the value under a key, and adds a new one if there is none.
func of[K comparable, V any](m map[K]*V, key K) *V {
	v := m[key]
	if v == nil {
		v = new(V)
		m[key] = v
	}
	return v
}
