package api

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/web/webtest"
	"github.com/kaeshi/kaeshi/web/work"
)

// answerTo calls the handler without a connection.
func answerTo(t *testing.T, s *site, method, path, query, body string) *httptest.ResponseRecorder {
	r := &http.Request{
		Method: method, URL: &url.URL{Path: path, RawQuery: query}, Host: "localhost", Header: http.Header{},
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	r = r.WithContext(t.Context())
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
		r.Body = io.NopCloser(strings.NewReader(body))
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

// wantAnswer fails the test unless the response is valid JSON, or a problem with a status of 400 to 499.
func wantAnswer(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code >= http.StatusOK && w.Code < http.StatusMultipleChoices {
		if !json.Valid(w.Body.Bytes()) {
			t.Errorf("status %d with the body %s, want JSON", w.Code, w.Body)
		}
		return
	}
	var p webtest.Problem
	err := json.Unmarshal(w.Body.Bytes(), &p)
	if err != nil {
		t.Fatalf("status %d with the body %s, want a problem: %v", w.Code, w.Body, err)
	}
	if w.Code < 400 || w.Code >= 500 {
		t.Errorf("status %d, want 400 to 499; body %s", w.Code, w.Body)
	}
	webtest.Same(t, "the status in the document", w.Code, p.Status)
	if n := len(p.Detail); n < len("x.") || n > 1000 {
		t.Errorf("%d bytes of detail, want 2 to 1000: %s", n, w.Body)
	}
}

func FuzzGame(f *testing.F) {
	f.Add("size=8&start=usual&moves=f5d6c3")
	f.Add("size=4&moves=" + finished(4, othello.Usual).Transcript())
	f.Add("size=6&start=parallel&moves=--")
	f.Add("position=-----OX--XO-----+O&moves=b1")
	f.Add("moves=%ff;&size=%00")
	s := serve(f)
	f.Fuzz(func(t *testing.T, query string) {
		w := answerTo(t, s, "GET", gamePath, query, "")
		wantAnswer(t, w)
		if w.Code != http.StatusOK {
			return
		}
		// The returned game is parsed again and has the same position.
		var g, again gameState
		if err := json.Unmarshal(w.Body.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		moves := g.Moves
		if n := len(g.History); n > 0 && g.History[n-1].Move == "pass" {
			moves += "--"
		}
		w = answerTo(t, s, "GET", gamePath, url.Values{"position": {g.Initial}, "moves": {moves}}.Encode(), "")
		if err := json.Unmarshal(w.Body.Bytes(), &again); err != nil || again.Position != g.Position {
			t.Errorf("%s: position %q of the returned game, want %q (%v)", query, again.Position, g.Position, err)
		}
		if g.Pass && (g.Over || len(g.Legal) > 0) {
			t.Errorf("%s: pass with over %t and %d legal moves, want false and none", query, g.Over, len(g.Legal))
		}
		if g.Over != (g.Winner != "") {
			t.Errorf("%s: over %t with the winner %q, want a winner only after the end", query, g.Over, g.Winner)
		}
		if g.Black+g.White > g.Size*g.Size {
			t.Errorf("%s: %d black and %d white discs on a board of size %d", query, g.Black, g.White, g.Size)
		}
	})
}

func FuzzTournamentGames(f *testing.F) {
	f.Add("1", "games", "limit=3&before=9")
	f.Add("1", "games/0", "")
	f.Add("1", "games", "player=random&versus=greedy")
	f.Add("2", "boards", "")
	f.Add("-1", "plots/elo.png", "lang=%ff")
	s, db := serveWithStore(f)
	hold(f, begin(f, db, nil), 0)
	f.Fuzz(func(t *testing.T, id, rest, query string) {
		if strings.HasPrefix(rest, "plots/") && strings.HasSuffix(rest, ".svg") || strings.Contains(rest, "watch") {
			return // invalid JSON
		}
		w := answerTo(t, s, "GET", tournamentsPath+"/"+url.PathEscape(id)+"/"+rest, query, "")
		if w.Code < 300 || w.Code >= 400 { // the mux redirects paths with // or ..
			wantAnswer(t, w)
		}
	})
}

func FuzzMoveBody(f *testing.F) {
	f.Add(moveBody(8, "f5d6", "random"))
	f.Add(`{"player":"greedy","size":6,"start":"parallel"}`)
	f.Add(`{"player":"greedy","position":"-----OX--XO----- X","moves":"b1"}`)
	f.Add(`{"player":["greedy"],"size":{},"moves":null}`)
	f.Add(`[[[[{"a":1e999}]]]]`)
	s := serve(f, cheapPlayers)
	f.Fuzz(func(t *testing.T, body string) { wantAnswer(t, answerTo(t, s, "POST", movePath, "", body)) })
}

// cheapPlayers removes players that would slow down fuzzing.
func cheapPlayers(o *setup) {
	o.Players = webtest.Players()[:2].New
	o.Offered = []player.Listing{{Spec: "random"}, {Spec: "greedy"}}
}

func FuzzStoreGame(f *testing.F) {
	f.Add(gameBody("game-0001", 4, nil))
	f.Add(gameBody("game-0002", 4, map[string]any{"mixed": true, "black": "greedy"}))
	f.Add(gameBody("game-0003", 4, map[string]any{"position": "XXXXXXXXXXXXXXX- X", "moves": ""}))
	s := serve(f, cheapPlayers)
	f.Fuzz(func(t *testing.T, body string) {
		w := answerTo(t, s, "POST", gamesPath, "", body)
		wantAnswer(t, w)
		if w.Code != http.StatusCreated {
			return
		}
		var g storedGame
		if err := json.Unmarshal(w.Body.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		query := fmt.Sprintf("size=%d&start=%s&position=%s&moves=%s", g.Size, g.Start, url.QueryEscape(g.Position),
			g.Moves)
		w = answerTo(t, s, "GET", gamePath, query, "")
		var state gameState
		if err := json.Unmarshal(w.Body.Bytes(), &state); err != nil {
			t.Fatal(err)
		}
		want := state
		want.Over, want.ScoreBlack, want.Winner = true, g.ScoreBlack, g.Winner
		webtest.Same(t, fmt.Sprintf("the state of %+v", g), want, state)
	})
}

func FuzzListGames(f *testing.F) {
	f.Add("limit=5&before=2026-01-02T15:04:05.678Z")
	f.Add("before=0000-01-01T00:00:00Z")
	f.Add("before=9999-12-31T23:59:59.999999999-23:59&limit=200")
	s := serve(f)
	f.Fuzz(func(t *testing.T, query string) { wantAnswer(t, answerTo(t, s, "GET", gamesPath, query, "")) })
}

// FuzzPlayer searches for specs that reach players that clients may not use.
func FuzzPlayer(f *testing.F) {
	for _, spec := range []string{
		"kaeshi:level=6", "human", "exec/gtp:/bin/sh -c true", "kaeshi:hash=1GB", " exec/x",
		"minimax:3,eval=discs", "random:+x,-y",
	} {
		f.Add(spec)
	}
	var made string
	s := serve(f, func(o *setup) {
		o.Players = func(spec string) (player.Player, error) {
			made = spec
			return nil, fmt.Errorf("unknown player %q", work.Clip(spec))
		}
	})
	f.Fuzz(func(t *testing.T, text string) {
		made = ""
		w := answerTo(t, s, "GET", thinkPath, url.Values{"player": {text}, "size": {"9"}}.Encode(), "")
		wantAnswer(t, w)
		spec, err := s.api.scheduler.Spec(t.Context(), "", text)
		isListed := func(l player.Listing) bool { return l.Spec == spec.Text }
		if err == nil && !slices.ContainsFunc(s.api.players, isListed) {
			t.Errorf("%q is accepted as %q, want only listed players", text, spec.Text)
		}
		for _, name := range []string{"human", "exec/"} {
			if strings.HasPrefix(made, name) && (name != "human" || spec.Name == name) {
				t.Errorf("%q made the player %q, want a refusal", text, made)
			}
		}
		if strings.Contains(made, "hash=") && strings.Contains(made, ":hash=") {
			t.Errorf("%q made the player %q, want a refusal of its hash size", text, made)
		}
	})
}
