package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/webtest"
)

const (
	gamesPath  = Path + "games"
	recordPath = Path + "record"
)

// gameBody returns a finished game as the page sends it. change replaces or adds fields.
func gameBody(id string, n othello.Size, change map[string]any) string {
	fields := map[string]any{
		"id": id, "size": int(n), "start": "usual", "moves": finished(n, othello.Usual).Transcript(), "black": "human",
		"white": "kaeshi:skill=3",
	}
	for name, value := range change {
		fields[name] = value
		if value == nil {
			delete(fields, name)
		}
	}
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err) // an error of the test itself
	}
	return string(text)
}

func TestStoreGame(t *testing.T) {
	s := serve(t)
	over := finished(6, othello.Usual)
	p := over.Position()
	want := storedGame{
		Schema: "kaeshi/stored-game/1", ID: "game-0001", Size: 6, Start: "usual", Moves: over.Transcript(),
		Black: "human", White: "kaeshi:skill=3",
		ScoreBlack: p.ScoreBlack(), DiscsBlack: p.Count(othello.Black), DiscsWhite: p.Count(othello.White),
		Winner: winnerByScore(p.ScoreBlack()),
	}
	var first storedGame
	if err := json.Unmarshal(s.Send(http.StatusCreated, "POST", gamesPath, gameBody("game-0001", 6, nil)),
		&first); err != nil {
		t.Fatal(err)
	}
	played, err := time.Parse(time.RFC3339, first.Played)
	if err != nil {
		t.Fatal(err)
	}
	if time.Since(played).Abs() > time.Minute || played.Location() != time.UTC {
		t.Errorf("played %q, want the current time in UTC", first.Played)
	}
	want.Played = first.Played
	again := read[storedGame](s, "POST", gamesPath,
		gameBody("game-0001", 6, map[string]any{"moves": strings.ToUpper(over.Transcript())}))
	found := read[storedGame](s, "GET", gamesPath+"/game-0001", "")
	listed := read[gameList](s, "GET", gamesPath, "")
	for name, got := range map[string]storedGame{
		"stored": first, "stored again": again, "found": found,
		"listed": listed.Games[0],
	} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
	if listed.Schema != "kaeshi/games/1" || len(listed.Games) != 1 {
		t.Errorf("list %+v, want one game", listed)
	}
	for _, change := range []map[string]any{
		{"black": "kaeshi:skill=3"},
		{"mixed": true},
		{"size": 4, "moves": finished(4, 0).Transcript()},
	} {
		s.WantProblem(http.StatusConflict, "POST", gamesPath, gameBody("game-0001", 6, change), "game-0001",
			"another game")
	}
	s.WantProblem(http.StatusNotFound, "GET", gamesPath+"/game-0002", "", "game-0002")
}

func TestStoreGameFromSetUp(t *testing.T) {
	s := serve(t)
	var g storedGame
	body := gameBody("set-up-game", 4,
		map[string]any{"position": "XXXXXXXXXXXXXXX- X", "moves": "", "start": nil, "size": nil})
	if err := json.Unmarshal(s.Send(http.StatusCreated, "POST", gamesPath, body), &g); err != nil {
		t.Fatal(err)
	}
	want := g
	want.Position, want.Start, want.Size = "XXXXXXXXXXXXXXX- X", "", 4
	want.ScoreBlack, want.DiscsBlack = 16, 15
	webtest.Same(t, "the game of one disc less", want, g)
	// The usual start is stored as a start even if it is given as a position.
	body = gameBody("as-position", 4, map[string]any{"position": "-----OX--XO----- X"})
	g = storedGame{}
	if err := json.Unmarshal(s.Send(http.StatusCreated, "POST", gamesPath, body), &g); err != nil {
		t.Fatal(err)
	}
	if g.Position != "" || g.Start != "usual" {
		t.Errorf("position %q, start %q; want no position and the start usual", g.Position, g.Start)
	}
}

// TestStoreUnfinishedGame checks that games that were lost on time or resigned are stored.
func TestStoreUnfinishedGame(t *testing.T) {
	s := serve(t)
	for i, c := range []struct{ ended, loser, winner string }{
		{"time", "black", "white"},
		{"resigned", "white", "black"},
	} {
		id := fmt.Sprintf("game-000%d", i)
		text := s.Send(http.StatusCreated, "POST", gamesPath,
			gameBody(id, 8, map[string]any{"moves": "f5d6c3", "ended": c.ended, "loser": c.loser}))
		var stored storedGame
		if err := json.Unmarshal(text, &stored); err != nil {
			t.Fatal(err)
		}
		score := map[string]int{"black": 64, "white": -64}[c.winner]
		want := stored
		want.Ended, want.Winner, want.ScoreBlack = c.ended, c.winner, score
		want.DiscsBlack, want.DiscsWhite = 5, 2
		webtest.Same(t, c.ended, want, stored)
		if found := read[storedGame](s, "GET", gamesPath+"/"+id, ""); found != stored {
			t.Errorf("found %+v, want %+v", found, stored)
		}
	}
	rows := read[playRecord](s, "GET", recordPath, "").Rows
	webtest.Same(t, "the record", []recordRow{{Opponent: "kaeshi:skill=3", Size: 8, Wins: 1, Losses: 1}}, rows)
}

func TestStoreGameProblems(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		change map[string]any
		words  []string
	}{
		{map[string]any{"id": "short"}, []string{"id", `"short"`, "length >= 8"}},
		{map[string]any{"id": strings.Repeat("x", 65)}, []string{"id", "length <= 64"}},
		{map[string]any{"id": "not/an/id"}, []string{"id", "letters, digits, _ and -"}},
		{map[string]any{"id": nil}, []string{"lacks the field id"}},
		{map[string]any{"moves": "f5d6"}, []string{"move 1"}},
		{map[string]any{"moves": ""}, []string{"not finished", "black is to move after move 0"}},
		{map[string]any{"moves": "", "ended": "time"}, []string{"ended", "loser", "both or neither"}},
		{map[string]any{"moves": "", "loser": "white"}, []string{"both or neither"}},
		{map[string]any{"ended": "resigned", "loser": "white"}, []string{"is over after"}},
		{map[string]any{"moves": "", "ended": "boredom", "loser": "white"}, []string{"ended", "time, resigned"}},
		{map[string]any{"moves": finished(4, 0).Transcript() + "a1"}, []string{"the game is already over"}},
		{map[string]any{"black": "nobody"}, []string{"black", "no player", "random"}},
		{map[string]any{"white": "kaeshi:level=99"}, []string{"white", "from 0 to 60"}},
		{map[string]any{"white": "exec/x:y"}, []string{"white", "not available over HTTP"}},
		{map[string]any{"white": ""}, []string{"white"}},
		{map[string]any{"white": nil}, []string{"lacks the field white"}},
		{map[string]any{"mixed": "yes"}, []string{"mixed", "boolean"}},
		{map[string]any{"winner": "black"}, []string{`unknown field "winner"`}},
		{map[string]any{"size": 10}, []string{"size", "4, 6 or 8"}},
		{map[string]any{"start": "odd"}, []string{"start", "usual, parallel"}},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "POST", gamesPath, gameBody("game-0001", 4, c.change), c.words...)
	}
	if list := read[gameList](s, "GET", gamesPath, ""); len(list.Games) != 0 {
		t.Errorf("stored games %+v, want none", list.Games)
	}
}

func TestListGames(t *testing.T) {
	s := serve(t)
	for i := range 7 {
		s.Send(http.StatusCreated, "POST", gamesPath, gameBody(fmt.Sprintf("game-%04d", i), 4, nil))
	}
	var ids []string
	before := ""
	for range 3 {
		page := read[gameList](s, "GET", gamesPath+"?limit=3&before="+url.QueryEscape(before), "")
		for _, g := range page.Games {
			ids = append(ids, g.ID)
			before = g.Played
		}
	}
	want := []string{"game-0006", "game-0005", "game-0004", "game-0003", "game-0002", "game-0001", "game-0000"}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("pages: -want +got:\n%s", diff)
	}
	if list := read[gameList](s, "GET", gamesPath+"?before=1970-01-01T00:00:00Z", ""); list.Games == nil ||
		len(list.Games) != 0 {
		t.Errorf("games before the first one: %+v, want none", list)
	}
	for query, words := range map[string][]string{
		"limit=0":          {"limit", "number >= 1"},
		"limit=201":        {"limit", "number <= 200"},
		"limit=all":        {"limit", `"all"`, "integer"},
		"before=yesterday": {"before", `"yesterday"`, "2026-01-02T15:04:05.678Z"},
		"after=1":          {`"after"`, "limit, before"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", gamesPath+"?"+query, "", words...)
	}
}

func TestRecord(t *testing.T) {
	s := serve(t)
	score := finished(4, othello.Usual).Position().ScoreBlack()
	if score >= 0 {
		t.Fatalf("the game of this test has the score %+d, want a win of White", score)
	}
	empty := read[playRecord](s, "GET", recordPath, "")
	webtest.Same(t, "the empty record", playRecord{Schema: "kaeshi/record/1", Rows: []recordRow{}}, empty)
	for i, change := range []map[string]any{
		{},
		{}, // lost by the human
		{"black": "kaeshi:skill=3", "white": "human"}, // won
		{"white": "random"},
		{"mixed": true},
		{"white": "human"},
		{"black": "greedy", "white": "random"}, // does not count, like the next one
		{"position": "XXXXXXXXXXXXXXX- X", "moves": ""},
	} {
		s.Send(http.StatusCreated, "POST", gamesPath, gameBody(fmt.Sprintf("game-%04d", i), 4, change))
	}
	want := []recordRow{
		{Opponent: "kaeshi:skill=3", Size: 4, Wins: 1, Losses: 2},
		{Opponent: "random", Size: 4, Losses: 1},
	}
	if got := read[playRecord](s, "GET", recordPath, ""); !cmp.Equal(want, got.Rows) ||
		got.Schema != "kaeshi/record/1" {
		t.Errorf("record %+v, want %+v", got, want)
	}
	if body := s.Send(http.StatusNoContent, "DELETE", recordPath, ""); len(body) != 0 {
		t.Errorf("reset: body %q, want none", body)
	}
	after := read[playRecord](s, "GET", recordPath, "")
	if _, err := time.Parse(time.RFC3339, after.Since); err != nil || len(after.Rows) != 0 {
		t.Errorf("record after the reset: %+v, want the time of the reset and no rows", after)
	}
	if list := read[gameList](s, "GET", gamesPath, ""); len(list.Games) != 8 {
		t.Errorf("%d games after the reset, want 8", len(list.Games))
	}
}

// TestStoreGameConcurrently checks that a game that is sent many times concurrently is stored once.
func TestStoreGameConcurrently(t *testing.T) {
	s := serve(t)
	var clients sync.WaitGroup
	statuses := make(chan int, 20)
	for range cap(statuses) {
		clients.Go(func() {
			response, err := s.Client.Do(s.Request(t.Context(), "POST", gamesPath, gameBody("game-0001", 4, nil)))
			if err != nil {
				t.Error(err)
				return
			}
			response.Body.Close()
			statuses <- response.StatusCode
		})
	}
	clients.Wait()
	close(statuses)
	count := map[int]int{}
	for status := range statuses {
		count[status]++
	}
	if count[http.StatusCreated] != 1 || count[http.StatusOK] != cap(statuses)-1 {
		t.Errorf("statuses %v, want 201 once and 200 otherwise", count)
	}
	if list := read[gameList](s, "GET", gamesPath, ""); len(list.Games) != 1 {
		t.Errorf("%d games, want 1", len(list.Games))
	}
}

// TestStoreFails checks that errors of the database reveal no details.
func TestStoreFails(t *testing.T) {
	var kept *store.Store
	s := serve(t, func(o *setup) { kept = o.Store })
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	for _, r := range [][3]string{
		{"GET", gamesPath, ""},
		{"GET", gamesPath + "/game-0001", ""},
		{"POST", gamesPath, gameBody("game-0001", 4, nil)},
		{"GET", recordPath, ""},
		{"DELETE", recordPath, ""},
	} {
		s.WantProblem(http.StatusInternalServerError, r[0], r[1], r[2], "database failed")
	}
	s.Send(http.StatusOK, "GET", gamePath, "")
}
