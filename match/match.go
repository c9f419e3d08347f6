// Package match holds tournaments: who meets whom, from which openings and under which clocks, and what the results say
// about strength, with its error.
//
// A [Tournament] is described by a value that JSON holds; [Start] stores it, or [Resume] finds it, and [Event.Run]
// plays what is left. Everything that a game depends on (players, opening, seeds) follows from the description and the
// game's number, and a game counts when it is stored, so that a run can be broken off at any moment and goes on as if
// nothing had happened. Games are played in colour-swapped pairs, and all errors are computed from pairs.
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

// Format says who meets whom.
type Format string

// The formats.
const (
	RoundRobin Format = "roundrobin" // everyone meets everyone
	Gauntlet   Format = "gauntlet"   // the first player meets everyone else
	Swiss      Format = "swiss"      // rounds between players with about the same points
	Knockout   Format = "knockout"   // who loses a match is out
)

// Formats lists them all, the usual one first.
func Formats() []string {
	return []string{string(RoundRobin), string(Gauntlet), string(Swiss), string(Knockout)}
}

// Tournament describes a tournament. Players, openings, time control and test are written as on the command line.
type Tournament struct {
	Schema string `json:"schema"`         // [Schema]
	Name   string `json:"name,omitempty"` // for people; may be empty
	// two or more specifications; the same one may occur twice
	Players []string `json:"players"`
	Format  Format   `json:"format,omitempty"` // roundrobin when empty
	// of each pairing, an even number; 100 when 0, with a test 100,000
	Games int `json:"games,omitempty"`
	// specifications of slow players and how many games a pairing with one plays at most
	Fewer  map[string]int `json:"fewer,omitempty"`
	Rounds int            `json:"rounds,omitempty"` // of a swiss; 0: as many as it takes to find one winner
	// balanced:K, names or a file; balanced:K with enough for every pair when empty
	Openings string `json:"openings,omitempty"`
	// such as 5m+3s, 1s/move, depth:8, nodes:100000; none when empty
	Time   string `json:"time,omitempty"`
	Margin string `json:"margin,omitempty"` // by which a clock may be overstepped; 100ms when empty
	SPRT   string `json:"sprt,omitempty"`   // ends a match of two players at a verdict
	// such as empties:10 or lead:20/6; games are played out when empty
	Adjudicate  string `json:"adjudicate,omitempty"`
	Seed        uint64 `json:"seed,omitempty"`        // of all chance
	Concurrency int    `json:"concurrency,omitempty"` // games at a time; one for each core when 0
}

// Read reads the description of a tournament. Unknown fields are errors: a misspelt one would go
// unnoticed. So is another schema. [Tournament.Check] tells whether it can be held.
func Read(r io.Reader) (Tournament, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	var t Tournament
	if err := d.Decode(&t); err != nil {
		return t, fmt.Errorf("no description of a tournament: %w", err)
	}
	if t.Schema != Schema {
		return t, fmt.Errorf("no description of a tournament: its schema is %q, not %q", t.Schema, Schema)
	}
	return t, nil
}

// Over is the description in a file with what was given beside it put in its place. The names that given is asked for
// are those of flags.
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

// plan is a description understood.
type plan struct {
	Tournament

	control player.Control
	test    *stats.SPRT // nil: every game is played
	judge   adjudication
}

// TestedGames is the default number of games of a match with a test, which ends it long before.
const TestedGames = 100_000

const (
	defaultGames  = 100
	defaultMargin = 100 * time.Millisecond
	mostPlayers   = 200
	mostGames     = 1_000_000 // in all
)

// plan checks a description and fills in what it leaves out.
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
		err = fmt.Errorf("sprt %q compares two players, and there are %d", t.SPRT, len(t.Players))
	}
	p.test = &test
	return p, err
}

// Check says what is wrong with a description. Every player is made once to see whether it can be.
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
	case t.Games > mostGames/len(everyone(len(t.Players), t.Format == Gauntlet)):
		return fmt.Errorf("games for each pairing: %d, players: %d: expected %d games at most in all", t.Games,
			len(t.Players), mostGames)
	case t.Concurrency < 0:
		return fmt.Errorf("concurrency %d: expected a number of games, or 0 for one on each core", t.Concurrency)
	case t.Rounds < 0 || t.Rounds > 0 && t.Format != Swiss:
		return errors.New("rounds: only a swiss has them")
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
	if _, _, err := balancedCount(t.Openings); err != nil {
		return err
	}
	switch t.Format {
	case RoundRobin, Gauntlet, Swiss, Knockout:
		return nil
	}
	return fmt.Errorf("format %q: there are %v", t.Format, Formats())
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

// gamesOf is how many games the pairing of two players has.
func (t Tournament) gamesOf(a, b int) int {
	games := t.Games
	for _, i := range []int{a, b} {
		if most, ok := t.Fewer[t.Players[i]]; ok {
			games = min(games, most)
		}
	}
	return games
}

// same reports whether two descriptions are of one tournament, however many games are played at a time.
func (t Tournament) same(u Tournament) bool {
	t.Concurrency, u.Concurrency = 0, 0
	a, _ := json.Marshal(t) // of strings and numbers
	b, _ := json.Marshal(u)
	return string(a) == string(b)
}
