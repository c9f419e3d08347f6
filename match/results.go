package match

import (
	"slices"

	"github.com/kaeshi/kaeshi/match/stats"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// results holds the schedule, the finished games and their sums.
type results struct {
	players  int
	schedule []slot
	score    []*int    // by game, from the view of the pairing's first player; nil: not finished
	pairings []meeting // by number of the pairing; b is bye if there is no opponent
	test     testProgress
}

// testProgress is the state of a test. It counts the pairs in the order of the schedule, up to a verdict or the first
// unfinished pair. Counting them in the order of their ends would favour short games.
type testProgress struct {
	next    int // the first game of the next pair
	pairs   stats.Pairs
	llr     float64
	verdict stats.Verdict
}

func newResults(players int) *results { return &results{players: players} }

func (r *results) clone() *results {
	c := *r
	c.schedule, c.score, c.pairings = slices.Clone(r.schedule), slices.Clone(r.score), slices.Clone(r.pairings)
	return &c
}

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

// add counts a game once. turn is the side to move after the opening.
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
	for i, spent := range g.Times { // including passes, so that the sides alternate
		if i%2 == 0 {
			mine.add(spent)
		} else {
			others.add(spent)
		}
	}
	if other := r.score[g.Number^1]; other != nil { // the games of a pair have adjacent numbers
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

// finished returns the number of finished games.
func (r *results) finished() (n int) {
	for _, m := range r.pairings {
		n += m.Games()
	}
	return n
}

// against returns the results of a player against all opponents.
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

// grid returns the results of every player against every other, by number.
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

// winner returns the winner of a pairing of a knockout: the player with more points, otherwise with more discs,
// otherwise the one entered first.
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

// advance updates the course of the test.
func (r *results) advance(s stats.SPRT) testProgress {
	c := &r.test
	for c.verdict == stats.Undecided && c.next < len(r.score) && r.done(c.next) && r.done(c.next+1) {
		c.pairs[halfPoints(*r.score[c.next])+halfPoints(*r.score[c.next+1])]++
		c.next += 2
		c.llr = s.LLR(c.pairs)
		c.verdict = s.Verdict(c.llr)
	}
	return *c
}

// opposite returns the results from the view of the second player.
func (m meeting) opposite() Tally {
	return Tally{
		Wins: m.Losses, Draws: m.Draws, Losses: m.Wins, Discs: -m.Discs, Pairs: m.Pairs.Opposite(),
		Faults: m.otherFaults, Effort: m.otherEffort,
	}
}

// meetings returns the pairings with finished games.
func (r *results) meetings() []meeting {
	return slices.DeleteFunc(slices.Clone(r.pairings), func(m meeting) bool { return m.Games() == 0 })
}
