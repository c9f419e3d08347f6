package match

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/match/stats"
	"github.com/kaeshi/kaeshi/player"
)

// StandingsSchema names the JSON of [Standings].
const StandingsSchema = "kaeshi/match/1"

// Standings is the JSON document of the standings of a tournament.
type Standings struct {
	Schema   string     `json:"schema"`         // [StandingsSchema]
	ID       int64      `json:"id"`             // in the store
	Name     string     `json:"name,omitempty"` // title
	Format   Format     `json:"format"`         // system of pairings
	Time     string     `json:"time"`           // the time control; empty: none
	Openings string     `json:"openings"`       // as in [Tournament]
	Seed     uint64     `json:"seed"`           // of all random choices
	Played   int        `json:"played"`         // finished games
	Total    int        `json:"total"`          // games of the rounds drawn so far
	Finished bool       `json:"finished"`       // no more games will be played
	Players  []Standing `json:"players"`        // the best first
	Cross    [][]Cell   `json:"cross"`          // in the order of Players
	Head     *Head      `json:"head,omitempty"` // comparison in a match of two players
}

// Standing holds the results of a player in a tournament.
type Standing struct {
	Player    string  `json:"player"`           // player spec or alias
	Games     int     `json:"games"`            // finished games
	Wins      int     `json:"wins"`             // games won
	Draws     int     `json:"draws"`            // games drawn
	Losses    int     `json:"losses"`           // games lost
	Byes      int     `json:"byes,omitempty"`   // rounds of a Swiss tournament without an opponent
	Points    float64 `json:"points"`           // 1 for a win, 0.5 for a draw, and those of a won pairing for a bye
	MeanDiscs float64 `json:"mean_discs"`       // mean final disc difference from the player's view
	Elo       float64 `json:"elo"`              // relative to the mean of the players
	EloLow    float64 `json:"elo_low"`          // lower end of the 95 % interval
	EloHigh   float64 `json:"elo_high"`         // upper end of the 95 % interval
	Faults    int     `json:"faults"`           // games lost by breaking the rules, including the clock
	Seconds   float64 `json:"seconds_per_move"` // mean time of a move, without forced passes

	number int // index in Tournament.Players
}

// Cell holds the results of the player of the row against that of the column.
type Cell struct {
	Wins   int         `json:"wins"`   // games won by the player of the row
	Draws  int         `json:"draws"`  // games drawn
	Losses int         `json:"losses"` // games lost by the player of the row
	Pairs  stats.Pairs `json:"pairs"`  // by points of the two games: 0, ½, 1, 1½, 2
	Comparison
}

// Comparison is the JSON form of an [stats.Estimate]. Numbers are absent if they are infinite or there are no results.
type Comparison struct {
	Elo     *float64 `json:"elo,omitempty"`            // difference in Elo, above 0 if the first player is stronger
	EloLow  *float64 `json:"elo_low,omitempty"`        // lower end of the 95 % interval
	EloHigh *float64 `json:"elo_high,omitempty"`       // upper end of the 95 % interval
	NElo    *float64 `json:"normalized_elo,omitempty"` // difference in normalised Elo
	LOS     *float64 `json:"los,omitempty"`            // likelihood of superiority
}

func compare(p stats.Pairs) (c Comparison) {
	if e, ok := p.Estimate(); ok {
		c = Comparison{finite(e.Elo), finite(e.Low), finite(e.High), finite(e.NElo), finite(e.LOS)}
	}
	return c
}

// Games returns the number of games.
func (c Cell) Games() int { return c.Wins + c.Draws + c.Losses }

// Head is the comparison of two players from the view of the first one.
type Head struct {
	First  string      `json:"first"`  // spec of the first player
	Second string      `json:"second"` // spec of the second player
	Pairs  stats.Pairs `json:"pairs"`  // by points of First
	Comparison
	SPRT *SPRTProgress `json:"sprt,omitempty"` // nil without a test

	tally Tally
}

// SPRTProgress is the state of a [stats.SPRT]. It counts the pairs in the order of the schedule, up to its verdict.
type SPRTProgress struct {
	Test    string        `json:"test"`    // in the syntax of [stats.ParseSPRT]
	Pairs   int           `json:"pairs"`   // number of pairs counted
	LLR     float64       `json:"llr"`     // log-likelihood ratio of H1 against H0
	Lower   float64       `json:"lower"`   // the ratio at which H0 is accepted
	Upper   float64       `json:"upper"`   // the ratio at which H1 is accepted
	Verdict stats.Verdict `json:"verdict"` // H0, H1, or empty
}

// Standings returns the current standings.
func (e *Event) Standings() Standings {
	e.mu.Lock()
	defer e.mu.Unlock()
	grid := e.results.grid()
	s := Standings{
		Schema: StandingsSchema, ID: e.ID, Name: e.Name, Format: e.Format, Time: e.control.String(),
		Openings: e.Openings, Seed: e.Seed,
		Played: e.results.finished(), Total: len(e.results.schedule), Players: e.standing(grid),
	}
	s.Finished = s.Played == s.Total && len(e.draw(e.pairings, e.results)) == 0 || e.decided()
	for _, a := range s.Players {
		row := make([]Cell, len(s.Players))
		for j, b := range s.Players {
			t := grid[a.number][b.number]
			row[j] = Cell{t.Wins, t.Draws, t.Losses, t.Pairs, compare(t.Pairs)}
		}
		s.Cross = append(s.Cross, row)
	}
	if len(e.Players) == 2 {
		s.Head = e.head(grid[0][1])
	}
	return s
}

// Names returns the names of the players in tables: their aliases or specs, with a number if one occurs more than
// once.
func (e *Event) Names() []string {
	names, seen := make([]string, len(e.Players)), map[string]int{}
	for i, spec := range e.Players {
		label := player.Label(spec)
		seen[label]++
		names[i] = label
		if seen[label] > 1 {
			names[i] = fmt.Sprintf("%s #%d", label, seen[label])
		}
	}
	return names
}

// standing returns the players, the best first: by points in a Swiss tournament, by the last round in a knockout, and
// by rating otherwise, because they need not have had the same opponents.
func (e *Event) standing(grid [][]Tally) []Standing {
	rated, err := ratings(len(e.Players), e.results.meetings(), priorDraws)
	if err != nil {
		rated = make([]Rating, len(e.Players)) // never with a prior
	}
	list := make([]Standing, len(e.Players))
	for i, name := range e.Names() {
		t := Tally{}
		for _, u := range grid[i] {
			t = t.plus(u)
		}
		list[i] = Standing{
			Player: name, Games: t.Games(), Wins: t.Wins, Draws: t.Draws, Losses: t.Losses, Points: t.Points(),
			MeanDiscs: t.MeanDiscs(), Elo: rated[i].Elo, EloLow: rated[i].Low, EloHigh: rated[i].High, Faults: t.Faults,
			Seconds: t.Effort.PerMove().Seconds(), number: i,
		}
	}
	place := make([]int, len(list))
	if e.Format == Swiss {
		e.addByes(list)
		for i, number := range e.ranking(rounds(e.pairings), e.results) {
			place[number] = i
		}
	}
	last := e.lastRounds()
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(place[a.number], place[b.number]), cmp.Compare(last[b.number], last[a.number]),
			cmp.Compare(b.Elo, a.Elo))
	})
	return list
}

// addByes adds the byes of a Swiss tournament, with their points.
func (e *Event) addByes(list []Standing) {
	for _, p := range e.pairings {
		if p.Second == bye {
			list[p.First].Byes++
			list[p.First].Points += float64(e.Games)
		}
	}
}

// lastRounds returns the last round of each player in a knockout, plus one if the player won it.
func (e *Event) lastRounds() []int {
	last := make([]int, len(e.Players))
	if e.Format != Knockout {
		return last
	}
	for _, p := range e.pairings {
		last[p.First] = p.Round
		if p.Second != bye {
			last[p.Second] = p.Round
		}
		last[e.results.winner(p)]++
	}
	return last
}

func (e *Event) head(t Tally) *Head {
	names := e.Names()
	h := &Head{First: names[0], Second: names[1], Pairs: t.Pairs, Comparison: compare(t.Pairs), tally: t}
	if e.test != nil {
		c := e.results.advance(*e.test)
		h.SPRT = &SPRTProgress{Test: e.test.String(), Pairs: c.pairs.Count(), LLR: c.llr, Verdict: c.verdict}
		h.SPRT.Lower, h.SPRT.Upper = e.test.Bounds()
	}
	return h
}

// finite returns x, or nil if JSON cannot represent it.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// Progress returns the numbers of finished and of all games in the rounds drawn so far.
func (e *Event) Progress() (played, total int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.results.finished(), len(e.results.schedule)
}

// Verdict returns the verdict of the test, or [stats.Undecided] without a test.
func (s Standings) Verdict() stats.Verdict {
	if s.Head == nil || s.Head.SPRT == nil {
		return stats.Undecided
	}
	return s.Head.SPRT.Verdict
}

// String returns a summary of the standings for a progress line.
func (s Standings) String() string {
	if s.Head == nil {
		best := make([]string, 0, 3)
		for _, p := range s.Players[:min(3, len(s.Players))] {
			best = append(best, fmt.Sprintf("%s %+.0f", p.Player, p.Elo))
		}
		return strings.Join(best, ", ")
	}
	t := s.Head.tally
	text := fmt.Sprintf("+%d =%d -%d", t.Wins, t.Draws, t.Losses)
	if s.Head.Elo != nil {
		text += fmt.Sprintf(" Elo %+.1f", *s.Head.Elo)
	}
	if c := s.Head.SPRT; c != nil {
		text += fmt.Sprintf(" LLR %.2f [%.2f, %.2f]", c.LLR, c.Lower, c.Upper)
	}
	return text
}
