package api

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/webtest"
)

// subscriber reads an event stream.
type subscriber struct {
	testing.TB
	lines *bufio.Scanner
	close func()
	id    string // id of the last event
}

// watch opens the event stream of a tournament. seen is sent as Last-Event-ID unless it is empty.
func (s *site) watch(event *match.Event, seen string) *subscriber {
	s.Helper()
	ctx, cancel := context.WithCancel(s.Context())
	r := s.Request(ctx, "GET", pathOf(event, watchSuffix), "")
	if seen != "" {
		r.Header.Set("Last-Event-ID", seen)
	}
	response, err := s.Client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK ||
		kind != "text/event-stream" {
		s.Fatalf("watch: %s, %s", response.Status, kind)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	o := &subscriber{TB: s.TB, lines: lines, close: func() { cancel(); response.Body.Close() }}
	s.Cleanup(o.close)
	return o
}

// next returns the next event. The name is empty at the end of the stream.
func (o *subscriber) next() (e event) {
	o.Helper()
	for o.lines.Scan() {
		switch field, value, _ := strings.Cut(o.lines.Text(), ": "); {
		case field == "id":
			o.id = value
		case field == "event":
			e.name = value
		case field == "data":
			e.data = value
		case field == "" && value == "" && e.name != "":
			return e
		}
	}
	return event{}
}

// until returns the next event with the name whose data contains words.
func (o *subscriber) until(name, words string) event {
	o.Helper()
	for {
		e := o.next()
		if e.name == "" {
			o.Fatalf("the stream ended before %s with %s", name, words)
		}
		if e.name == name && strings.Contains(e.data, words) {
			return e
		}
	}
}

func TestWatch(t *testing.T) {
	s, db := serveWithStore(t)
	cup := begin(t, db, nil)
	o := s.watch(cup, "")
	e := o.next()
	webtest.Same(t, "the first event", "state", e.name)
	if !strings.Contains(e.data, `"kaeshi/tournament-state/1"`) || !strings.Contains(e.data, `"played":0`) {
		t.Errorf("first event: %s, want the state with no games played", e.data)
	}
	if e := o.next(); e.name != "boards" || !strings.Contains(e.data, `"boards":[]`) {
		t.Errorf("second event: %+v, want an empty list of boards", e)
	}
	start := strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27) + " X"
	if err := db.SetTournamentBoard(t.Context(), cup.ID,
		store.TournamentBoard{Position: start, Moves: "f5", White: 1}); err != nil {
		t.Fatal(err)
	}
	o.until("boards", `"last":"f5"`)
	hold(t, cup, 3)
	o.until("state", `"played":3`)
	hold(t, cup, 0)
	o.until("state", `"state":"finished"`)
	if o.until("end", ""); o.next().name != "" {
		t.Error("the stream continues after the event end")
	}
	free(t, s.api.scheduler.Watchers)
}

// TestWatchReconnects checks that a client that reconnects with Last-Event-ID receives only the later changes.
func TestWatchReconnects(t *testing.T) {
	s, db := serveWithStore(t)
	cup := begin(t, db, nil)
	hold(t, cup, 2)
	o := s.watch(cup, "")
	o.until("boards", "")
	o.close()
	again := s.watch(cup, o.id)
	hold(t, cup, 1)
	if e := again.next(); !strings.Contains(e.data, `"game":2`) && !strings.Contains(e.data, `"played":3`) {
		t.Errorf("event after reconnecting: %+v, want the next change", e)
	}
	if e := s.watch(cup, "nonsense").next(); e.name != "state" {
		t.Errorf("event %+v, want state for an unknown id", e)
	}
}

func TestWatchLimit(t *testing.T) {
	s, db := serveWithStore(t)
	cup := begin(t, db, nil)
	all := make([]*subscriber, watchersAtOnce)
	for i := range all {
		all[i] = s.watch(cup, "")
	}
	response, answer := s.Do(s.Request(t.Context(), "GET", pathOf(cup, watchSuffix), ""))
	s.CheckProblem(response, answer, http.StatusServiceUnavailable, "too many event streams")
	if response.Header.Get("Retry-After") == "" {
		t.Error("the problem lacks the header Retry-After")
	}
	all[0].close()
	webtest.Eventually(t, "a free place", func() bool { return busy(s.api.scheduler.Watchers) < watchersAtOnce })
	s.watch(cup, "").until("state", "")
}

func TestWatchEndsWithTheServer(t *testing.T) {
	s, db := serveWithStore(t)
	cup := begin(t, db, nil)
	o := s.watch(cup, "")
	o.until("boards", "")
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	if e := o.next(); e.name != "" {
		t.Errorf("event %+v, want the end of the stream", e)
	}
	s.WantProblem(http.StatusServiceUnavailable, "GET", pathOf(cup, watchSuffix), "", "shutting down")
}

func TestWatchHead(t *testing.T) {
	s, db := serveWithStore(t)
	cup := begin(t, db, nil)
	if response, body := s.Do(s.Request(t.Context(), "HEAD", pathOf(cup, watchSuffix), "")); response.StatusCode !=
		http.StatusOK || len(body) != 0 {
		t.Errorf("HEAD: status %s, want 200", response.Status)
	}
}
