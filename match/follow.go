package match

import (
	"context"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/store"
)

// Follow brings an event that another program holds up to date: it counts what was stored since, and tells each game
// that is new, in the order of the schedule. The error is the store's.
func (e *Event) Follow(ctx context.Context, saw func(store.TournamentGame)) error {
	first, err := e.unfinished(ctx)
	if err != nil {
		return err
	}
	for {
		const page = 1000 // so that a large tournament is never in memory as a whole
		games, err := e.store.NextTournamentGames(ctx, e.ID, first, page)
		if err != nil {
			return err
		}
		for _, g := range games {
			if e.count(g) {
				saw(g)
			}
			first = g.Number + 1
		}
		if len(games) < page {
			return nil
		}
	}
}

// unfinished is the first game that is not known to be finished. Where there is none, it looks for a further round.
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

// count adds a stored game, unless it is known or of a round that is not.
func (e *Event) count(g store.TournamentGame) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if g.Number < 0 || g.Number >= len(e.results.schedule) || e.results.done(g.Number) {
		return false
	}
	e.add(g)
	return true
}

// PlotElo draws every player's rating with its error, as SVG, in the language "en" or "ja".
func (s Standings) PlotElo(l lang.Lang) string { return s.plotElo(catalogue.In(l)) }

// PlotScores draws the score as the games went, as SVG, in the language "en" or "ja".
func (e *Event) PlotScores(l lang.Lang) string {
	return e.plotScores(e.Standings(), catalogue.In(l))
}
