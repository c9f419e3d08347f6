// Package match runs tournaments: pairings, openings and clocks, standings, and ratings with their errors.
//
// A [Tournament] is a description with a JSON form. [Start] stores it, [Resume] loads a stored one, and [Event.Run]
// plays the remaining games. Everything that a game depends on (players, opening, seeds) is determined by the
// description and the number of the game, and a game counts when it has been stored. A run can therefore be interrupted
// at any time and resumed without an effect on the results. Games are played in colour-swapped pairs, and all errors
// are computed from pairs.
package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/match/stats"
	"github.com/kaeshi/kaeshi/player"
)

// Schema names the JSON of a [Tournament].
const Schema = "kaeshi/tournament/1"

// Format is a system of pairings.
type Format string

// The formats.
const (
	RoundRobin Format = "roundrobin" // every player against every other
	Gauntlet   Format = "gauntlet"   // the first player against every other
	Swiss      Format = "swiss"      // rounds between players with about the same points
	Knockout   Format = "knockout"   // the loser of a match is eliminated
)

// Formats returns the formats, the default first.
func Formats() []string {
	return []string{string(RoundRobin), string(Gauntlet), string(Swiss), string(Knockout)}
}

// Tournament describes a tournament. Players, openings, time control and test are written as on the command line.
type Tournament struct {
	Schema string `json:"schema"`         // [Schema]
	Name   string `json:"name,omitempty"` // title; may be empty
	// Players holds two or more specs. A spec may occur more than once.
	Players []string `json:"players"`
	Format  Format   `json:"format,omitempty"` // default: roundrobin
	// Games is the number of games of each pairing, an even number. The default is 100, or 100,000 with a test.
	Games int `json:"games,omitempty"`
	// Fewer holds the greatest number of games of a pairing with a player, by spec, to save time with slow players.
	Fewer  map[string]int `json:"fewer,omitempty"`
	Rounds int            `json:"rounds,omitempty"` // of a Swiss tournament; default: log2 of the players, rounded up
	// Openings is balanced:K, random:K, names, start or a file. The default is balanced:K with one opening for each
	// pair, up to 1,000.
	Openings string `json:"openings,omitempty"`
	// Time is the time control, such as 5m+3s, 1s/move, depth:8 or nodes:100000. Empty: no limit.
	Time   string `json:"time,omitempty"`
	Margin string `json:"margin,omitempty"` // tolerated excess of a clock; default: 100ms
	SPRT   string `json:"sprt,omitempty"`   // test that ends a match of two players at its verdict
	// Adjudicate ends games early, such as empties:10 or lead:20/6. The default is to play games out.
	Adjudicate  string `json:"adjudicate,omitempty"`
	Seed        uint64 `json:"seed,omitempty"`        // of all random choices
	Concurrency int    `json:"concurrency,omitempty"` // number of games at a time; default: one per core
}

// Read reads the description of a tournament. Unknown fields and other schemas are errors. [Tournament.Check] checks
// the values.
func Read(r io.Reader) (Tournament, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	var t Tournament
	if err := d.Decode(&t); err != nil {
		return t, fmt.Errorf("not a tournament description: %w", err)
	}
	if t.Schema != Schema {
		return t, fmt.Errorf("not a tournament description: schema is %q, want %q", t.Schema, Schema)
	}
	return t, nil
}

// Over returns the description file with the fields of t that were given by flags. given reports whether a flag was
// given.
func (t Tournament) Over(file Tournament, given func(name string) bool) Tournament {
	over := func(name string, set func()) {
		if given(name) {
			set()
		}
	}
	if len(t.Players) > 0 {
		file.Players = t.Players
	}
	over("name", func() { file.Name = t.Name })
	over("format", func() { file.Format = t.Format })
	over("games", func() { file.Games = t.Games })
	over("rounds", func() { file.Rounds = t.Rounds })
	over("openings", func() { file.Openings = t.Openings })
	over("time", func() { file.Time = t.Time })
	over("margin", func() { file.Margin = t.Margin })
	over("concurrency", func() { file.Concurrency = t.Concurrency })
	over("sprt", func() { file.SPRT = t.SPRT })
	over("adjudicate", func() { file.Adjudicate = t.Adjudicate })
	over("seed", func() { file.Seed = t.Seed })
	return file
}

// plan is a parsed description.
type plan struct {
	Tournament

	control player.Control
	test    *stats.SPRT // nil: every game is played
	judge   adjudication
}

// TestedGames is the default number of games of a match with a test. The test ends the match long before that.
const TestedGames = 100_000

const (
	defaultGames  = 100
	defaultMargin = 100 * time.Millisecond
	mostPlayers   = 200
	mostGames     = 1_000_000 // of a tournament
)

// plan checks a description and fills in the defaults.
func (t Tournament) plan() (p plan, err error) {
	t.Schema = Schema
	if t.Format == "" {
		t.Format = RoundRobin
	}
	if t.Games == 0 {
		t.Games = defaultGames
		if t.SPRT != "" {
			t.Games = TestedGames
		}
	}
	if t.Openings == "" {
		t.Openings = fmt.Sprintf("balanced:%d", min(t.Games/2, 1000))
	}
	if err := t.check(); err != nil {
		return p, err
	}
	p.Tournament = t
	if p.control, err = player.ParseControl(t.Time); err != nil {
		return p, err
	}
	p.control.Margin = defaultMargin
	if t.Margin != "" {
		if p.control.Margin, err = time.ParseDuration(t.Margin); err != nil || p.control.Margin < 0 {
			return p, fmt.Errorf("margin %q: expected a duration such as 100ms", t.Margin)
		}
	}
	if p.judge, err = parseAdjudication(t.Adjudicate); err != nil || t.SPRT == "" {
		return p, err
	}
	test, err := stats.ParseSPRT(t.SPRT)
	if err == nil && len(t.Players) != 2 {
		err = fmt.Errorf("sprt %q: want two players, not %d", t.SPRT, len(t.Players))
	}
	p.test = &test
	return p, err
}

// Check returns an error if the description is invalid. It makes every player once to check the specs.
func (t Tournament) Check(known Make) error {
	p, err := t.plan()
	if err != nil {
		return err
	}
	for _, spec := range p.Players {
		who, err := known(spec)
		if err == nil {
			err = who.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t Tournament) check() error {
	switch {
	case len(t.Players) < 2 || len(t.Players) > mostPlayers:
		return fmt.Errorf("players: %d, expected 2 to %d", len(t.Players), mostPlayers)
	case t.Games < 2 || t.Games%2 != 0:
		return fmt.Errorf("games: %d, expected an even number, as each opening is played twice with colours exchanged",
			t.Games)
	case t.Games > mostGames/len(allPairs(len(t.Players), t.Format == Gauntlet)):
		return fmt.Errorf("games for each pairing: %d, players: %d: expected %d games at most in all", t.Games,
			len(t.Players), mostGames)
	case t.Concurrency < 0:
		return fmt.Errorf("concurrency %d: expected a number of games, or 0 for one on each core", t.Concurrency)
	case t.Rounds < 0 || t.Rounds > 0 && t.Format != Swiss:
		return errors.New("rounds: want 0 unless the format is swiss")
	}
	if err := uniqueLabels(t.Players); err != nil {
		return err
	}
	for spec, games := range t.Fewer {
		if !slices.Contains(t.Players, spec) {
			return fmt.Errorf("fewer: %s is not among the players", spec)
		}
		if games < 2 || games%2 != 0 {
			return fmt.Errorf("fewer: games of %s: %d, expected an even number of 2 or more", spec, games)
		}
	}
	if _, _, err := countedOpenings(t.Openings); err != nil {
		return err
	}
	switch t.Format {
	case RoundRobin, Gauntlet, Swiss, Knockout:
		return nil
	}
	return fmt.Errorf("format %q: want one of %v", t.Format, Formats())
}

// uniqueLabels returns an error if two different players have the same name in tables.
func uniqueLabels(players []string) error {
	specs := map[string]string{}
	for _, spec := range players {
		label := player.Label(spec)
		if other, ok := specs[label]; ok && other != spec {
			return fmt.Errorf("players: %s and %s have the same name %q", other, spec, label)
		}
		specs[label] = spec
	}
	return nil
}

// gamesOf returns the number of games of the pairing of two players.
func (t Tournament) gamesOf(a, b int) int {
	games := t.Games
	for _, i := range []int{a, b} {
		if most, ok := t.Fewer[t.Players[i]]; ok {
			games = min(games, most)
		}
	}
	return games
}

// same reports whether two descriptions are equal, except for Concurrency.
func (t Tournament) same(u Tournament) bool {
	t.Concurrency, u.Concurrency = 0, 0
	a, _ := json.Marshal(t) // never an error for strings and numbers
	b, _ := json.Marshal(u)
	return string(a) == string(b)
}
