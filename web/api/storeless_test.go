package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestWithoutAStore: what needs no database answers as ever, as in a browser, and jobs are kept in memory; the rest is
// not there.
func TestWithoutAStore(t *testing.T) {
	s := serve(t, func(o *setup) { o.Store = nil })
	for _, path := range []string{
		"game?moves=f5d6", "players", "learn/solve4", "learn/tictactoe", "learn/tree?algo=alphabeta&depth=2",
		"think?player=greedy", "analyse?depth=4&lines=all", "analyse?depth=4&only=d3,c4", "jobs",
	} {
		s.Ask(http.StatusOK, "GET", Path+path, "")
	}
	for _, path := range []string{"games", "record", "learn/record", "tournaments", "explorer"} {
		s.Ask(http.StatusNotFound, "GET", Path+path, "")
	}
}

// TestOnly: an analysis of some moves tells of these, and is not taken for one of all.
func TestOnly(t *testing.T) {
	s := serve(t)
	told := func(query string) (moves []string) {
		answer := httptest.NewRecorder()
		s.handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, Path+"analyse?depth=3&"+query, nil))
		_, text, found := strings.Cut(answer.Body.String(), "event: done\ndata: ")
		var done analysed
		if err := json.Unmarshal([]byte(strings.SplitN(text, "\n", 2)[0]), &done); !found || err != nil {
			t.Fatalf("%s: %s (%v)", query, answer.Body, err)
		}
		for _, m := range done.Moves {
			moves = append(moves, m.Move)
		}
		return moves
	}
	if some := told("moves=f5&only=d6"); len(some) != 1 || some[0] != "d6" {
		t.Errorf("of d6 alone: %v", some)
	}
	if all := told("moves=f5"); len(all) != 3 {
		t.Errorf("of all moves: %v", all)
	}
	for _, wrong := range []string{"z9", "a1", "d6,f5"} {
		s.Ask(http.StatusUnprocessableEntity, "GET", Path+"analyse?moves=f5&only="+wrong, "")
	}
}
