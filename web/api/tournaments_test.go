package api

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/webtest"
)

// serveWithStore starts a server on a database file, and opens the file as another process would.
func serveWithStore(t testing.TB) (*site, *store.Store) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.db")
	var stores [2]*store.Store
	for i := range stores {
		s, err := store.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		stores[i] = s
	}
	return serve(t, func(o *setup) {
		_ = o.Store.Close()
		o.Store = stores[0]
	}), stores[1]
}

func begin(t testing.TB, s *store.Store, change func(*match.Tournament)) *match.Event {
	t.Helper()
	described := match.Tournament{
		Name: "cup", Players: []string{"random", "greedy", "random"}, Games: 4,
		Openings: "balanced:2", Concurrency: 1,
	}
	if change != nil {
		change(&described)
	}
	event, err := match.Start(t.Context(), s, described, webtest.Players().New)
	if err != nil {
		t.Fatal(err)
	}
	return event
}

// hold plays a number of games of the tournament. If games is 0, it plays all remaining games.
func hold(t testing.TB, event *match.Event, games int) {
	t.Helper()
	drain, left := make(chan struct{}), games
	err := event.Run(t.Context(), drain, webtest.Players().New,
		match.Watch{Ended: func(*match.Event, store.TournamentGame) {
			if left--; left == 0 {
				close(drain)
			}
		}})
	if err != nil && (games == 0 || !strings.Contains(err.Error(), "not finished")) {
		t.Fatal(err)
	}
}

func pathOf(event *match.Event, rest string) string {
	return fmt.Sprintf("%s/%d%s", tournamentsPath, event.ID, rest)
}

// shown returns a value as JSON.
func shown(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTournamentsNone(t *testing.T) {
	s := serve(t)
	webtest.Same(t, "no tournaments",
		tournamentList{Schema: "kaeshi/tournaments/1", Tournaments: []match.TournamentRow{}},
		read[tournamentList](s, "GET", tournamentsPath, ""))
}

func TestTournaments(t *testing.T) {
	s, db := serveWithStore(t)
	first, second := begin(t, db, nil),
		begin(t, db, func(d *match.Tournament) { d.Format, d.Time = match.Swiss, "none" })
	hold(t, first, 0)
	hold(t, second, 2)
	list := read[tournamentList](s, "GET", tournamentsPath, "").Tournaments
	if len(list) != 2 {
		t.Fatalf("%d tournaments, want 2", len(list))
	}
	running, finished := list[0], list[1]
	want := running
	want.ID, want.State, want.Played, want.Total = second.ID, match.StateRunning, 2, 4
	want.Ended, want.Winner, want.Format, want.Name = "", "", "swiss", "cup"
	webtest.Same(t, "running", want, running)
	want = finished
	want.ID, want.State, want.Played, want.Total = first.ID, match.StateFinished, 12, 12
	want.Winner = first.Standings().Players[0].Player
	webtest.Same(t, "finished", want, finished)
	webtest.Same(t, "players", 3, len(finished.Players))
	if finished.Ended == "" {
		t.Error("the finished tournament lacks the time of its end")
	}
	if page := read[tournamentList](s, "GET", tournamentsPath+"?limit=1", "").Tournaments; len(page) != 1 ||
		page[0].ID != second.ID {
		t.Errorf("first page: %+v", page)
	}
	if page := read[tournamentList](s, "GET", fmt.Sprintf("%s?before=%d", tournamentsPath, second.ID),
		"").Tournaments; len(page) != 1 || page[0].ID != first.ID {
		t.Errorf("second page: %+v", page)
	}
}

// TestTournamentStandings checks that the server shows the same standings as the process that runs the tournament,
// during it and afterwards.
func TestTournamentStandings(t *testing.T) {
	s, db := serveWithStore(t)
	event := begin(t, db, nil)
	for _, games := range []int{1, 4, 0} {
		hold(t, event, games)
		want := shown(t, event.Standings())
		webtest.Eventually(t, "the standings", func() bool {
			return shown(t, read[match.TournamentState](s, "GET", pathOf(event, ""), "").Standings) == want
		})
	}
	now := read[match.TournamentState](s, "GET", pathOf(event, ""), "")
	webtest.Same(t, "state", match.StateFinished, now.State)
	webtest.Same(t, "games a pairing", 4, now.Spec.Games)
	webtest.Same(t, "names", []string{"random", "greedy", "random #2"}, now.Names)
	if now.Ended == "" {
		t.Error("the finished tournament lacks the time of its end")
	}
	if boards := read[match.BoardList](s, "GET", pathOf(event, "/boards"), "").Boards; len(boards) != 4 ||
		!boards[0].Over {
		t.Errorf("last boards of a watched tournament: %+v, want none", boards)
	}
	past := begin(t, db, nil)
	hold(t, past, 0)
	if boards := read[match.BoardList](s, "GET", pathOf(past, "/boards"), "").Boards; boards == nil ||
		len(boards) != 0 {
		t.Errorf("boards of a finished tournament: %+v, want none", boards)
	}
}

func TestTournamentHead(t *testing.T) {
	s, db := serveWithStore(t)
	event := begin(t, db, func(d *match.Tournament) {
		d.Players, d.Games, d.SPRT = []string{"random", "greedy"}, 20, "elo0=0,elo1=50"
	})
	hold(t, event, 0)
	head := read[match.TournamentState](s, "GET", pathOf(event, ""), "").Standings.Head
	if head == nil || head.SPRT == nil {
		t.Fatalf("comparison of two players: %+v, want one with an SPRT", head)
	}
	webtest.Same(t, "the first player", "random", head.First)
	if head.SPRT.Upper == 0 || head.LOS == nil {
		t.Errorf("SPRT bound %v, likelihood of superiority %v; want both", head.SPRT.Upper, head.LOS)
	}
}

func TestTournamentBoards(t *testing.T) {
	s, db := serveWithStore(t)
	event := begin(t, db, nil)
	hold(t, event, 2)
	start := strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27) + " X"
	for number, moves := range []string{2: "f5d6", 3: "nonsense"} {
		if moves == "" {
			continue
		}
		if err := db.SetTournamentBoard(t.Context(), event.ID,
			store.TournamentBoard{Number: number, Black: 2, White: 0, Position: start, Moves: moves}); err != nil {
			t.Fatal(err)
		}
	}
	boards := read[match.BoardList](s, "GET", pathOf(event, "/boards"), "").Boards
	if len(boards) != 3 {
		t.Fatalf("%d boards, want 3: %+v", len(boards), boards)
	}
	running := boards[0]
	want := running
	want.Game, want.Black, want.White, want.Last, want.Moves, want.Over = 2, "random #2", "random", "d6", 2, false
	webtest.Same(t, "running", want, running)
	if !strings.HasSuffix(running.Position, " X") {
		t.Errorf("running game: position %q, want Black to move", running.Position)
	}
	ended := boards[1]
	webtest.Same(t, "ended", 1, ended.Game)
	if !ended.Over || ended.Moves < 20 {
		t.Errorf("ended game: over %t after %d moves, want true after at least 20", ended.Over, ended.Moves)
	}
}

func TestTournamentGames(t *testing.T) {
	s, db := serveWithStore(t)
	event := begin(t, db, nil)
	hold(t, event, 0)
	list := func(query string) string {
		var numbers []int
		for _, g := range read[tournamentGames](s, "GET", pathOf(event, "/games"+query), "").Games {
			numbers = append(numbers, g.Game)
		}
		return strings.Trim(fmt.Sprint(numbers), "[]")
	}
	for query, want := range map[string]string{
		"":                                     "11 10 9 8 7 6 5 4 3 2 1 0",
		"?limit=3":                             "11 10 9",
		"?limit=3&before=9":                    "8 7 6",
		"?player=random%20%232":                "11 10 9 8 5 4 3 2",
		"?player=greedy&versus=random&limit=2": "7 6",
	} {
		if got := list(query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	g := read[tournamentGame](s, "GET", pathOf(event, "/games/7"), "")
	want := g
	want.Schema, want.Game, want.Pov = match.GameSchema, 7, "black"
	webtest.Same(t, "game 7", want, g)
	if g.Black == g.White || len(g.Took) < 30 {
		t.Errorf("%s against %s with %d times, want two players and at least 30 times", g.Black, g.White, len(g.Took))
	}
	if g.Began == "" || g.Ended == "" {
		t.Errorf("began %q, ended %q; want two times", g.Began, g.Ended)
	}
	// The page steps through the game with this response.
	query := "?position=" + strings.ReplaceAll(g.Start, " ", "%20") + "&moves=" + g.Transcript
	state := read[gameState](s, "GET", gamePath+query, "")
	wantState := state
	wantState.Over, wantState.ScoreBlack = true, g.Score
	webtest.Same(t, "the state of game 7", wantState, state)
	webtest.Same(t, "its plies", g.Book+len(g.Took), len(state.History))
}

func TestTournamentPlots(t *testing.T) {
	s, db := serveWithStore(t)
	event := begin(t, db, nil)
	hold(t, event, 0)
	for query, words := range map[string]string{
		"elo.svg": "Elo above the mean", "score.svg": "Score over the games", "elo.svg?lang=ja": "平均を 0 とする",
		"score.svg?lang=ja": "得点率の推移",
	} {
		response, body := s.Do(s.Request(t.Context(), "GET", pathOf(event, "/plots/"+query), ""))
		h := response.Header
		if response.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %s, want 200", query, response.Status)
		}
		webtest.Same(t, query+": type", "image/svg+xml", h.Get("Content-Type"))
		if policy := h.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") {
			t.Errorf("%s: Content-Security-Policy %q, want default-src 'none' first", query, policy)
		}
		if !strings.Contains(string(body), words) || !strings.Contains(string(body), "random #2") {
			t.Errorf("%s: body %s, want %q and the players", query, body, words)
		}
		for d := xml.NewDecoder(strings.NewReader(string(body))); ; {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
		}
	}
}

func TestTournamentProblems(t *testing.T) {
	s, db := serveWithStore(t)
	event := begin(t, db, nil)
	for _, rest := range []string{"", "/boards", "/games", "/games/0", "/plots/elo.svg", "/plots/score.svg", "/watch"} {
		s.WantProblem(http.StatusNotFound, "GET", tournamentsPath+"/99"+rest, "", "99", tournamentsPath)
	}
	s.WantProblem(http.StatusNotFound, "GET", pathOf(event, "/games/3"), "", "game 3", "not finished")
	for rest, words := range map[string][]string{
		"/games?player=nobody":     {"nobody", "lists the players"},
		"/games?player=a&versus=b": {"player"},
		"/games?versus=nobody":     {"versus", "nobody"},
		"/games?limit=0":           {"limit"},
		"/games?limit=201":         {"limit"},
		"/games?before=-1":         {"before"},
		"/games?before=x":          {"before", "integer"},
		"/games?after=1":           {"after", "limit, before, player, versus"},
		"/games/-1":                {"number"},
		"/plots/discs.svg":         {"plot", "elo.svg"},
		"/plots/elo.svg?lang=de":   {"lang"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", pathOf(event, rest), "", words...)
	}
	s.WantProblem(http.StatusUnprocessableEntity, "GET", tournamentsPath+"/0", "", "id")
	s.WantProblem(http.StatusUnprocessableEntity, "GET", tournamentsPath+"?limit=101", "", "limit")
}
