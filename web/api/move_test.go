package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/web/webtest"
)

const movePath = Path + "move"

// moveBody returns the body of a request for a move.
func moveBody(size othello.Size, moves, spec string) string {
	return fmt.Sprintf(`{"size":%d,"moves":%q,"player":%q}`, size, moves, spec)
}

func TestMove(t *testing.T) {
	s := serve(t)
	for _, spec := range []string{
		"random", "random:seed=3", "greedy", "minimax:2", "minimax:depth=1,eval=discs", "alphabeta:3",
		"kaeshi:level=0", "kaeshi:level=4", "kaeshi:skill=1", "kaeshi:skill=6,seed=5", "kaeshi:level=60,time=10ms",
		" greedy ",
	} {
		for _, n := range []othello.Size{4, 6, 8} {
			start := othello.Start(n, othello.Usual)
			p := start.Play(start.Moves()[0])
			a := read[player.Answer](s, "POST", movePath, moveBody(n, n.Name(start.Moves()[0]), spec))
			m, err := n.Parse(a.Move)
			if err == nil {
				err = p.Check(m)
			}
			if err != nil {
				t.Errorf("%s on %d×%d: %v", spec, n, n, err)
			}
			want := a
			want.Schema, want.Player = "kaeshi/move/1", strings.TrimSpace(spec)
			want.Position, want.Pov = p.String(), "white"
			webtest.Same(t, fmt.Sprintf("%s on %d×%d", spec, n, n), want, a)
			if quiet := strings.Contains(spec, "random") ||
				strings.Contains(spec, "greedy"); quiet != (a.Score == nil) {
				t.Errorf("%s on %d×%d: score %v out of range", spec, n, n, a.Score)
			}
		}
	}
}

func TestMoveOfForcedPass(t *testing.T) {
	s := serve(t)
	g := passing(t, othello.Size4)
	for _, spec := range []string{"random", "greedy", "minimax:3", "kaeshi:level=3", "kaeshi:skill=2"} {
		a := read[player.Answer](s, "POST", movePath, moveBody(4, g.Transcript(), spec))
		if a.Move != "pass" || a.Pov != g.Position().Turn.String() {
			t.Errorf("%s: answer %+v, want a pass", spec, a)
		}
	}
}

// TestMoveRepeats checks that equal requests get equal responses, regardless of the requests that the players served in
// between.
func TestMoveRepeats(t *testing.T) {
	s := serve(t)
	for _, spec := range []string{"kaeshi:level=5", "alphabeta:3", "random:seed=7", "kaeshi:skill=3,seed=7"} {
		choose := func(moves string) player.Answer {
			a := read[player.Answer](s, "POST", movePath, moveBody(8, moves, spec))
			a.Seconds = 0
			return a
		}
		before := choose("f5d6c3d3c4")
		for _, moves := range []string{"", "f5", "f5f6", "f5d6", "f5d6c3", "f5d6c3d3"} {
			choose(moves)
		}
		if diff := cmp.Diff(before, choose("f5d6c3d3c4")); diff != "" {
			t.Errorf("%s (-first +second):\n%s", spec, diff)
		}
	}
}

func TestMoveProblems(t *testing.T) {
	s := serve(t)
	over := finished(4, othello.Usual).Transcript()
	for body, words := range map[string][]string{
		moveBody(4, over, "random"): {"the game is over"},
		moveBody(4, over, "nobody"): {"the game is over"},
		moveBody(8, "a1", "random"): {"move 1", "a1 turns nothing over for black"},
		moveBody(7, "", "random"):   {"size", "4, 6 or 8"},
		moveBody(8, "", "nobody"): {
			`no player "nobody"`, "random", "greedy", "minimax:DEPTH",
			"kaeshi:level=N",
		},
		moveBody(8, "", ""):                       {"has no name", "kaeshi:level=6"},
		moveBody(8, "", "kaeshi:level=61"):        {"level=61", "from 0 to 60"},
		moveBody(8, "", "kaeshi:level=-1"):        {"from 0 to 60"},
		moveBody(8, "", "kaeshi:skill=11"):        {"from 1 to 10"},
		moveBody(8, "", "minimax:99999"):          {"from 1 to 60"},
		moveBody(8, "", "kaeshi:level=1,skill=1"): {"level and skill"},
		moveBody(8, "", "human"):                  {"human players", "kaeshi:level=6"},
		moveBody(8, "", " human:name=x "):         {"human players"},
		moveBody(8, "", "exec/gtp:/bin/sh"):       {"exec/gtp", "not available over HTTP"},
		moveBody(8, "", " exec/x:y"):              {"not available over HTTP"},
		moveBody(8, "", "kaeshi:hash=99GB"):       {"hash is not allowed over HTTP", "level"},
		moveBody(8, "", strings.Repeat("k", 101)): {"player", "length <= 100"},
		`{"player":"random","plaier":1}`: {
			`unknown field "plaier"`,
			"clock_moves, increment, left, moves, period, player, position, size, start",
		},
		`{"moves":"f5"}`:                   {"lacks the field player"},
		`{"player":7}`:                     {"player", `"7"`, "expected string"},
		`{"player":"random","size":"8"}`:   {"size", "4, 6 or 8"},
		`{"player":"random","size":8.5}`:   {"size", "4, 6 or 8"},
		`{"player":"random","size":1e300}`: {"size", "4, 6 or 8"},
		`[]`:                               {"JSON object", "player"},
		`null`:                             {"JSON object", "player"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "POST", movePath, body, words...)
	}
	for body, words := range map[string][]string{
		`{"player":`:                         {"JSON object"},
		`{"player":"random"} x`:              {"JSON object"},
		strings.Repeat("[", 20000):           {"JSON object"},
		strings.Repeat(`{"a":`, 10001) + "1": {"JSON object", "max depth"},
		"":                                   {"body"},
	} {
		s.WantProblem(http.StatusBadRequest, "POST", movePath, body, words...)
	}
	s.WantProblem(http.StatusRequestEntityTooLarge, "POST", movePath,
		`{"player":"`+strings.Repeat("x", maxBodyBytes)+`"}`, "64 KiB")
	s.WantProblem(http.StatusUnprocessableEntity, "POST", movePath+"?player=random", moveBody(8, "", "random"),
		"player", "has none")

	r := s.Request(t.Context(), "POST", movePath, moveBody(8, "", "random"))
	r.Header.Set("Content-Type", "text/plain")
	response, answer := s.Do(r)
	s.CheckProblem(response, answer, http.StatusUnsupportedMediaType, "application/json")
}

// TestRefusedPlayersAreNotMade checks that the server does not make players that clients may not use.
func TestRefusedPlayersAreNotMade(t *testing.T) {
	s := serve(t, func(o *setup) {
		o.Players = func(spec string) (player.Player, error) {
			t.Errorf("the server made the player %s", spec)
			return nil, errors.New("no player")
		}
	})
	for _, spec := range []string{"human", "exec/gtp:true", "exec/", "kaeshi:hash=1"} {
		s.WantProblem(http.StatusUnprocessableEntity, "POST", movePath, moveBody(8, "", spec))
		s.WantProblem(http.StatusUnprocessableEntity, "GET", thinkPath+"?player="+spec, "")
	}
}

func TestQuickSpecs(t *testing.T) {
	for text, want := range map[string]bool{
		"random": true, "random:seed=1": true, "greedy": true, "minimax:3": true, "minimax:depth=3,eval=discs": true,
		"minimax:4":   false,
		"alphabeta:1": true, "alphabeta:6": false, "kaeshi": false, "kaeshi:8": true, "kaeshi:level=8": true,
		"kaeshi:level=9": false,
		"kaeshi:skill=5": true, "kaeshi:skill=6": false, "kaeshi:skill=x": false, "stranger": false, "alphabeta": false,
	} {
		spec, err := player.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := spec.Quick(); got != want {
			t.Errorf("%s: Quick() = %t, want %t", text, got, want)
		}
	}
}

// TestClockOfPlayer checks that the player receives the clock of the game, limited by the server's time limit.
func TestClockOfPlayer(t *testing.T) {
	var shown player.Clock
	s := serve(t, withPlayer("clocked", webtest.Thinking(
		func(_ context.Context, g *record.Game, c player.Clock, _ func(player.Choice)) (player.Choice, error) {
			shown = c
			return webtest.First(g, 1), nil
		})), func(o *setup) { o.MaxThink = 7 * time.Second })
	for query, want := range map[string]player.Clock{
		"": {Move: 7 * time.Second},
		"&left=60.5&increment=2": {
			Move: 7 * time.Second, Left: 60500 * time.Millisecond,
			Increment: 2 * time.Second,
		},
		"&left=3&period=10":           {Move: 7 * time.Second, Left: 3 * time.Second, Period: 10 * time.Second},
		"&left=2&clock_moves=1":       {Move: 7 * time.Second, Left: 2 * time.Second, Moves: 1},
		"&increment=2&clock_moves=1":  {Move: 7 * time.Second},
		"&left=0.25&increment=0&size": {Move: 7 * time.Second, Left: 250 * time.Millisecond},
	} {
		s.Send(http.StatusOK, "GET", thinkPath+"?player=clocked"+strings.TrimSuffix(query, "&size"), "")
		if diff := cmp.Diff(want, shown); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
	s.Send(http.StatusOK, "POST", movePath, `{"player":"clocked","left":9,"increment":1,"clock_moves":3}`)
	want := shown
	want.Left, want.Increment, want.Moves = 9*time.Second, time.Second, 3
	webtest.Same(t, "the clock by POST", want, shown)
	for _, bad := range []string{"left=-1", "left=x", "left=1e9", "period=-2", "clock_moves=61"} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", thinkPath+"?player=clocked&"+bad, "",
			strings.Split(bad, "=")[0])
	}
}

func TestIllegalChoiceIsRefused(t *testing.T) {
	s := serve(t, withPlayer("liar", webtest.Thinking(
		func(_ context.Context, _ *record.Game, _ player.Clock, _ func(player.Choice)) (player.Choice, error) {
			return player.Choice{Move: 0}, nil
		})))
	s.WantProblem(http.StatusInternalServerError, "POST", movePath, moveBody(8, "", "liar"), "liar failed")
	s.Send(http.StatusOK, "POST", movePath, moveBody(8, "", "random"))
}
