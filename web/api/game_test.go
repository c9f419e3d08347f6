package api

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/web/webtest"
)

const gamePath = Path + "game"

func TestGame(t *testing.T) {
	s := serve(t)
	g := read[gameState](s, "GET", gamePath+"?moves=F5d6C3", "")
	want := gameState{
		Schema: "kaeshi/game/1", Size: 8, Start: "usual", Moves: "f5d6c3",
		Initial:  "---------------------------OX------XO--------------------------- X",
		Position: "------------------X--------XX------OXX-----O-------------------- O",
		Turn:     "white", Black: 5, White: 2,
	}
	want.Legal = []option{
		{"d3", []string{"d4"}},
		{"f3", []string{"e4"}},
		{"f4", []string{"e5"}},
		{"g5", []string{"e5", "f5"}},
	}
	want.History = []ply{
		{"black", "f5", []string{"e5"}},
		{"white", "d6", []string{"d5"}},
		{"black", "c3", []string{"d4"}},
	}
	if diff := cmp.Diff(want, g); diff != "" {
		t.Errorf("game (-want +got):\n%s", diff)
	}
}

func TestGameStarts(t *testing.T) {
	s := serve(t)
	for query, want := range map[string]string{
		"":                            "---------------------------OX------XO--------------------------- X",
		"size=4":                      "-----OX--XO----- X",
		"size=6&start=parallel":       "--------------OO----XX-------------- X",
		"position=-----OX--XO-----+O": "-----OX--XO----- O",
		"size=6&start=parallel&position=-----OX--XO-----O": "-----OX--XO----- O",
	} {
		g := read[gameState](s, "GET", gamePath+"?"+query, "")
		if g.Position != want || g.Initial != want {
			t.Errorf("%s: position %q, initial %q, want %q", query, g.Position, g.Initial, want)
		}
		if isSetUp := strings.Contains(query, "position"); (g.Start == "") != isSetUp {
			t.Errorf("%s: start %q, want the requested one", query, g.Start)
		}
	}
}

func TestGameProblems(t *testing.T) {
	s := serve(t)
	for query, words := range map[string][]string{
		"size=5":                     {"size", `"5"`, "want 4, 6 or 8"},
		"size=0":                     {"size", "4, 6 or 8"},
		"size=-8":                    {"size", "4, 6 or 8"},
		"size=999999999999999999999": {"size", "4, 6 or 8"},
		"size=eight":                 {"size", `"eight"`, "4, 6 or 8"},
		"start=sideways":             {"start", `"sideways"`, "usual, parallel"},
		"sise=6":                     {`"sise"`, "size, start, position, moves"},
		"moves=f5a1": {
			"move 2", `"a1"`, "character 3", "turns nothing over for white",
			"legal moves are f4, d6, f6",
		},
		"moves=f5f5":                           {"move 2", "f5 is taken", "legal moves are"},
		"moves=f5z9":                           {"move 2", `"z9"`, "want a1 to h8"},
		"moves=f5--":                           {"move 2", "white may not pass while it has a legal move"},
		"size=4&moves=e5":                      {"move 1", `"e5"`, "want a1 to d4"},
		"moves=%00%01":                         {"move 1"},
		"moves=%ff%fe":                         {"move 1"},
		"moves=" + strings.Repeat("a1", 201):   {"moves", "length <= 400"},
		"position=XO":                          {"position", "want 64, 36 or 16"},
		"position=XO%3B%3B":                    {"position"},
		"position=-----OX--XO-----Z":           {"position", "side to move", "X for black or O for white"},
		"position=-----OX--XQ-----X":           {"position", "cell 11 (c3)", "want X for black"},
		"position=----------------X":           {"position", "centre", "b2"},
		"position=" + strings.Repeat("X", 101): {"position", "length <= 100"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", gamePath+"?"+query, "", words...)
	}
}

// passing returns the first game, with moves in board order, that leads to a forced pass.
func passing(t *testing.T, n othello.Size) *record.Game {
	t.Helper()
	var search func(g *record.Game) *record.Game
	search = func(g *record.Game) *record.Game {
		p := g.Position()
		if p.MustPass() {
			return g
		}
		for _, m := range p.Moves() {
			next := &record.Game{Start: g.Start, Moves: append(slices.Clone(g.Moves), m)}
			if found := search(next); found != nil {
				return found
			}
		}
		return nil
	}
	found := search(&record.Game{Start: othello.Start(n, othello.Usual)})
	if found == nil {
		t.Fatalf("no game with a pass on %d×%d", n, n)
	}
	return found
}

func TestForcedPass(t *testing.T) {
	s := serve(t)
	for _, n := range []othello.Size{othello.Size4, othello.Size6} {
		g := passing(t, n)
		base := fmt.Sprintf("%s?size=%d&moves=%s", gamePath, n, g.Transcript())
		mover := g.Position().Turn

		before := read[gameState](s, "GET", base, "")
		want := before
		want.Pass, want.Over, want.Legal, want.Turn, want.Winner = true, false, []option{}, mover.String(), ""
		webtest.Same(t, fmt.Sprintf("%d×%d: before the pass", n, n), want, before)
		after := read[gameState](s, "GET", base+"--", "")
		last := after.History[len(after.History)-1]
		want = after
		want.Pass, want.Turn = false, mover.Other().String()
		webtest.Same(t, fmt.Sprintf("%d×%d: after the pass", n, n), want, after)
		if len(after.Legal) == 0 {
			t.Fatalf("%d×%d: no legal moves after the pass", n, n)
		}
		webtest.Same(t, fmt.Sprintf("%d×%d: the pass", n, n),
			ply{Turn: mover.String(), Move: "pass", Flips: []string{}}, last)
		if after.Moves != g.Transcript() {
			t.Errorf("%d×%d: moves %q, want %q without passes", n, n, after.Moves, g.Transcript())
		}
		inferred := read[gameState](s, "GET", base+after.Legal[0].Move, "")
		if h := inferred.History; len(h) < 2 || h[len(h)-2].Move != "pass" {
			t.Errorf("%d×%d: the history lacks the pass: %+v", n, n, h)
		}
		s.WantProblem(http.StatusUnprocessableEntity, "GET", base+"----", "", "may not pass")
	}
}

// finished returns the game in which each side plays the first legal move in board order.
func finished(n othello.Size, start othello.Setup) *record.Game {
	g := &record.Game{Start: othello.Start(n, start)}
	for p := g.Start; !p.Over(); p = g.Position() {
		g.Moves = append(g.Moves, p.Moves()[0])
	}
	return g
}

func TestGameOver(t *testing.T) {
	s := serve(t)
	for _, n := range []othello.Size{4, 6, 8} {
		g := finished(n, othello.Usual)
		p := g.Position()
		path := fmt.Sprintf("%s?size=%d&moves=%s", gamePath, n, g.Transcript())
		got := read[gameState](s, "GET", path, "")
		want := got
		want.Over, want.Pass, want.Legal = true, false, []option{}
		want.ScoreBlack, want.Winner = p.ScoreBlack(), winnerByScore(p.ScoreBlack())
		webtest.Same(t, fmt.Sprintf("%d×%d", n, n), want, got)
		if got.Black != p.Count(othello.Black) || got.White != p.Count(othello.White) {
			t.Errorf("discs %d and %d, want %d and %d", got.Black, got.White, p.Count(othello.Black),
				p.Count(othello.White))
		}
		s.WantProblem(http.StatusUnprocessableEntity, "GET", path+"a1", "", "the game is already over")
	}
	draw := read[gameState](s, "GET", gamePath+"?position="+url.QueryEscape("XXXXXXXXOOOOOOOO X"), "")
	want := draw
	want.Winner, want.ScoreBlack, want.Over = "draw", 0, true
	webtest.Same(t, "draw", want, draw)
}
