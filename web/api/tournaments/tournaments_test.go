package tournaments_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/server"
	"github.com/kaeshi/kaeshi/web/webtest"
	"github.com/kaeshi/kaeshi/web/work"
)

const path = api.Path + "tournaments"

// players returns the players of a server, one whose moves never end, and one that panics.
func players() player.Makers {
	fake := func(choose func(context.Context) error) func(*player.Args) (player.Player, error) {
		return func(*player.Args) (player.Player, error) {
			return webtest.Thinking(func(ctx context.Context, _ *record.Game, _ player.Clock, _ func(player.Choice)) (
				player.Choice, error,
			) {
				return player.Choice{}, choose(ctx)
			})(), nil
		}
	}
	return append(
		webtest.Players(),
		player.Maker{Name: "hung", Usage: "hung", New: fake(func(ctx context.Context) error {
			<-ctx.Done()
			return context.Cause(ctx)
		})},
		player.Maker{Name: "broken", Usage: "broken", New: fake(func(context.Context) error { panic("broken") })},
	)
}

// started is the document of a tournament that the server runs.
type started struct {
	Schema string
	match.TournamentRow
}

// site is a server of a database with changed limits.
type site struct {
	*webtest.Site

	close func()
}

func serve(t *testing.T, kept *store.Store, change func(*work.TournamentLimits)) *site {
	t.Helper()
	limits := work.UsualTournamentLimits(2)
	if change != nil {
		change(&limits)
	}
	s, err := server.New(server.Options{
		Players: players().New, Rate: 1 << 20, Store: kept, Tournaments: limits, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(s)
	closed := false
	closing := func() {
		if closed {
			return
		}
		closed = true
		listening.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(closing)
	return &site{&webtest.Site{TB: t, URL: listening.URL, Client: listening.Client()}, closing}
}

func open(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// start starts a tournament and returns its id.
func (s *site) start(body string) int64 {
	s.Helper()
	var row started
	if err := json.Unmarshal(s.Send(http.StatusCreated, "POST", path, body), &row); err != nil {
		s.Fatal(err)
	}
	return row.ID
}

func (s *site) state(id int64) match.TournamentState {
	s.Helper()
	return webtest.Read[match.TournamentState](s.Site, "GET", fmt.Sprintf("%s/%d", path, id), "")
}

func (s *site) act(id int64, action string) string {
	s.Helper()
	return webtest.Read[started](s.Site, "POST", fmt.Sprintf("%s/%d/%s", path, id, action), "").Run
}

// await waits until a tournament has a state of its run.
func (s *site) await(id int64, run store.RunState) match.TournamentState {
	s.Helper()
	var now match.TournamentState
	webtest.Eventually(s, fmt.Sprintf("tournament %d to be %s", id, run), func() bool {
		now = s.state(id)
		return now.Run == string(run)
	})
	return now
}

const small = `{"name":"cup","players":["random","greedy","kaeshi:level=1"],"games":4,"seed":7}`

// TestTournament checks that a tournament of the server has the games of the same tournament of kaeshi match.
func TestTournament(t *testing.T) {
	kept := open(t, ":memory:")
	s := serve(t, kept, nil)
	id := s.start(small)
	s.await(id, store.RunDone)
	other := open(t, ":memory:")
	event, err := match.Start(t.Context(), other, match.Tournament{
		Name: "cup", Players: []string{"random", "greedy", "kaeshi:level=1"}, Games: 4, Seed: 7,
	}, players().New)
	if err != nil {
		t.Fatal(err)
	}
	if err := event.Run(t.Context(), nil, players().New, match.Watch{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(games(t, other, event.ID), games(t, kept, id)); diff != "" {
		t.Errorf("games of kaeshi match and of the server (-match +server):\n%s", diff)
	}
	if now := s.state(id); now.State != match.StateFinished {
		t.Errorf("the tournament is %s, want finished", now.State)
	}
	s.Send(http.StatusConflict, "POST", fmt.Sprintf("%s/%d/pause", path, id), "")
}

// games returns the moves of the games of a tournament.
func games(t *testing.T, kept *store.Store, id int64) (moves []string) {
	t.Helper()
	list, err := kept.TournamentGames(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		moves = append(moves, fmt.Sprint(g.Number, " ", g.Moves, " ", g.ScoreBlack))
	}
	return moves
}

// TestPause checks that a tournament is paused, that the next one runs meanwhile, and that it ends when it is resumed
// and cancelled.
func TestPause(t *testing.T) {
	kept := open(t, ":memory:")
	s := serve(t, kept, nil)
	slow, quick := s.start(`{"players":["hung","greedy"],"games":2}`), s.start(small)
	s.await(slow, store.RunRunning)
	if now := s.state(quick); now.Run != string(store.RunQueued) {
		t.Errorf("the second tournament is %s while the first runs, want queued", now.Run)
	}
	for _, step := range []struct{ action, state string }{
		{"pause", "paused"}, {"resume", "queued"}, {"pause", "paused"},
	} {
		if got := s.act(slow, step.action); got != step.state {
			t.Errorf("%s: the tournament is %s, want %s", step.action, got, step.state)
		}
	}
	s.await(quick, store.RunDone)
	s.act(slow, "resume")
	s.await(slow, store.RunRunning)
	if got := s.act(slow, "cancel"); got != "cancelled" {
		t.Errorf("cancel: the tournament is %s, want cancelled", got)
	}
	s.Send(http.StatusConflict, "POST", fmt.Sprintf("%s/%d/resume", path, slow), "")
	if boards, err := kept.TournamentBoards(t.Context(), slow); err != nil || len(boards) > 0 {
		t.Errorf("boards of a cancelled tournament: %v, error %v, want none", boards, err)
	}
	next := s.start(small)
	s.await(next, store.RunDone)
}

// TestRestart checks that a tournament that was open at the end of a server continues on the next one, and that kaeshi
// match can resume a paused one.
func TestRestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	first := open(t, file)
	s := serve(t, first, nil)
	slow := s.start(`{"players":["hung","greedy"],"games":2}`)
	queued, paused := s.start(small), s.start(strings.Replace(small, `"seed":7`, `"seed":8`, 1))
	s.await(slow, store.RunRunning)
	s.act(paused, "pause")
	s.close()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := open(t, file)
	s = serve(t, second, nil)
	s.await(slow, store.RunRunning)
	s.act(slow, "cancel")
	s.await(queued, store.RunDone)
	if now := s.state(paused); now.Run != string(store.RunPaused) {
		t.Errorf("the paused tournament is %s after the restart, want paused", now.Run)
	}
	event, err := match.Resume(t.Context(), second, paused)
	if err != nil {
		t.Fatal(err)
	}
	if err := event.Run(t.Context(), nil, players().New, match.Watch{}); err != nil {
		t.Fatal(err)
	}
	s.act(paused, "resume")
	if now := s.await(paused, store.RunDone); now.State != match.StateFinished {
		t.Errorf("a tournament that kaeshi match finished is %s, want finished", now.State)
	}
}

// TestFaults checks that a player that panics or does not move loses its games, and that a tournament ends after its
// running time.
func TestFaults(t *testing.T) {
	s := serve(t, open(t, ":memory:"), func(l *work.TournamentLimits) { l.Move = time.Millisecond })
	for _, faulty := range []string{"broken", "hung"} {
		id := s.start(`{"players":["` + faulty + `","greedy"],"games":2,"openings":"start"}`)
		now := s.await(id, store.RunDone)
		if got := now.Standings.Players[1]; got.Player != faulty || got.Losses != 2 {
			t.Errorf("the last player is %s with %d losses, want %s with 2", got.Player, got.Losses, faulty)
		}
	}
	s = serve(t, open(t, ":memory:"), func(l *work.TournamentLimits) { l.Running = time.Millisecond })
	id := s.start(`{"players":["hung","greedy"],"games":2}`)
	now := s.await(id, store.RunFailed)
	if want := "the tournament has used up the running time that this server allows"; now.Problem != want {
		t.Errorf("problem %q, want %q", now.Problem, want)
	}
}

// TestLimits checks the problems of tournaments that the server refuses.
func TestLimits(t *testing.T) {
	s := serve(t, open(t, ":memory:"), func(l *work.TournamentLimits) {
		l.Players, l.Games, l.Openings, l.Time, l.Instances = 3, 20, 10, time.Hour, 5
	})
	two := `"players":["random","greedy"]`
	for body, want := range map[string]string{
		`{"players":["random"]}`:                                                  "players",
		`{"players":["random","nobody"],"games":2}`:                               "nobody",
		`{"players":["human","greedy"],"games":2}`:                                "not available over HTTP",
		`{"players":["exec/gtp:sh","greedy"],"games":2}`:                          "external programs are not available",
		`{"players":["kaeshi:book=/etc/passwd","greedy"],"games":2}`:              "not allowed over HTTP",
		`{"players":["random","greedy","random","greedy"],"games":2}`:             "players: 4, want at most 3",
		`{` + two + `,"games":22}`:                                                "games: 22 in all, want at most 20",
		`{` + two + `,"games":3}`:                                                 "expected an even number",
		`{"players":["random","greedy","kaeshi:skill=1"],"games":8}`:              "games: 24 in all",
		`{` + two + `,"games":2,"openings":"/etc/passwd"}`:                        "want balanced:K, random:K, names or start",
		`{` + two + `,"games":2,"openings":"random:11"}`:                          "want at most 10",
		`{` + two + `,"games":20,"time":"2m/move"}`:                               "may take 40.0 hours, want at most 1.0",
		`{` + two + `,"games":20,"time":"2500000h/move"}`:                         "hours, want at most 1.0",
		`{` + two + `,"games":2,"time":"soon"}`:                                   `time "soon"`,
		`{` + two + `,"games":2,"concurrency":3}`:                                 "want at most 2 games at a time",
		`{"players":["random","greedy","alphabeta:1"],"games":2,"concurrency":2}`: "2 games at a time of 3 players",
		`{` + two + `,"sprt":"elo0=5,elo1=0"}`:                                    "elo0 the smaller",
		`{` + two + `,"file":"x"}`:                                                "unknown field",
		`{"players":["random","greedy"],"rounds":2}`:                              "rounds",
		`{"players":["random","` + strings.Repeat("g", 201) + `"]}`:               "longer than 200 bytes",
		`{"players":["random","greedy"],"games":2,"adjudicate":"now"}`:            "adjudicate",
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "POST", path, body, want)
	}
	s.Send(http.StatusNotFound, "POST", path+"/1/pause", "")
	list := string(s.Send(http.StatusOK, "GET", path, ""))
	if !strings.Contains(list, `"tournaments":[]`) {
		t.Errorf("refused tournaments are listed: %s", list)
	}
}

// TestOpenTournaments checks the limits of the number of open tournaments.
func TestOpenTournaments(t *testing.T) {
	s := serve(t, open(t, ":memory:"), func(l *work.TournamentLimits) { l.Open, l.PerClient = 3, 2 })
	endless := `{"players":["hung","greedy"],"games":2}`
	first := s.start(endless)
	s.start(endless)
	s.Send(http.StatusTooManyRequests, "POST", path, endless)
	s.act(first, "cancel")
	s.start(endless)
	s = serve(t, open(t, ":memory:"), func(l *work.TournamentLimits) { l.Open = 1 })
	s.start(endless)
	s.Send(http.StatusServiceUnavailable, "POST", path, endless)
	limits := string(s.Send(http.StatusOK, "GET", path+"/limits", ""))
	if want := `"open":1,"per_client":5,"waiting":1`; !strings.Contains(limits, want) {
		t.Errorf("limits %s, want %s", limits, want)
	}
}

// TestForeign checks that pages of other sites cannot start, pause, resume or cancel tournaments.
func TestForeign(t *testing.T) {
	s := serve(t, open(t, ":memory:"), nil)
	id := s.start(`{"players":["hung","greedy"],"games":2}`)
	for _, action := range []string{"", "/1/pause", "/1/resume", "/1/cancel"} {
		r := s.Request(t.Context(), http.MethodPost, path+action, small)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		answer, _ := s.Do(r)
		if answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: status %d for another site, want 403", action, answer.StatusCode)
		}
	}
	s.await(id, store.RunRunning)
}
