package web

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
)

// mostRated bounds the work of rating, which grows with the cube of how many players are compared.
const mostRated = 200

// leaderboard is the ratings over all tournaments. They are worked out anew when a game has been stored, and only after so many times as long as that took; nothing is read from
// the database more than twice a second, and of the games only how many there are while that is the same.
type leaderboard struct {
	store *store.Store

	mu    sync.Mutex // one reader of the database at a time
	read  time.Time
	stood time.Time // when the ratings were worked out
	took  time.Duration
	count store.TournamentCount // that they hold
	now   ranking
}

// ranking is the ratings and what they rest on. It does not change; the next look makes another one.
type ranking struct {
	list    ratingList
	elo     map[string]placed
	entered []entered // the oldest first
}

// placed is a player's place in the ratings.
type placed struct {
	group int
	elo   float64
}

// entered is a tournament with what its players did.
type entered struct {
	store.Tournament

	players []string
	results []store.TournamentResult
}

// look is the present ranking.
func (b *leaderboard) look(ctx context.Context) (ranking, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	began := time.Now()
	if known := !b.stood.IsZero(); known && (began.Sub(b.read) < lookTime || began.Sub(b.stood) < standingsShare*b.took) {
		return b.now, nil
	}
	count, err := b.store.TournamentCount(ctx)
	if err != nil {
		return ranking{}, err
	}
	b.read = began
	if !b.stood.IsZero() && count == b.count {
		return b.now, nil
	}
	tournaments, err := b.store.AllTournaments(ctx)
	if err != nil {
		return ranking{}, err
	}
	results, err := b.store.TournamentResults(ctx)
	if err != nil {
		return ranking{}, err
	}
	b.now = newRanking(tournaments, results)
	b.count, b.stood, b.took = count, time.Now(), time.Since(began)
	return b.now, nil
}

// newRanking rates the players of all tournaments. Both lists are in the order of the tournaments.
func newRanking(tournaments []store.Tournament, results []store.TournamentResult) ranking {
	r := ranking{list: ratingList{Schema: "kaeshi/ratings/1", Groups: []ratingGroup{}}, elo: map[string]placed{}}
	var pool match.Pool
	took := map[string]int{}
	for _, t := range tournaments {
		var spec match.Tournament
		_ = json.Unmarshal([]byte(t.Spec), &spec) // of another version of the program: what can be read counts
		e := entered{Tournament: t, players: spec.Players}
		for ; len(results) > 0 && results[0].Tournament <= t.ID; results = results[1:] {
			if one := results[0]; one.Tournament == t.ID && one.First >= 0 && one.Second < len(e.players) {
				e.results = append(e.results, one)
				pool.Add(e.players[one.First], e.players[one.Second], tallyOf(one))
			}
		}
		for _, name := range e.active() {
			took[name]++
		}
		if len(e.results) > 0 {
			r.list.Tournaments++
			r.entered = append(r.entered, e)
		}
	}
	groups, leftOut := pool.Groups(mostRated)
	r.list.LeftOut = leftOut
	for i, g := range groups {
		shown := ratingGroup{Games: g.Games, Players: make([]ratedPlayer, len(g.Players))}
		for j, one := range g.Players {
			shown.Players[j] = ratedPlayer{
				Player: one.Player, Elo: one.Elo, EloLow: one.Low, EloHigh: one.High, Games: one.Games(), Wins: one.Wins, Draws: one.Draws, Losses: one.Losses,
				Points: one.Points(), MeanDiscs: one.MeanDiscs(), Opponents: one.Opponents, Tournaments: took[one.Player],
			}
			r.elo[one.Player] = placed{i, one.Elo}
		}
		r.list.Games += g.Games
		r.list.Groups = append(r.list.Groups, shown)
	}
	return r
}

// active is the players who met another one, each once.
func (e entered) active() (names []string) {
	for _, r := range e.results {
		if a, b := e.players[r.First], e.players[r.Second]; a != b {
			names = append(names, a, b)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// tallyOf is a result as the lower number sees it.
func tallyOf(r store.TournamentResult) match.Tally {
	return match.Tally{Wins: r.Wins, Draws: r.Draws, Losses: r.Losses, Discs: r.Discs, Pairs: r.Pairs}
}

// oppositeOf is a result as the other one sees it.
func oppositeOf(r store.TournamentResult) match.Tally {
	slices.Reverse(r.Pairs[:])
	return match.Tally{Wins: r.Losses, Draws: r.Draws, Losses: r.Wins, Discs: -r.Discs, Pairs: r.Pairs}
}

// history is what a player did in the last tournaments with an id below before, or in the very last ones, the newest first.
func (r ranking) history(player string, before int64, limit int) []playedTournament {
	list := []playedTournament{}
	for _, e := range slices.Backward(r.entered) {
		if len(list) == limit {
			break
		}
		if before == 0 || e.ID < before {
			if one, ok := r.took(e, player); ok {
				list = append(list, one)
			}
		}
	}
	return list
}

// took is what a player did in a tournament; ok is false where it met nobody.
func (r ranking) took(e entered, player string) (shown playedTournament, ok bool) {
	shown = playedTournament{ID: e.ID, Name: e.Name, Players: e.players, Began: written(e.Began), Ended: written(e.Ended)}
	var against []match.Against
	add := func(other string, t match.Tally) {
		if other == player || t.Games() == 0 {
			return
		}
		shown.Games += t.Games()
		shown.Wins += t.Wins
		shown.Draws += t.Draws
		shown.Losses += t.Losses
		if its, rated := r.elo[other]; rated {
			against = append(against, match.Against{Elo: its.elo, Tally: t})
		}
	}
	for _, one := range e.results {
		if e.players[one.First] == player {
			add(e.players[one.Second], tallyOf(one))
		}
		if e.players[one.Second] == player {
			add(e.players[one.First], oppositeOf(one))
		}
	}
	if _, rated := r.elo[player]; rated && len(against) > 0 {
		p := match.Performance(against)
		shown.Performance = &ratingBounds{p.Elo, p.Low, p.High}
	}
	return shown, shown.Games > 0
}
