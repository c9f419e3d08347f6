package match

import (
	"fmt"
	"math/bits"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/internal/excerpt"
	"github.com/kaeshi/kaeshi/player"
)

// Limits bound the tournaments that a server runs.
type Limits struct {
	Players     int           // greatest number of players
	Games       int           // greatest number of games
	Openings    int           // greatest K of balanced:K and random:K
	Time        time.Duration // greatest duration, with all clocks used up
	Concurrency int           // greatest number of games at a time
	Usual       int           // default number of games at a time
	// Instances is the greatest number of players times games at a time: each game has its own players, with tables of
	// up to 64 MB each. The default number of games at a time respects it.
	Instances int
}

// LimitError is the error of [Limits.Apply].
type LimitError struct {
	Err error // the reason
}

// Error returns the text of Err.
func (e *LimitError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *LimitError) Unwrap() error { return e.Err }

// Apply returns the tournament with the defaults of the limits. The error is a [LimitError] if the tournament exceeds a
// limit or uses a file, and that of [Tournament.Check] for other invalid descriptions.
func (l Limits) Apply(t Tournament) (Tournament, error) {
	if t.Concurrency == 0 {
		t.Concurrency = max(1, min(l.Usual, l.Instances/max(len(t.Players), 1)))
	}
	if t.SPRT != "" && t.Games == 0 {
		t.Games = l.Games
	}
	p, err := t.plan()
	if err != nil {
		return t, err
	}
	if err := l.check(p); err != nil {
		return t, &LimitError{err}
	}
	return p.Tournament, nil
}

func (l Limits) check(p plan) error {
	games := p.mostGames()
	kind, k, err := countedOpenings(p.Openings)
	switch {
	case err != nil:
		return err
	case len(p.Players) > l.Players:
		return fmt.Errorf("players: %d, want at most %d on this server", len(p.Players), l.Players)
	case games > l.Games:
		return fmt.Errorf("games: %d in all, want at most %d on this server", games, l.Games)
	case kind == "" && !slices.Contains([]string{"names", "start"}, p.Openings):
		return fmt.Errorf("openings %q: want balanced:K, random:K, names or start", excerpt.Of(p.Openings))
	case k > l.Openings:
		return fmt.Errorf("openings %q: want at most %d on this server", p.Openings, l.Openings)
	case p.Concurrency > l.Concurrency:
		return fmt.Errorf("concurrency: %d, want at most %d games at a time on this server", p.Concurrency,
			l.Concurrency)
	case len(p.Players)*p.Concurrency > l.Instances:
		return fmt.Errorf("concurrency: %d games at a time of %d players, want at most %d games on this server",
			p.Concurrency, len(p.Players), l.Instances/len(p.Players))
	}
	if hours := mostHours(p.control, games, p.Concurrency); hours > l.Time.Hours() {
		return fmt.Errorf("time %q: %d games may take %.1f hours, want at most %.1f on this server", p.Time, games,
			hours, l.Time.Hours())
	}
	return nil
}

// mostGames returns the greatest number of games of the tournament.
func (t Tournament) mostGames() int {
	n := len(t.Players)
	switch t.Format {
	case Swiss:
		rounds := min(t.Rounds, mostGames)
		if rounds == 0 {
			rounds = bits.Len(uint(n - 1))
		}
		return rounds * (n / 2) * t.Games
	case Knockout:
		return (n - 1) * t.Games
	case RoundRobin, Gauntlet:
	}
	return len(allPairs(n, t.Format == Gauntlet)) * t.Games
}

// mostHours returns the duration of games in which both sides use up their clocks. It is 0 without a clock.
func mostHours(c player.Control, games, concurrency int) float64 {
	const moves = 30 // of a side
	side := c.Base.Hours() + moves*(c.Increment.Hours()+c.Move.Hours())
	return 2 * side * float64(games) / float64(concurrency)
}
