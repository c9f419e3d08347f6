package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/web/webtest"
)

// event is a server-sent event.
type event struct{ name, data string }

// open opens the event stream of a move. It fails the test if the request is refused.
func (s *site) open(ctx context.Context, query string) *http.Response {
	s.Helper()
	return s.openAt(ctx, thinkPath, query)
}

// openAt opens the event stream of an operation.
func (s *site) openAt(ctx context.Context, path, query string) *http.Response {
	s.Helper()
	response, err := s.Client.Do(s.Request(ctx, "GET", path+"?"+query, ""))
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { response.Body.Close() })
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK ||
		kind != "text/event-stream" {
		s.Fatalf("%s?%s: %s, %s", path, query, response.Status, kind)
	}
	return response
}

// events reads an event stream to its end.
func (s *site) events(query string) (list []event) {
	s.Helper()
	return s.readEvents(s.open(s.Context(), query))
}

// readEvents reads the events of a response to its end.
func (s *site) readEvents(response *http.Response) (list []event) {
	s.Helper()
	lines := bufio.NewScanner(response.Body)
	var now event
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "event":
			now.name = value
		case "data":
			now.data = value
		case "":
			if now.name != "" {
				list = append(list, now)
			}
			now = event{}
		}
	}
	if err := lines.Err(); err != nil {
		s.Fatal(err)
	}
	return list
}

// wantProblem checks the names of the events, and that the last one is a problem with the status.
func wantProblem(t *testing.T, what string, list []event, status int, names ...string) {
	t.Helper()
	var got []string
	for _, e := range list {
		got = append(got, e.name)
	}
	webtest.Same(t, what+": events", names, got)
	if n := len(list); n > 0 && !strings.Contains(list[n-1].data, fmt.Sprintf(`"status":%d`, status)) {
		t.Errorf("%s: the last event is %v, want status %d", what, list[n-1], status)
	}
}

func TestThink(t *testing.T) {
	s := serve(t)
	for _, query := range []string{
		"player=kaeshi:level=4&moves=f5", "player=alphabeta:3&size=6",
		"player=minimax:2&position=-----OX--XO-----O",
	} {
		list := s.events(query)
		if len(list) < 3 {
			t.Fatalf("%s: events %v, want progress and a move", query, list)
		}
		depth := 0
		for i, e := range list {
			var a player.Answer
			if err := json.Unmarshal([]byte(e.data), &a); err != nil {
				t.Fatalf("%s: %v in the event %s", query, err, e.data)
			}
			want := "progress"
			if i == len(list)-1 {
				want = "move"
			}
			webtest.Same(t, fmt.Sprintf("%s: event %d", query, i), want, e.name)
			webtest.Same(t, fmt.Sprintf("%s: schema of event %d", query, i), "kaeshi/move/1", a.Schema)
			if a.Move == "" || a.Depth < depth {
				t.Errorf("%s: event %d is %v, want a move at depth %d or more", query, i, e, depth)
			}
			depth = a.Depth
		}
	}
	if list := s.events("player=random"); len(list) != 1 || list[0].name != "move" {
		t.Errorf("random: events %v, want a move only", list)
	}
}

func TestThinkProblems(t *testing.T) {
	s := serve(t)
	for query, words := range map[string][]string{
		"":                       {"player", "missing"},
		"player=nobody":          {"no player", "random"},
		"player=human":           {"human players"},
		"player=exec/x:y":        {"not available over HTTP"},
		"player=random&moves=a1": {"move 1"},
		"player=random&depth=3": {
			`"depth"`,
			"size, start, position, moves, left, increment, period, clock_moves, player",
		},
		"player=random&size=4&moves=" + finished(4, 0).Transcript(): {"the game is over"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", thinkPath+"?"+query, "", words...)
	}
}

// TestThinkHead checks that HEAD neither starts a search nor takes a place in the queue.
func TestThinkHead(t *testing.T) {
	sleeping := webtest.NewSleeper()
	s := serve(t, withPlayer("sleeper", sleeping.Player), func(o *setup) { o.Thinking = 1 })
	for range 2 * (1 + strongWaiting) {
		if response, _ := s.Do(s.Request(t.Context(), "HEAD", thinkPath+"?player=sleeper", "")); response.StatusCode !=
			http.StatusOK {
			t.Fatal("HEAD: ", response.Status)
		}
	}
	if len(sleeping.Began) != 0 {
		t.Error("HEAD started a search")
	}
}

// promptly is much shorter than the searches of these tests, and long enough for a busy machine to end one.
// BenchmarkClientLeaves measures the actual time.
const promptly = time.Minute

// leaves sends a request, waits until the player thinks, disconnects the client, and checks that the search ends
// promptly.
func leaves(t *testing.T, s *site, sleeping *webtest.Sleeper, r *http.Request, vanish func()) {
	t.Helper()
	var client sync.WaitGroup
	client.Go(func() {
		if response, err := s.Client.Do(r); err == nil {
			buffer := make([]byte, 1000)
			for err == nil {
				_, err = response.Body.Read(buffer)
			}
			response.Body.Close()
		}
	})
	webtest.Receive(t, "thinking to begin", sleeping.Began)
	left := time.Now()
	vanish()
	if took := webtest.Receive(t, "thinking to end", sleeping.Ended).Sub(left); took > promptly {
		t.Errorf("%s %s: the search ended %v after its client disconnected, want at most %v", r.Method, r.URL.Path,
			took, promptly)
	}
	client.Wait()
	free(t, s.api.scheduler.Strong)
}

func TestClientLeaves(t *testing.T) {
	sleeping := webtest.NewSleeper()
	s := serve(t, withPlayer("sleeper", sleeping.Player))
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		leaves(t, s, sleeping, s.Request(ctx, "GET", thinkPath+"?player=sleeper", ""), cancel)
		ctx, cancel = context.WithCancel(t.Context())
		leaves(t, s, sleeping, s.Request(ctx, "POST", movePath, moveBody(8, "", "sleeper")), cancel)
	}
}

// TestClientLeavesRealPlayers checks that the searches of real players end promptly too.
func TestClientLeavesRealPlayers(t *testing.T) {
	s := serve(t)
	heavy := s.api.scheduler.Strong
	for _, spec := range []string{"kaeshi:level=40", "kaeshi:level=21", "minimax:20", "alphabeta:30"} {
		ctx, cancel := context.WithCancel(t.Context())
		response := s.open(ctx, "moves=f5d6c3&player="+spec)
		if _, err := bufio.NewReader(response.Body).ReadString('{'); err != nil { // first event
			t.Fatal(err)
		}
		left := time.Now()
		cancel()
		free(t, heavy)
		if took := time.Since(left); took > promptly {
			t.Errorf("%s ended %v after its client disconnected, want at most %v", spec, took, promptly)
		}
	}
}

// fill fills the queue of strong players: one works and strongWaiting wait.
func fill(t *testing.T, s *site, sleeping *webtest.Sleeper) (vanish func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	for range 1 + strongWaiting {
		s.open(ctx, "player=sleeper")
	}
	webtest.Receive(t, "thinking to begin", sleeping.Began)
	return cancel
}

func TestBusy(t *testing.T) {
	sleeping := webtest.NewSleeper()
	s := serve(t, withPlayer("sleeper", sleeping.Player), func(o *setup) { o.Thinking = 1 })
	vanish := fill(t, s, sleeping)
	for _, r := range []*http.Request{
		s.Request(t.Context(), "GET", thinkPath+"?player=sleeper", ""),
		s.Request(t.Context(), "GET", thinkPath+"?player=kaeshi:level=20", ""),
		s.Request(t.Context(), "POST", movePath, moveBody(8, "", "kaeshi:skill=9")),
	} {
		response, answer := s.Do(r)
		s.CheckProblem(response, answer, http.StatusServiceUnavailable, "busy", "try again")
		if response.Header.Get("Retry-After") == "" {
			t.Error("the problem lacks the header Retry-After")
		}
	}
	// Quick players have a separate queue.
	for _, spec := range []string{"random", "greedy", "kaeshi:level=2", "kaeshi:skill=1", "minimax:2"} {
		s.Send(http.StatusOK, "POST", movePath, moveBody(8, "", spec))
	}
	if len(sleeping.Began) != 0 {
		t.Error("two players think at the same time, want one")
	}
	vanish()
	webtest.Receive(t, "the first search to end", sleeping.Ended)
	free(t, s.api.scheduler.Strong)
	s.Send(http.StatusOK, "POST", movePath, moveBody(4, "", "kaeshi:level=12"))
}

// TestWaitingEnds checks that a request that waits longer than the limit of a move ends with a problem in its stream.
func TestWaitingEnds(t *testing.T) {
	sleeping := webtest.NewSleeper()
	s := serve(t, withPlayer("sleeper", sleeping.Player),
		func(o *setup) { o.Thinking, o.MaxThink = 1, 50*time.Millisecond })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.open(ctx, "player=sleeper")
	webtest.Receive(t, "thinking to begin", sleeping.Began)
	list := s.events("player=sleeper")
	wantProblem(t, "waiting", list, 503, "problem")
}

// TestLate checks that a player that ignores its clock is cancelled shortly after the limit.
func TestLate(t *testing.T) {
	sleeping := webtest.NewSleeper()
	s := serve(t, withPlayer("sleeper", sleeping.Player), func(o *setup) { o.MaxThink = 10 * time.Millisecond })
	s.WantProblem(http.StatusGatewayTimeout, "POST", movePath, moveBody(8, "", "sleeper"), "sleeper", "10ms",
		"choose a smaller depth")
	list := s.events("player=sleeper")
	wantProblem(t, "late", list, 504, "problem")
}

func TestClock(t *testing.T) {
	clocks := make(chan player.Clock, 1)
	s := serve(t, func(o *setup) { o.MaxThink = 1234 * time.Millisecond },
		withPlayer("clocked", webtest.Thinking(
			func(_ context.Context, g *record.Game, c player.Clock, _ func(player.Choice)) (player.Choice, error) {
				clocks <- c
				return webtest.First(g, 1), nil
			})))
	s.Send(http.StatusOK, "POST", movePath, moveBody(8, "", "clocked"))
	if c := <-clocks; c.Move != 1234*time.Millisecond {
		t.Errorf("clock %v, want the limit of the server", c)
	}
}

func TestMaxThinkBoundsRealPlayers(t *testing.T) {
	s := serve(t, func(o *setup) { o.MaxThink = 500 * time.Millisecond })
	for _, spec := range []string{"kaeshi:level=60", "minimax:20", "alphabeta:30"} {
		began := time.Now()
		a := read[player.Answer](s, "POST", movePath, moveBody(8, "f5d6", spec))
		if took := time.Since(began); took > promptly || a.Depth < 1 {
			t.Errorf("%s: depth %d after %v, want a move within the limit", spec, a.Depth, took)
		}
	}
}

func TestPlayerFailures(t *testing.T) {
	var made, closed atomic.Int32
	failing := func(fail func() error) func() player.Player {
		return func() player.Player {
			made.Add(1)
			return &webtest.Fake{Closed: &closed, Decide: func(_ context.Context, g *record.Game, _ player.Clock,
				progress func(player.Choice),
			) (player.Choice, error) {
				progress(webtest.First(g, 1))
				return player.Choice{}, fail()
			}}
		}
	}
	s := serve(t, withPlayer("panics", failing(func() error { panic("out of board") })),
		withPlayer("fails", failing(func() error { return errors.New("out of luck") })))
	for _, name := range []string{"panics", "fails"} {
		s.WantProblem(http.StatusInternalServerError, "POST", movePath, moveBody(8, "", name), name+" failed to choose",
			"log")
		list := s.events("player=" + name)
		wantProblem(t, name, list, 500, "progress", "problem")
	}
	s.Send(http.StatusOK, "GET", "/healthz", "")
	free(t, s.api.scheduler.Strong)
	s.stop()
	s.stop = func() {}
	if made.Load() == 0 || made.Load() != closed.Load() {
		t.Errorf("%d players made, %d closed, want all closed", made.Load(), closed.Load())
	}
}

// TestServerEndsThinking checks that closing the server ends running and waiting requests.
func TestServerEndsThinking(t *testing.T) {
	sleeping := webtest.NewSleeper()
	s := serve(t, withPlayer("sleeper", sleeping.Player), func(o *setup) { o.Thinking = 1 })
	defer fill(t, s, sleeping)()
	began := time.Now()
	s.stop()
	s.stop = func() {}
	if took := time.Since(began); took > promptly {
		t.Errorf("closing the server took %v, want at most %v", took, promptly)
	}
	webtest.Receive(t, "thinking to end", sleeping.Ended)
}
