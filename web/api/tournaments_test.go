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

// serveBeside is a server on a database file, and the file as another process has it open.
func serveBeside(t testing.TB) (*site, *store.Store) {
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

// hold plays games of the tournament; 0: all that are left.
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

// shown is what JSON keeps of a value.
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
	if list := read[tournamentList](s, "GET", tournamentsPath, ""); list.Schema != "kaeshi/tournaments/1" ||
		list.Tournaments == nil || len(list.Tournaments) != 0 {
		t.Errorf("%+v", list)
	}
}

func TestTournaments(t *testing.T) {
	s, beside := serveBeside(t)
	first, second := begin(t, beside, nil),
		begin(t, beside, func(d *match.Tournament) { d.Format, d.Time = match.Swiss, "none" })
	hold(t, first, 0)
	hold(t, second, 2)
	list := read[tournamentList](s, "GET", tournamentsPath, "").Tournaments
	if len(list) != 2 || list[0].ID != second.ID || list[1].ID != first.ID {
		t.Fatalf("%+v", list)
	}
	if r := list[0]; r.State != match.StateRunning || r.Played != 2 || r.Total != 4 || r.Ended != "" ||
		r.Winner != "" || r.Format != "swiss" || r.Name != "cup" {
		t.Errorf("running: %+v", r)
	}
	if r := list[1]; r.State != match.StateFinished || r.Played != 12 || r.Total != 12 || r.Ended == "" ||
		r.Winner != first.Standings().Players[0].Player || len(r.Players) != 3 {
		t.Errorf("finished: %+v", r)
	}
	if page := read[tournamentList](s, "GET", tournamentsPath+"?limit=1", "").Tournaments; len(page) != 1 ||
		page[0].ID != second.ID {
		t.Errorf("%+v", page)
	}
	if page := read[tournamentList](s, "GET", fmt.Sprintf("%s?before=%d", tournamentsPath, second.ID),
		"").Tournaments; len(page) != 1 || page[0].ID != first.ID {
		t.Errorf("%+v", page)
	}
}

// The table that the server shows is that of the program which holds the tournament, while it goes on and after it.
func TestTournamentStands(t *testing.T) {
	s, beside := serveBeside(t)
	event := begin(t, beside, nil)
	for _, games := range []int{1, 4, 0} {
		hold(t, event, games)
		want := shown(t, event.Standings())
		webtest.Eventually(t, "the table", func() bool {
			return shown(t, read[match.TournamentState](s, "GET", pathOf(event, ""), "").Standings) == want
		})
	}
	now := read[match.TournamentState](s, "GET", pathOf(event, ""), "")
	if now.State != match.StateFinished || now.Ended == "" || now.Spec.Games != 4 ||
		strings.Join(now.Names, ",") != "random,greedy,random #2" {
		t.Errorf("%+v", now)
	}
	if boards := read[match.BoardList](s, "GET", pathOf(event, "/boards"), "").Boards; len(boards) != 4 ||
		!boards[0].Over {
		t.Errorf("the last games of a tournament that was watched: %+v", boards)
	}
	past := begin(t, beside, nil)
	hold(t, past, 0)
	if boards := read[match.BoardList](s, "GET", pathOf(past, "/boards"), "").Boards; boards == nil ||
		len(boards) != 0 {
		t.Errorf("a past tournament has boards: %+v", boards)
	}
}

func TestTournamentHead(t *testing.T) {
	s, beside := serveBeside(t)
	event := begin(t, beside, func(d *match.Tournament) {
		d.Players, d.Games, d.SPRT = []string{"random", "greedy"}, 20, "elo0=0,elo1=50"
	})
	hold(t, event, 0)
	head := read[match.TournamentState](s, "GET", pathOf(event, ""), "").Standings.Head
	if head == nil || head.First != "random" || head.SPRT == nil || head.SPRT.Upper == 0 || head.LOS == nil {
		t.Errorf("%+v", head)
	}
}

func TestTournamentBoards(t *testing.T) {
	s, beside := serveBeside(t)
	event := begin(t, beside, nil)
	hold(t, event, 2)
	start := strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27) + " X"
	for number, moves := range []string{2: "f5d6", 3: "nonsense"} {
		if moves == "" {
			continue
		}
		if err := beside.SetTournamentBoard(t.Context(), event.ID,
			store.TournamentBoard{Number: number, Black: 2, White: 0, Position: start, Moves: moves}); err != nil {
			t.Fatal(err)
		}
	}
	boards := read[match.BoardList](s, "GET", pathOf(event, "/boards"), "").Boards
	if len(boards) != 3 {
		t.Fatalf("%+v", boards)
	}
	if b := boards[0]; b.Game != 2 || b.Black != "random #2" || b.White != "random" || b.Last != "d6" || b.Moves != 2 ||
		b.Over || !strings.HasSuffix(b.Position, " X") {
		t.Errorf("running: %+v", b)
	}
	if b := boards[1]; b.Game != 1 || !b.Over || b.Moves < 20 {
		t.Errorf("ended: %+v", b)
	}
}

func TestTournamentGames(t *testing.T) {
	s, beside := serveBeside(t)
	event := begin(t, beside, nil)
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
	if g.Schema != match.GameSchema || g.Game != 7 || g.Black == g.White || len(g.Took) < 30 || g.Began == "" ||
		g.Ended == "" || g.Pov != "black" {
		t.Errorf("%+v", g)
	}
	// The page steps through it by this answer.
	state := read[gameState](s, "GET", gamePath+"?position="+strings.ReplaceAll(g.Start, " ", "%20")+"&moves="+g.Moves,
		"")
	if !state.Over || state.ScoreBlack != g.Score || len(state.History) != g.Book+len(g.Took) {
		t.Errorf("%d plies, %+v", len(state.History), g)
	}
}

func TestTournamentPlots(t *testing.T) {
	s, beside := serveBeside(t)
	event := begin(t, beside, nil)
	hold(t, event, 0)
	for query, words := range map[string]string{
		"elo.svg": "Elo above the mean", "score.svg": "Score over the games", "elo.svg?lang=ja": "平均を0とする",
		"score.svg?lang=ja": "得点率の推移",
	} {
		response, body := s.Do(s.Request(t.Context(), "GET", pathOf(event, "/plots/"+query), ""))
		h := response.Header
		if response.StatusCode != http.StatusOK || h.Get("Content-Type") != "image/svg+xml" ||
			!strings.HasPrefix(h.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Fatalf("%s: %s %v", query, response.Status, h)
		}
		if !strings.Contains(string(body), words) || !strings.Contains(string(body), "random #2") {
			t.Errorf("%s: %s", query, body)
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
	s, beside := serveBeside(t)
	event := begin(t, beside, nil)
	for _, rest := range []string{"", "/boards", "/games", "/games/0", "/plots/elo.svg", "/plots/score.svg", "/watch"} {
		s.WantProblem(http.StatusNotFound, "GET", tournamentsPath+"/99"+rest, "", "99", tournamentsPath)
	}
	s.WantProblem(http.StatusNotFound, "GET", pathOf(event, "/games/3"), "", "game 3", "not finished")
	for rest, words := range map[string][]string{
		"/games?player=nobody":     {"nobody", "names are in"},
		"/games?player=a&versus=b": {"player"},
		"/games?versus=nobody":     {"versus", "nobody"},
		"/games?limit=0":           {"limit"},
		"/games?limit=201":         {"limit"},
		"/games?before=-1":         {"before"},
		"/games?before=x":          {"before", "whole number"},
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
