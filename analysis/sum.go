package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// Sum contains the totals of many games.
type Sum struct {
	Schema   string       `json:"schema"`
	Games    int          `json:"games"`
	Damaged  int          `json:"damaged"` // games that could not be read
	Moves    int          `json:"moves"`   // without passes
	Nodes    uint64       `json:"nodes"`
	Seconds  float64      `json:"seconds"`  // of search, summed over all threads
	Players  []Player     `json:"players"`  // sorted by the number of games, most first
	Openings []OpeningSum `json:"openings"` // sorted by the number of games, most first
	Worst    []Mistake    `json:"worst"`    // costliest moves of all games
	Phases   []Phase      `json:"phases"`
}

// Player contains the totals of a player over all games, with either colour.
type Player struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
	Side

	accuracy float64 // sum over the moves with an alternative
}

// OpeningSum contains the totals of an opening. ScoreBlack is the mean of the known results, nil without any.
type OpeningSum struct {
	English    string   `json:"en,omitempty"`
	Japanese   string   `json:"ja,omitempty"`
	Games      int      `json:"games"`
	ScoreBlack *float64 `json:"score_black,omitempty"`
	Finished   int      `json:"finished"` // games with a result

	discs float64 // sum of their results
}

// Mistake is a marked move and its place.
type Mistake struct {
	File   string `json:"file,omitempty"`
	Game   int    `json:"game"`
	Player string `json:"player"`
	Move
}

// Phase contains the totals of a range of move numbers.
type Phase struct {
	From  int     `json:"from"`
	To    int     `json:"to"`
	Moves int     `json:"moves"` // moves with an alternative
	Loss  float64 `json:"loss"`
	Marks int     `json:"marks"`
}

// Limits of a sum. Names above the limit are counted together, so that the size of a sum is bounded.
const (
	sumSchema   = "kaeshi/analysis-sum/2"
	maxNames    = 100_000
	listedWorst = 20
	phaseMoves  = 15
)

// Summing computes a Sum from games that are added one by one.
type Summing struct {
	sum      Sum
	players  map[string]*Player
	openings map[[2]string]*OpeningSum
}

// NewSumming returns a Summing without games.
func NewSumming() *Summing {
	s := &Summing{players: map[string]*Player{}, openings: map[[2]string]*OpeningSum{}}
	for from := 1; from < 60; from += phaseMoves {
		s.sum.Phases = append(s.sum.Phases, Phase{From: from, To: from + phaseMoves - 1})
	}
	return s
}

// Damaged counts a game that could not be read.
func (s *Summing) Damaged() { s.sum.Damaged++ }

// Add adds a game.
func (s *Summing) Add(d *Game) {
	s.sum.Games++
	s.sum.Nodes += d.Nodes
	s.sum.Seconds += d.Seconds
	s.opening(d)
	for _, pov := range []string{"black", "white"} {
		s.player(d, pov)
	}
	for _, m := range d.Moves {
		if m.Choices > 0 {
			s.sum.Moves++
		}
		if m.Choices > 1 {
			phase := &s.sum.Phases[min((m.Number-1)/phaseMoves, len(s.sum.Phases)-1)]
			phase.Moves++
			phase.Loss += m.Loss
			if m.Mark != "" && !m.Uncertain {
				phase.Marks++
			}
		}
	}
	s.worst(d)
}

// opening counts the opening of a game.
func (s *Summing) opening(d *Game) {
	key := [2]string{d.Opening.name(lang.English), d.Opening.name(lang.Japanese)}
	o := entry(s.openings, key)
	o.English, o.Japanese = key[0], key[1]
	o.Games++
	if d.ScoreBlack != nil {
		o.Finished++
		o.discs += float64(*d.ScoreBlack)
	}
}

// player adds the totals of the player of a colour.
func (s *Summing) player(d *Game, pov string) {
	name, side := d.name(pov), d.side(pov)
	p := entry(s.players, name)
	p.Name = name
	if pov == "black" || d.White != d.Black {
		p.Games++
	}
	p.Moves += side.Moves
	p.Choices += side.Choices
	p.Loss += side.Loss
	p.Inaccuracies += side.Inaccuracies
	p.Mistakes += side.Mistakes
	p.Blunders += side.Blunders
	p.Uncertain += side.Uncertain
	for _, m := range d.Moves {
		if m.Pov == pov && m.Choices > 1 {
			p.accuracy += accuracyOf(m.Loss)
		}
	}
}

// entry returns the value of a key. If there are too many keys, it returns a common value for all others.
func entry[K comparable, V any](list map[K]*V, key K) *V {
	if v, ok := list[key]; ok {
		return v
	}
	if len(list) >= maxNames {
		var other K
		key = other
	}
	if list[key] == nil {
		list[key] = new(V)
	}
	return list[key]
}

// worst keeps the costliest moves so far.
func (s *Summing) worst(d *Game) {
	for _, ply := range first(d.Mistakes, listedWorst) {
		m := d.Moves[ply-1]
		s.sum.Worst = append(s.sum.Worst, Mistake{d.File, d.Game, d.name(m.Pov), m})
	}
	slices.SortStableFunc(s.sum.Worst, func(a, b Mistake) int { return worse(a.Move, b.Move) })
	s.sum.Worst = slices.Clone(first(s.sum.Worst, listedWorst))
}

// Sum returns the totals of the games added so far.
func (s *Summing) Sum() Sum {
	sum := s.sum
	sum.Schema, sum.Seconds, sum.Phases = sumSchema, round(sum.Seconds, 1000), slices.Clone(sum.Phases)
	for i := range sum.Phases {
		sum.Phases[i].Loss = round(sum.Phases[i].Loss, hundredths)
	}
	if sum.Worst == nil {
		sum.Worst = []Mistake{}
	}
	sum.Players, sum.Openings = []Player{}, []OpeningSum{}
	for _, p := range s.players {
		sum.Players = append(sum.Players, p.finished())
	}
	for _, o := range s.openings {
		begun := *o
		if begun.Finished > 0 {
			begun.ScoreBlack = new(round(begun.discs/float64(begun.Finished), hundredths))
		}
		sum.Openings = append(sum.Openings, begun)
	}
	slices.SortFunc(sum.Players,
		func(a, b Player) int { return cmp.Or(b.Games-a.Games, strings.Compare(a.Name, b.Name)) })
	slices.SortFunc(sum.Openings, func(a, b OpeningSum) int {
		return cmp.Or(b.Games-a.Games, strings.Compare(a.English, b.English), strings.Compare(a.Japanese, b.Japanese))
	})
	return sum
}

// finished returns the player with computed means.
func (p *Player) finished() Player {
	done := *p
	done.Loss = round(p.Loss, hundredths)
	if p.Choices > 0 {
		mean := round(p.accuracy/float64(p.Choices), 10)
		done.Accuracy = &mean
	}
	return done
}

// name returns the player of a colour.
func (d *Game) name(pov string) string {
	if pov == "white" {
		return oneLine(d.White)
	}
	return oneLine(d.Black)
}

// name returns the name in exactly this language, or "".
func (o *Opening) name(l lang.Lang) string {
	if o == nil {
		return ""
	}
	n := o.English
	if l == lang.Japanese {
		n = o.Japanese
	}
	if n == nil {
		return ""
	}
	return n.Name
}

// String returns the totals in one line for logs.
func (s Sum) String() string {
	return fmt.Sprintf("games: %d, moves: %d, nodes: %d, searching: %.1f s", s.Games, s.Moves, s.Nodes, s.Seconds)
}
