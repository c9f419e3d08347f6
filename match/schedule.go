package match

import (
	"slices"

	"github.com/kaeshi/kaeshi/store"
)

// slot is one game of the schedule.
type slot struct {
	number       int
	pairing      int
	pair         int // number of the pair within the pairing, from 0
	opening      int // counted over all rounds; modulo the number of openings, an index
	black, white int
	first        bool // Black is the pairing's first player
}

// bye is the opponent of a player who has none.
const bye = -1

// slots returns the games of one round, numbered from number on. The pairs of the pairings alternate, so that all
// pairings progress evenly, and the pairs of the same number have the same opening, counted from firstOpening.
func slots(pairings []store.TournamentPairing, number, firstOpening int) (list []slot) {
	most := 0
	for _, p := range pairings {
		most = max(most, p.Games/2)
	}
	for pair := range most {
		for _, p := range pairings {
			if p.Second == bye || pair >= p.Games/2 {
				continue
			}
			s := slot{number, p.Number, pair, firstOpening + pair, p.First, p.Second, true}
			list = append(list, s)
			s.number, s.black, s.white, s.first = number+1, p.Second, p.First, false
			list = append(list, s)
			number += 2
		}
	}
	return list
}

// rounds splits pairings by round.
func rounds(pairings []store.TournamentPairing) (list [][]store.TournamentPairing) {
	for chunk := range chunksBy(pairings, func(p store.TournamentPairing) int { return p.Round }) {
		list = append(list, chunk)
	}
	return list
}

func chunksBy[T any](list []T, key func(T) int) func(func([]T) bool) {
	return func(yield func([]T) bool) {
		for len(list) > 0 {
			end := slices.IndexFunc(list, func(x T) bool { return key(x) != key(list[0]) })
			if end < 0 {
				end = len(list)
			}
			if !yield(list[:end:end]) {
				return
			}
			list = list[end:]
		}
	}
}

// draw returns the pairings of the next round, given the earlier pairings and their results, or none if the tournament
// is over.
func (p plan) draw(before []store.TournamentPairing, r *results) []store.TournamentPairing {
	var couples [][2]int
	switch done := rounds(before); {
	case p.Format == Swiss:
		couples = p.swissRound(done, r)
	case p.Format == Knockout:
		couples = p.knockoutRound(done, r)
	case len(done) == 0:
		couples = allPairs(len(p.Players), p.Format == Gauntlet)
	}
	list := make([]store.TournamentPairing, len(couples))
	for i, c := range couples {
		list[i] = store.TournamentPairing{Number: len(before) + i, First: c[0], Second: c[1]}
		if len(before) > 0 {
			list[i].Round = before[len(before)-1].Round + 1
		}
		if c[1] != bye {
			list[i].Games = p.gamesOf(c[0], c[1])
		}
	}
	return list
}

// allPairs returns all pairs of n players, or only those with the first player.
func allPairs(n int, onlyFirst bool) (couples [][2]int) {
	for a := range n {
		for b := a + 1; b < n; b++ {
			couples = append(couples, [2]int{a, b})
		}
		if onlyFirst {
			break
		}
	}
	return couples
}

// knockoutRound pairs the winners of the last round. In the first round, players are seeded by their order, so that the
// first two can meet only in the final, the first four only in the semifinals, and so on. If the number of players is
// not a power of two, the first ones have a bye.
func (p plan) knockoutRound(done [][]store.TournamentPairing, r *results) (couples [][2]int) {
	var left []int
	if len(done) == 0 {
		left = bracket(len(p.Players))
	} else {
		for _, pairing := range done[len(done)-1] {
			left = append(left, r.winner(pairing))
		}
	}
	if len(left) < 2 {
		return nil
	}
	for c := range slices.Chunk(left, 2) {
		couple := [2]int{c[0], c[1]}
		if c[0] == bye {
			couple = [2]int{c[1], bye}
		}
		couples = append(couples, couple)
	}
	return couples
}

// bracket returns the order of n players in the first round, padded with byes to a power of two.
func bracket(n int) []int {
	order := []int{0}
	for len(order) < n {
		wider := make([]int, 0, 2*len(order))
		for _, seed := range order {
			wider = append(wider, seed, 2*len(order)-1-seed)
		}
		order = wider
	}
	for i, seed := range order {
		if seed >= n {
			order[i] = bye
		}
	}
	return order
}
