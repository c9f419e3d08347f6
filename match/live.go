package match

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/store"
)

const (
	// RefreshTime is the greatest age of the state of a followed tournament.
	RefreshTime = 500 * time.Millisecond

	followed   = 16 // limit on the tournaments in memory
	fewBoards  = 4  // boards are filled up to this number with games that have just ended
	mostBoards = 16
	// The interval between two computations of the standings is standingsShare times the duration of the first one, and
	// at least standingsTime, because running games need the processor.
	standingsShare = 20
	standingsTime  = time.Second
)

// Live follows the tournaments of a database, which other processes may be playing. However many viewers there are, a
// tournament is read from the database twice a second at most, and only on request.
type Live struct {
	store       *store.Store
	leaderboard leaderboard

	mu       sync.Mutex
	followed []*Followed // most recently requested first
}

// NewLive returns a view of the tournaments in a database.
func NewLive(s *store.Store) *Live { return &Live{store: s, leaderboard: leaderboard{store: s}} }

// Tournament returns the tournament with an id, whether it exists or not: its methods report that.
func (l *Live) Tournament(id int64) *Followed {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, f := range l.followed {
		if f.id == id {
			copy(l.followed[1:i+1], l.followed[:i])
			l.followed[0] = f
			return f
		}
	}
	f := &Followed{id: id, store: l.store}
	l.followed = append([]*Followed{f}, l.followed...)
	l.followed = l.followed[:min(len(l.followed), followed)]
	return f
}

// Followed is one followed tournament.
type Followed struct {
	id    int64
	store *store.Store

	mu       sync.Mutex // one reader of the database at a time
	event    *Event
	names    []string
	read     time.Time
	lastEnd  time.Time // the latest end of a game
	recent   []store.TournamentGame
	played   int       // number of games in the standings
	computed time.Time // time of their computation
	took     time.Duration
	view     View
}

// View is the state of a tournament shown to viewers. It is immutable.
type View struct {
	State  TournamentState // the tournament with its standings
	Boards BoardList       // the games shown
	// StateText and BoardsText are the documents as JSON.
	StateText, BoardsText json.RawMessage
	// StateID and BoardsID are equal for equal contents, also between runs of a server.
	StateID, BoardsID string
}

// View returns the current state, at most [RefreshTime] old. The error wraps [store.ErrNotFound] for a tournament that
// does not exist.
func (f *Followed) View(ctx context.Context) (View, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.read) < RefreshTime {
		return f.view, nil
	}
	row, err := f.store.Tournament(ctx, f.id)
	if err != nil {
		return View{}, err
	}
	if err := f.open(ctx); err != nil {
		return View{}, err
	}
	if f.view.State.State == StateFinished {
		return f.view, nil
	}
	if err := f.advance(ctx, row); err != nil {
		return View{}, err
	}
	f.read = time.Now()
	return f.view, nil
}

// Entered returns the tournament with its players and openings; games may be missing. The error is that of [Open].
func (f *Followed) Entered(ctx context.Context) (*Event, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.open(ctx)
	return f.event, err
}

// Counted returns the tournament with all its games. The error is that of the database.
func (f *Followed) Counted(ctx context.Context) (*Event, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.open(ctx)
	if err == nil {
		err = f.event.Follow(ctx, f.add)
	}
	return f.event, err
}

func (f *Followed) open(ctx context.Context) error {
	if f.event != nil {
		return nil
	}
	event, err := Open(ctx, f.store, f.id)
	if err == nil {
		f.event, f.names = event, event.Names()
	}
	return err
}

// advance makes the next View.
func (f *Followed) advance(ctx context.Context, row store.Tournament) error {
	standings, finished := outcomeOf(row)
	// Viewers of a running tournament also see the end of its last games.
	if !finished || f.view.StateID != "" {
		if err := f.event.Follow(ctx, f.add); err != nil {
			return err
		}
	}
	if !finished {
		standings = f.standings()
	}
	boards, err := f.store.TournamentBoards(ctx, f.id) // none when it has ended
	if err != nil {
		return err
	}
	heard := f.lastEnd
	for _, one := range append([]store.TournamentBoard{{Seen: row.Began}, {Seen: row.Ended}}, boards...) {
		if one.Seen.After(heard) {
			heard = one.Seen
		}
	}
	next := View{
		State: TournamentState{
			Schema: "kaeshi/tournament-state/1", Heading: headingOf(row, heard),
			Spec: f.event.Tournament, Names: f.names, Standings: standings,
		},
		Boards: BoardList{Schema: "kaeshi/tournament-boards/1", Boards: f.show(boards)},
	}
	return next.write(&f.view)
}

// standings recomputes the standings if there are new games and the last computation is old enough.
func (f *Followed) standings() Standings {
	played, _ := f.event.Progress()
	began := time.Now()
	recent := began.Sub(f.computed) < max(standingsTime, standingsShare*f.took)
	if f.view.StateID != "" && (played == f.played || recent) {
		return f.view.State.Standings
	}
	s := f.event.Standings()
	f.played, f.computed, f.took = played, began, time.Since(began)
	return s
}

// add notes a game that has ended.
func (f *Followed) add(g store.TournamentGame) {
	if g.Ended.After(f.lastEnd) {
		f.lastEnd = g.Ended
	}
	f.recent = append(f.recent, g)
	if len(f.recent) > 4*fewBoards {
		f.recent = latest(f.recent, fewBoards)
	}
}

// latest returns the n games that ended last, the last one first.
func latest(games []store.TournamentGame, n int) []store.TournamentGame {
	slices.SortStableFunc(games, func(a, b store.TournamentGame) int {
		return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.Number, a.Number))
	})
	return games[:min(n, len(games))]
}

// show returns the boards of running games, and where these are few, of games that have just ended.
func (f *Followed) show(running []store.TournamentBoard) []WatchBoard {
	list := []WatchBoard{}
	for _, r := range running[:min(len(running), mostBoards)] {
		if shown, ok := boardOf(r.Position, r.Moves, f.names, r.Number, r.Black, r.White); ok {
			list = append(list, shown)
		}
	}
	f.recent = latest(f.recent, fewBoards)
	for _, g := range f.recent[:min(len(f.recent), max(0, fewBoards-len(list)))] {
		if shown, ok := boardOf(f.event.Played(g).Start, g.Moves, f.names, g.Number, g.Black, g.White); ok {
			shown.Over, shown.Score, shown.Reason = true, g.ScoreBlack, g.Reason
			list = append(list, shown)
		}
	}
	return list
}

// write renders the view as JSON and replaces the last one.
func (s View) write(last *View) (err error) {
	// The numbers of games identify the standings, which is cheaper than comparing them. The state text also has the
	// time of the last board, which is not part of the identity.
	t := s.State.Standings
	s.StateID = fmt.Sprintf("%d-%d-%s", t.Played, t.Total, s.State.State)
	if s.State.Run != "" {
		s.StateID += "-" + s.State.Run
	}
	if s.StateID == last.StateID {
		s.StateText = last.StateText
	} else if s.StateText, err = json.Marshal(s.State); err != nil {
		return err
	}
	if s.BoardsText, err = json.Marshal(s.Boards); err != nil {
		return err
	}
	s.BoardsID = fmt.Sprintf("%08x", crc32.ChecksumIEEE(s.BoardsText))
	*last = s
	return nil
}
