package match

import (
	"slices"

	"github.com/kaeshi/kaeshi/match/stats"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// results is the finished games, in the order of the schedule, and what they add up to.
type results struct {
	players  int
	schedule []slot
	score    []*int    // of each game of the schedule as the pairing's first player sees it; nil: not finished
	pairings []meeting // by the pairing's number; b is bye for one who has no opponent
	test     course
}

// course is how far a test has come: over the pairs in the order of the schedule, up to the first verdict or the first
// pair that is not finished. Which games end first must not matter, or short games would count before long ones.
type course struct {
	next    int // the first game of the next pair
	pairs   stats.Pairs
	llr     float64
	verdict stats.Verdict
}

func newResults(players int) *results { return &results{players: players} }

// schedules adds a round.
func (r *results) schedules(pairings []store.TournamentPairing, games []slot) {
	for _, p := range pairings {
		r.pairings = append(r.pairings, meeting{a: p.First, b: p.Second})
	}
	for _, s := range games {
		r.schedule, r.score = append(r.schedule, s), append(r.score, nil)
	}
}

// done reports whether a game is finished.
func (r *results) done(number int) bool { return r.score[number] != nil }

// add counts a game once. turn is who moves first after the opening.
func (r *results) add(g store.TournamentGame, turn othello.Color) {
	if g.Number < 0 || g.Number >= len(r.schedule) || r.done(g.Number) {
		return
	}
	s := r.schedule[g.Number]
	score := g.ScoreBlack
	if !s.first {
		score = -score
	}
	r.score[g.Number] = &score
	m := &r.pairings[s.pairing]
	m.add(score)
	mine, others := &m.Effort, &m.otherEffort
	if s.first != (turn == othello.Black) {
		mine, others = others, mine
	}
	for i, spent := range g.Times { // passes are plies too, so that the sides take turns
		if i%2 == 0 {
			mine.add(spent)
		} else {
			others.add(spent)
		}
	}
	if other := r.score[g.Number^1]; other != nil { // the games of a pair stand side by side
		m.Pairs[halfPoints(score)+halfPoints(*other)]++
	}
	if g.Reason == record.Faulted || g.Reason == record.OutOfTime {
		if score < 0 {
			m.Faults++
		} else {
			m.otherFaults++
		}
	}
}

// finished is how many games are.
func (r *results) finished() (n int) {
	for _, m := range r.pairings {
		n += m.Games()
	}
	return n
}

// against is what the player did against all.
func (r *results) against(a int) (t Tally) {
	for _, m := range r.pairings {
		switch a {
		case m.a:
			t = t.plus(m.Tally)
		case m.b:
			t = t.plus(m.opposite())
		}
	}
	return t
}

// grid is what every player did against every other, by their numbers.
func (r *results) grid() [][]Tally {
	all := make([][]Tally, r.players)
	for i := range all {
		all[i] = make([]Tally, r.players)
	}
	for _, m := range r.pairings {
		if m.b != bye {
			all[m.a][m.b] = all[m.a][m.b].plus(m.Tally)
			all[m.b][m.a] = all[m.b][m.a].plus(m.opposite())
		}
	}
	return all
}

// winner is who goes on from a pairing of a knockout: who has more points, or else more discs, or else was entered
// first.
func (r *results) winner(p store.TournamentPairing) int {
	m := r.pairings[p.Number].Tally
	switch {
	case p.Second == bye:
		return p.First
	case m.Wins != m.Losses:
		return pick(m.Wins > m.Losses, p.First, p.Second)
	case m.Discs != 0:
		return pick(m.Discs > 0, p.First, p.Second)
	}
	return min(p.First, p.Second)
}

func pick(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

// advance brings the course of the test up to date.
func (r *results) advance(s stats.SPRT) course {
	c := &r.test
	for c.verdict == stats.Undecided && c.next < len(r.score) && r.done(c.next) && r.done(c.next+1) {
		c.pairs[halfPoints(*r.score[c.next])+halfPoints(*r.score[c.next+1])]++
		c.next += 2
		c.llr = s.LLR(c.pairs)
		c.verdict = s.Verdict(c.llr)
	}
	return *c
}

// opposite is the meeting as the second player sees it.
func (m meeting) opposite() Tally {
	return Tally{
		Wins: m.Losses, Draws: m.Draws, Losses: m.Wins, Discs: -m.Discs, Pairs: m.Pairs.Opposite(),
		Faults: m.otherFaults, Effort: m.otherEffort,
	}
}

// meetings is the pairings that had games.
func (r *results) meetings() []meeting {
	return slices.DeleteFunc(slices.Clone(r.pairings), func(m meeting) bool { return m.Games() == 0 })
}
