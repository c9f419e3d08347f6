package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestWithoutStore checks that operations that need no database work without one, and that the others do not exist.
func TestWithoutStore(t *testing.T) {
	s := serve(t, func(o *setup) { o.Store = nil })
	for _, path := range []string{
		"game?moves=f5d6", "players", "learn/solve4", "learn/tictactoe", "learn/tree?algo=alphabeta&depth=2",
		"think?player=greedy", "analyse?depth=4&lines=all", "analyse?depth=4&only=d3,c4", "jobs",
	} {
		s.Send(http.StatusOK, "GET", Path+path, "")
	}
	for _, path := range []string{"games", "record", "learn/record", "tournaments", "explorer"} {
		s.Send(http.StatusNotFound, "GET", Path+path, "")
	}
}

// TestOnly checks that an analysis of some moves returns these moves, and that its result is not stored.
func TestOnly(t *testing.T) {
	s := serve(t)
	analyse := func(query string) (moves []string) {
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
	if some := analyse("moves=f5&only=d6"); len(some) != 1 || some[0] != "d6" {
		t.Errorf("moves %v, want d6 only", some)
	}
	if all := analyse("moves=f5"); len(all) != 3 {
		t.Errorf("moves %v, want all three", all)
	}
	for _, wrong := range []string{"z9", "a1", "d6,f5"} {
		s.Send(http.StatusUnprocessableEntity, "GET", Path+"analyse?moves=f5&only="+wrong, "")
	}
}
