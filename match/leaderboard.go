package match

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// mostRated is the greatest number of rated players. The work of rating grows with its cube.
const mostRated = 200

// leaderboard holds the ratings over all tournaments. They are recomputed when a game has been stored, but at intervals
// of a multiple of the time that this takes. The database is read at most twice a second, and only for the number of
// games while that is unchanged.
type leaderboard struct {
	store *store.Store

	mu       sync.Mutex // one reader of the database at a time
	read     time.Time  // time of the last read
	computed time.Time  // time of the last computation
	took     time.Duration
	count    store.TournamentCount // number of games in now
	now      Ranking
}

// Ranking holds the ratings over all tournaments and the results that they are based on. It is immutable.
type Ranking struct {
	List    RatingList // the ratings, by groups
	elo     map[string]placed
	entered []entered // the oldest first
}

// Rating returns a player's rating and the index of its group. ok is false if the player has none.
func (r Ranking) Rating(player string) (rated RatedPlayer, group int, ok bool) {
	at, ok := r.elo[player]
	if !ok {
		return RatedPlayer{}, -1, false
	}
	players := r.List.Groups[at.group].Players
	i := slices.IndexFunc(players, func(p RatedPlayer) bool { return p.Player == player })
	return players[i], at.group, true
}

// placed is a player's place in the ratings.
type placed struct {
	group int
	elo   float64
}

// entered is a tournament with the results of its players.
type entered struct {
	store.Tournament

	players []string
	results []store.TournamentResult
}

// Ratings returns the present ranking. The error is that of the database.
func (l *Live) Ratings(ctx context.Context) (Ranking, error) { return l.leaderboard.look(ctx) }

func (b *leaderboard) look(ctx context.Context) (Ranking, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	began := time.Now()
	if known := !b.computed.IsZero(); known &&
		(began.Sub(b.read) < RefreshTime || began.Sub(b.computed) < standingsShare*b.took) {
		return b.now, nil
	}
	count, err := b.store.TournamentCount(ctx)
	if err != nil {
		return Ranking{}, err
	}
	b.read = began
	if !b.computed.IsZero() && count == b.count {
		return b.now, nil
	}
	tournaments, err := b.store.AllTournaments(ctx)
	if err != nil {
		return Ranking{}, err
	}
	results, err := b.store.TournamentResults(ctx)
	if err != nil {
		return Ranking{}, err
	}
	b.now = newRanking(tournaments, results)
	b.count, b.computed, b.took = count, time.Now(), time.Since(began)
	return b.now, nil
}

// newRanking rates the players of all tournaments. Both lists are in the order of the tournaments.
func newRanking(tournaments []store.Tournament, results []store.TournamentResult) Ranking {
	r := Ranking{List: RatingList{Schema: "kaeshi/ratings/1", Groups: []RatingGroup{}}, elo: map[string]placed{}}
	var pool Pool
	took := map[string]int{}
	for _, t := range tournaments {
		var spec Tournament
		_ = json.Unmarshal([]byte(t.Spec), &spec) // use the readable fields of specs from other versions
		e := entered{Tournament: t}
		for _, spec := range spec.Players {
			e.players = append(e.players, player.Label(spec))
		}
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
			r.List.Tournaments++
			r.entered = append(r.entered, e)
		}
	}
	groups, leftOut := pool.Groups(mostRated)
	r.List.LeftOut = leftOut
	for i, g := range groups {
		shown := RatingGroup{Games: g.Games, Players: make([]RatedPlayer, len(g.Players))}
		for j, one := range g.Players {
			shown.Players[j] = RatedPlayer{
				Player: one.Player, Elo: one.Elo, EloLow: one.Low, EloHigh: one.High, Games: one.Games(),
				Wins: one.Wins, Draws: one.Draws, Losses: one.Losses,
				Points: one.Points(), MeanDiscs: one.MeanDiscs(), Opponents: one.Opponents,
				Tournaments: took[one.Player],
			}
			r.elo[one.Player] = placed{i, one.Elo}
		}
		r.List.Games += g.Games
		r.List.Groups = append(r.List.Groups, shown)
	}
	return r
}

// active returns the players with games against another player, each once.
func (e entered) active() (names []string) {
	for _, r := range e.results {
		if a, b := e.players[r.First], e.players[r.Second]; a != b {
			names = append(names, a, b)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// tallyOf returns a result from the first player's point of view.
func tallyOf(r store.TournamentResult) Tally {
	return Tally{Wins: r.Wins, Draws: r.Draws, Losses: r.Losses, Discs: r.Discs, Pairs: r.Pairs}
}

// oppositeOf returns a result from the second player's point of view.
func oppositeOf(r store.TournamentResult) Tally {
	slices.Reverse(r.Pairs[:])
	return Tally{Wins: r.Losses, Draws: r.Draws, Losses: r.Wins, Discs: -r.Discs, Pairs: r.Pairs}
}

// History returns the results of a player in its last tournaments, the newest first: in those with an id below before,
// or in all if before is 0.
func (r Ranking) History(player string, before int64, limit int) []PlayedTournament {
	list := []PlayedTournament{}
	for _, e := range slices.Backward(r.entered) {
		if len(list) == limit {
			break
		}
		if before == 0 || e.ID < before {
			if one, ok := r.resultIn(e, player); ok {
				list = append(list, one)
			}
		}
	}
	return list
}

// resultIn returns the results of a player in a tournament; ok is false if it has no games.
func (r Ranking) resultIn(e entered, player string) (shown PlayedTournament, ok bool) {
	shown = PlayedTournament{
		ID: e.ID, Name: e.Name, Players: e.players, Began: formatted(e.Began),
		Ended: formatted(e.Ended),
	}
	var against []OpponentTally
	add := func(other string, t Tally) {
		if other == player || t.Games() == 0 {
			return
		}
		shown.Games += t.Games()
		shown.Wins += t.Wins
		shown.Draws += t.Draws
		shown.Losses += t.Losses
		if its, rated := r.elo[other]; rated {
			against = append(against, OpponentTally{Elo: its.elo, Tally: t})
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
		p := Performance(against)
		shown.Performance = &RatingBounds{p.Elo, p.Low, p.High}
	}
	return shown, shown.Games > 0
}
