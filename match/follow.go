package match

import (
	"context"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/store"
)

// Follow updates an event that another program runs: it counts the games stored since the last call, and calls add with
// each of them in the order of the schedule. The error is that of the store.
func (e *Event) Follow(ctx context.Context, add func(store.TournamentGame)) error {
	first, err := e.unfinished(ctx)
	if err != nil {
		return err
	}
	for {
		const page = 1000 // limits the memory for large tournaments
		games, err := e.store.NextTournamentGames(ctx, e.ID, first, page)
		if err != nil {
			return err
		}
		for _, g := range games {
			if e.count(g) {
				add(g)
			}
			first = g.Number + 1
		}
		if len(games) < page {
			return nil
		}
	}
}

// unfinished returns the first game that is not known to be finished. If all are, it reads new rounds from the
// store.
func (e *Event) unfinished(ctx context.Context) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.next < len(e.results.schedule) && e.results.done(e.next) {
		e.next++
	}
	if e.next < len(e.results.schedule) {
		return e.next, nil
	}
	pairings, err := e.store.TournamentPairings(ctx, e.ID)
	if err == nil && len(pairings) > len(e.pairings) {
		for _, round := range rounds(pairings[len(e.pairings):]) {
			e.addRound(round)
		}
	}
	return e.next, err
}

// count adds a stored game, unless it is counted already or its round is unknown, and reports whether it did.
func (e *Event) count(g store.TournamentGame) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if g.Number < 0 || g.Number >= len(e.results.schedule) || e.results.done(g.Number) {
		return false
	}
	e.add(g)
	return true
}

// PlotElo returns a plot of the ratings with their errors, as SVG, in the language "en" or "ja".
func (s Standings) PlotElo(l lang.Lang) string { return s.plotElo(catalogue.In(l)) }

// PlotScores returns a plot of the scores over the course of the tournament, as SVG, in the language "en" or "ja".
func (e *Event) PlotScores(l lang.Lang) string {
	return e.plotScores(e.Standings(), catalogue.In(l))
}
