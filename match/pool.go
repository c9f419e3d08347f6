package match

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/match/stats"
)

// Pool collects the results of players against each other in any number of tournaments. Players are identified by their
// specs, regardless of clocks and openings. The zero value is empty.
type Pool struct {
	names    []string
	numbers  map[string]int
	meetings map[[2]int]*meeting // by the numbers of the players, the lower one first
}

// Group is a set of players that are connected by games, directly or through other players. Ratings are comparable only
// within a group.
type Group struct {
	Players []Rated // the strongest first
	Games   int     // number of games among them
}

// Rated is a player of a group.
type Rated struct {
	Player    string // its spec
	Opponents int    // number of opponents
	Tally            // against all opponents
	Rating           // relative to the mean of the group
}

// Add adds the results of a against b. Games of a player against itself are ignored.
func (p *Pool) Add(a, b string, t Tally) {
	if a == b || t.Games() == 0 {
		return
	}
	if p.numbers == nil {
		p.numbers, p.meetings = map[string]int{}, map[[2]int]*meeting{}
	}
	first, second := p.number(a), p.number(b)
	if first > second {
		first, second, t = second, first, meeting{Tally: t}.opposite()
	}
	m := p.meetings[[2]int{first, second}]
	if m == nil {
		m = &meeting{a: first, b: second}
		p.meetings[[2]int{first, second}] = m
	}
	m.Tally = m.plus(t)
}

func (p *Pool) number(name string) int {
	n, ok := p.numbers[name]
	if !ok {
		n = len(p.names)
		p.numbers[name], p.names = n, append(p.names, name)
	}
	return n
}

// Groups rates at most the given number of players, those with the most games, because the work grows with the cube of
// their number. leftOut is the number of other players, whose games are ignored. Groups are sorted by number of games,
// greatest first.
func (p *Pool) Groups(most int) (groups []Group, leftOut int) {
	all := p.list()
	games := make([]int, len(p.names))
	for _, m := range all {
		games[m.a] += m.Games()
		games[m.b] += m.Games()
	}
	chosen := make([]int, len(p.names))
	for i := range chosen {
		chosen[i] = i
	}
	slices.SortStableFunc(chosen, func(a, b int) int {
		return cmp.Or(cmp.Compare(games[b], games[a]), cmp.Compare(p.names[a], p.names[b]))
	})
	leftOut = max(len(chosen)-most, 0)
	out := map[int]bool{}
	for _, number := range chosen[len(chosen)-leftOut:] {
		out[number] = true
	}
	all = slices.DeleteFunc(all, func(m meeting) bool { return out[m.a] || out[m.b] })
	for _, members := range linked(chosen[:len(chosen)-leftOut], all) {
		if len(members) > 1 {
			groups = append(groups, p.rate(members, all))
		} else {
			leftOut++ // all its opponents are left out
		}
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return cmp.Compare(b.Games, a.Games) })
	return groups, leftOut
}

// list returns the meetings in a fixed order, because floating-point sums depend on it.
func (p *Pool) list() []meeting {
	keys := slices.SortedFunc(maps.Keys(p.meetings), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	all := make([]meeting, len(keys))
	for i, key := range keys {
		all[i] = *p.meetings[key]
	}
	return all
}

// linked returns the connected groups of players.
func linked(players []int, meetings []meeting) [][]int {
	leader := map[int]int{}
	for _, number := range players {
		leader[number] = number
	}
	find := func(number int) int {
		for leader[number] != number {
			leader[number] = leader[leader[number]]
			number = leader[number]
		}
		return number
	}
	for _, m := range meetings {
		leader[find(m.b)] = find(m.a)
	}
	var groups [][]int
	place := map[int]int{}
	for _, number := range players {
		at, ok := place[find(number)]
		if !ok {
			at = len(groups)
			place[find(number)], groups = at, append(groups, nil)
		}
		groups[at] = append(groups[at], number)
	}
	return groups
}

// rate returns the ratings of a group of connected players.
func (p *Pool) rate(members []int, all []meeting) Group {
	place := map[int]int{}
	g := Group{Players: make([]Rated, len(members))}
	for i, number := range members {
		place[number] = i
		g.Players[i].Player = p.names[number]
	}
	var own []meeting
	for _, m := range all {
		a, in := place[m.a]
		if !in {
			continue
		}
		b := place[m.b]
		m.a, m.b = a, b
		own = append(own, m)
		g.Games += m.Games()
		for _, side := range []struct {
			number int
			did    Tally
		}{{a, m.Tally}, {b, m.opposite()}} {
			r := &g.Players[side.number]
			r.Opponents++
			r.Tally = r.plus(side.did)
		}
	}
	rated, err := ratings(len(members), own, priorDraws)
	for i := range rated {
		if err == nil { // never an error with a prior
			g.Players[i].Rating = rated[i]
		}
	}
	slices.SortStableFunc(g.Players,
		func(a, b Rated) int { return cmp.Or(cmp.Compare(b.Elo, a.Elo), cmp.Compare(a.Player, b.Player)) })
	return g
}

// OpponentTally holds the results against an opponent of known rating.
type OpponentTally struct {
	Elo float64 // the opponent's
	Tally
}

// Performance returns the most likely rating for results against opponents of known ratings. As in all ratings of this
// package, one drawn game against a player of mean strength is added, so that the rating is finite when every game was
// won or lost.
func Performance(list []OpponentTally) Rating {
	games := append([]OpponentTally{{Tally: Tally{Draws: priorDraws}}}, list...)
	strength, information := 0.0, 0.0
	for range 200 {
		slope := 0.0
		information = 0
		for _, g := range games {
			expected := chance(strength, g.Elo/stats.EloPerLogit)
			slope += g.Points() - float64(g.Games())*expected
			information += float64(g.Games()) * expected * (1 - expected)
		}
		step := math.Max(-2, math.Min(2, slope/information))
		if strength += step; math.Abs(step) < 1e-10 {
			break
		}
	}
	seen := 0.0
	for _, g := range games {
		expected := chance(strength, g.Elo/stats.EloPerLogit)
		for i, count := range g.Pairs {
			d := float64(i)/2 - 2*expected
			seen += float64(count) * d * d
		}
		seen += float64(g.Games()-2*g.Pairs.Count()) * expected * (1 - expected)
	}
	elo := strength * stats.EloPerLogit
	width := stats.Z95 * stats.EloPerLogit * math.Sqrt(math.Max(1/information, seen/information/information))
	return Rating{elo, elo - width, elo + width}
}
