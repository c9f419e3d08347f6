package match

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/kaeshi/kaeshi/store"
)

// swissRound pairs players with about the same points that have not met, the strongest first, if possible. With an odd
// number of players, the last player without a bye so far gets one, which counts as a won match. The draw depends on
// the results only.
func (p plan) swissRound(done [][]store.TournamentPairing, r *results) [][2]int {
	n := len(p.Players)
	most := p.Rounds
	if most == 0 {
		most = bits.Len(uint(n - 1))
	}
	if len(done) >= most {
		return nil
	}
	order, met := p.ranking(done, r), map[[2]int]bool{}
	for _, round := range done {
		for _, m := range round {
			met[[2]int{m.First, m.Second}], met[[2]int{m.Second, m.First}] = true, true
		}
	}
	var free [][2]int
	if n%2 == 1 {
		out := n - 1
		for out > 0 && met[[2]int{order[out], bye}] {
			out--
		}
		free = [][2]int{{order[out], bye}}
		order = slices.Delete(order, out, out+1)
	}
	tries := 100_000
	couples, ok := pairUp(order, met, &tries)
	if !ok {
		couples, _ = pairUp(order, nil, new(int)) // no such pairing: allow repeated ones
	}
	return append(couples, free...)
}

// pairUp pairs the first player in the order with the next one that it has not met, and so on, with backtracking. It
// gives up after a number of tries.
func pairUp(order []int, met map[[2]int]bool, tries *int) ([][2]int, bool) {
	if len(order) == 0 {
		return nil, true
	}
	for i := 1; i < len(order); i++ {
		if *tries--; met != nil && *tries < 0 {
			return nil, false
		}
		if met[[2]int{order[0], order[i]}] {
			continue
		}
		rest := slices.Delete(slices.Clone(order[1:]), i-1, i)
		if couples, ok := pairUp(rest, met, tries); ok {
			return append([][2]int{{order[0], order[i]}}, couples...), true
		}
	}
	return nil, false
}

// ranking returns the players sorted by points, then by discs, then in the order of entry.
func (p plan) ranking(done [][]store.TournamentPairing, r *results) []int {
	points, order := make([]float64, len(p.Players)), make([]int, len(p.Players))
	for i := range order {
		order[i] = i
		points[i] = r.against(i).Points()
	}
	for _, round := range done {
		for _, m := range round {
			if m.Second == bye {
				points[m.First] += float64(p.Games)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(points[b], points[a]), cmp.Compare(r.against(b).Discs, r.against(a).Discs))
	})
	return order
}
