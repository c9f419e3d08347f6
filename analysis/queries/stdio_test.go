package queries

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/analysis/schema"
	"github.com/kaeshi/kaeshi/search"
)

// answer is any line of the output of a server.
type answer struct {
	Reply
	Field, Error, Warning, Action, Version, TerminateID string
	Line                                                int
}

func (a answer) String() string {
	switch {
	case a.Error != "":
		return fmt.Sprintf("%s error in %q: %s", a.ID, a.Field, a.Error)
	case a.Warning != "":
		return fmt.Sprintf("%s warning of %q", a.ID, a.Field)
	case a.Action != "":
		return fmt.Sprintf("%s %s", a.ID, a.Action)
	case a.NoResults:
		return fmt.Sprintf("%s/%d nothing", a.ID, a.TurnNumber)
	}
	return fmt.Sprintf("%s/%d", a.ID, a.TurnNumber)
}

func server(threads int) *Server {
	return &Server{
		Effort: analysis.Effort{Level: analysis.NoLevel, Limits: search.Limits{Depth: 2}}, Lines: 2,
		// Claims are left out, because they end a search of the start position early.
		Options: search.Options{Threads: threads, HashBytes: 1 << 20, Without: search.Claims}, Version: "v1",
	}
}

func loadSchema(t testing.TB) *schema.Schema {
	t.Helper()
	s, err := schema.Load("stdio.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// parse parses a line of output and checks it against the schema.
func parse(t *testing.T, s *schema.Schema, line string) answer {
	t.Helper()
	var a answer
	if err := errors.Join(s.Check(line, ""), json.Unmarshal([]byte(line), &a)); err != nil {
		t.Errorf("the line %s does not match the schema: %v", line, err)
	}
	return a
}

// ask sends all lines to a server and returns its output.
func ask(t *testing.T, v *Server, input string) (list []answer) {
	t.Helper()
	s := loadSchema(t)
	var out strings.Builder
	if err := v.Serve(t.Context(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		list = append(list, parse(t, s, line))
	}
	return list
}

func TestQueries(t *testing.T) {
	s := loadSchema(t)
	for _, c := range []struct{ query, want string }{
		{`{"id":"start"}`, "start/0"},
		{`{"id":"last","moves":"f5d6c3"}`, "last/3"},
		{`{"id":"katago","moves":[["B","f5"],["W","d6"]],"analyzeTurns":[0,2]}`, "katago/0 katago/2"},
		{`{"id":"bare","moves":["F5","d6"],"analyzeTurns":[1]}`, "bare/1"},
		{`{"id":"none","moves":[],"analyzeTurns":[]}`, ""},
		{`{"id":"six","boardXSize":6,"boardYSize":6,"depth":3}`, "six/0"},
		{`{"id":"pass","position":"XO--XXX-XXXXXXXX O","moves":["pass"]}`, "pass/1"},
		{
			`{"id":"left out","position":"XO--XXX-XXXXXXXX O","moves":[["B","c1"]],"analyzeTurns":[0,1]}`,
			"left out/0 left out/1",
		},
		{`{"id":"over","position":"XXXXXXXXXXXXXXXX X"}`, "over/0"},
		{`{"id":"limits","level":3,"maxNodes":1000,"maxTime":1.5,"lines":64,"book":false}`, "limits/0"},
		{`{"id":"v","action":"query_version"}`, "v query_version"},
		{`{"id":"c","action":"clear_cache"}`, "c clear_cache"},
		{`{"id":"t","action":"terminate","terminateId":"unknown","turnNumbers":[1]}`, "t terminate"},
		{`{"id":"a","action":"terminate_all"}`, "a terminate_all"},
	} {
		definition := "query"
		if strings.Contains(c.query, `"action"`) {
			definition = "action"
		}
		if err := s.Check(c.query, definition); err != nil {
			t.Errorf("%s: %v", c.query, err)
		}
		if got := strings.Trim(fmt.Sprint(ask(t, server(1), c.query)), "[]"); got != c.want {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
	}
}

func ordersOf(a answer) (orders []int) {
	for _, m := range a.MoveInfos {
		orders = append(orders, m.Order)
	}
	return orders
}

func TestReplies(t *testing.T) {
	list := ask(t, server(1), `{"id":"a","moves":"f5","depth":4,"lines":2}
{"id":"b","position":"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X","level":10,"lines":3}
{"id":"c","position":"XO--XXX-XXXXXXXX O"}
{"id":"d","position":"XXXXXXXXXXXXXX-- O"}
`)
	a, b, c, d := list[0], list[1], list[2], list[3]
	found := cmpopts.IgnoreFields(RootInfo{}, "Score", "Confidence", "Nodes", "Seconds")
	want := &RootInfo{Pov: "white", Empties: 59, Depth: 4}
	if diff := cmp.Diff(want, a.RootInfo, found); diff != "" {
		t.Errorf("a (-want +got):\n%s", diff)
	}
	if a.RootInfo.Nodes == 0 {
		t.Error("a: 0 nodes, want more")
	}
	if diff := cmp.Diff([]int{0, 1}, ordersOf(a)); diff != "" {
		t.Errorf("a: orders (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{0, 1, 2}, ordersOf(b)); diff != "" {
		t.Fatalf("b: orders (-want +got):\n%s", diff)
	}
	if want := b.RootInfo.Depth >= 14; b.RootInfo.Exact != want {
		t.Errorf("b: depth %d, exact %t, want %t", b.RootInfo.Depth, b.RootInfo.Exact, want)
	}
	if b.MoveInfos[0].Score != b.RootInfo.Score {
		t.Errorf("b: score %g, want %g, the score of the best move", b.RootInfo.Score, b.MoveInfos[0].Score)
	}
	if b.MoveInfos[0].Score < b.MoveInfos[2].Score {
		t.Errorf("b: score %g of the first move, want at least %g, that of the third", b.MoveInfos[0].Score,
			b.MoveInfos[2].Score)
	}
	want = &RootInfo{Pov: "white", Empties: 3, Depth: 2}
	if diff := cmp.Diff(want, c.RootInfo, found); diff != "" {
		t.Errorf("c (-want +got):\n%s", diff)
	}
	if len(c.MoveInfos) != 1 || c.MoveInfos[0].Move != "pass" {
		t.Errorf("c: the moves are %+v, want a pass", c.MoveInfos)
	}
	want = &RootInfo{Pov: "white", Empties: 2, Over: true, Score: -16, Confidence: 100, Exact: true}
	if diff := cmp.Diff(want, d.RootInfo, cmpopts.IgnoreFields(RootInfo{}, "Nodes", "Seconds")); diff != "" {
		t.Errorf("d (-want +got):\n%s", diff)
	}
	if len(d.MoveInfos) != 0 {
		t.Errorf("d: the moves are %+v, want none", d.MoveInfos)
	}
}

func TestUnknownFieldsAreReported(t *testing.T) {
	list := ask(t, server(1), `{"id":"a","rules":"japanese","komi":7.5}`)
	if got, want := fmt.Sprint(list), `[a warning of "komi" a warning of "rules" a/0]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestPriority checks that queued turns are taken by priority, and then in the order of arrival.
func TestPriority(t *testing.T) {
	q := newQueue(100)
	for _, asked := range []*query{
		{id: "low", turns: []int{0, 1}, priorities: []int{-1, -1}},
		{id: "usual", turns: []int{0, 1}, priorities: []int{0, 0}},
		{id: "each", turns: []int{0, 1, 2}, priorities: []int{5, 0, 7}},
	} {
		q.add(asked)
	}
	q.close()
	var got []string
	for {
		next, _, done := q.next(t.Context())
		if next == nil {
			break
		}
		got = append(got, fmt.Sprintf("%s/%d", next.query.id, next.number))
		done()
	}
	if want := "each/2 each/0 usual/0 usual/1 each/1 low/0 low/1"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// client exchanges lines with a server.
type client struct {
	testing.TB
	schema *schema.Schema
	in     *io.PipeWriter
	lines  *bufio.Scanner
	served chan error
}

func connect(ctx context.Context, t *testing.T, v *Server) *client {
	t.Helper()
	inRead, in := io.Pipe()
	out, outWrite := io.Pipe()
	c := &client{t, loadSchema(t), in, bufio.NewScanner(out), make(chan error, 1)}
	c.lines.Buffer(nil, LongestLine)
	go func() {
		err := v.Serve(ctx, inRead, outWrite)
		_ = inRead.Close()
		_ = outWrite.Close()
		c.served <- err
	}()
	return c
}

func (c *client) send(line string) {
	c.Helper()
	if _, err := fmt.Fprintln(c.in, line); err != nil {
		c.Fatal(err)
	}
}

// receive returns the next line that is a report during a search if partial is true, and otherwise the next other line.
func (c *client) receive(t *testing.T, partial bool) answer {
	t.Helper()
	for c.lines.Scan() {
		if a := parse(t, c.schema, c.lines.Text()); a.IsDuringSearch == partial {
			return a
		}
	}
	t.Fatalf("the output ended, want another line; error %v", c.lines.Err())
	return answer{}
}

const forever = `"depth":60,"reportDuringSearchEvery":0.01`

// TestTerminate checks that terminated searches return the moves found so far, that terminated queued turns return no
// results, and that each turn has exactly one final reply.
func TestTerminate(t *testing.T) {
	c := connect(t.Context(), t, server(1))
	c.send(`{"id":"long","moves":"f5d6","analyzeTurns":[0,1,2],` + forever + `}`)
	a := c.receive(t, true)
	if a.ID != "long" || a.TurnNumber != 0 {
		t.Fatalf("report about turn %d of %q, want turn 0 of long", a.TurnNumber, a.ID)
	}
	if len(a.MoveInfos) == 0 {
		t.Fatalf("no moves in the report %+v", a)
	}
	c.send(`{"id":"other"}`)
	c.send(`{"id":"end","action":"terminate","terminateId":"long","turnNumbers":[0,2],"note":1}`)
	var got []string
	for range 4 { // two terminated turns, the echo, and the other query, which is queued behind the unlimited turn 1
		a := c.receive(t, false)
		got = append(got, a.String())
		if a.TurnNumber == 0 && a.ID == "long" && (a.NoResults || len(a.MoveInfos) == 0) {
			t.Errorf("the reply to turn 0 has no moves: %+v", a)
		}
		if len(got) == 3 {
			c.send(`{"id":"all","action":"terminate_all","turnNumbers":[1]}`)
		}
	}
	c.send(`{"id":"v","action":"query_version"}`)
	for range 3 {
		got = append(got, c.receive(t, false).String())
	}
	slices.Sort(got)
	want := []string{
		"all terminate_all", "end terminate", "long/0", "long/1", "long/2 nothing", "other/0",
		"v query_version",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	c.finish(t)
}

// finish ends the input and waits for the server, which must not write any more lines.
func (c *client) finish(t *testing.T) {
	t.Helper()
	if err := c.in.Close(); err != nil {
		t.Fatal(err)
	}
	if c.lines.Scan() {
		t.Errorf("one more line: %s", c.lines.Text())
	}
	if err := <-c.served; err != nil {
		t.Error(err)
	}
}

// TestQueueIsBounded checks that lines are not read faster than positions are searched, and that none is lost.
func TestQueueIsBounded(t *testing.T) {
	v := server(1)
	v.Queue = 2
	c := connect(t.Context(), t, v)
	sent := make(chan int, 1000)
	go func() {
		for i := range 200 {
			if _, err := fmt.Fprintf(c.in, "{\"id\":\"%d\",\"moves\":\"f5d6c3\"}\n", i); err != nil {
				return
			}
			sent <- i
		}
		_ = c.in.Close()
	}()
	for i := range 200 {
		if a := c.receive(t, false); a.ID != fmt.Sprint(i) {
			t.Fatalf("reply %d is to the query %s", i, a.ID)
		}
		if n := len(sent); n > i+1+v.Queue+6 { // one is searched, one is waiting for the queue, and a few are in pipes
			t.Fatalf("%d lines are read at reply %d, want at most %d", n, i, i+1+v.Queue+6)
		}
	}
	if c.lines.Scan() {
		t.Errorf("one more line: %s", c.lines.Text())
	}
	if err := <-c.served; err != nil {
		t.Error(err)
	}
}

// TestServerStops checks that a server ends when its context ends although the input is open, and when the output
// fails.
func TestServerStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := connect(ctx, t, server(2))
	c.send(`{"id":"long","moves":"f5d6","analyzeTurns":[0,1,2],` + forever + `}`)
	c.receive(t, true)
	cancel()
	for c.lines.Scan() {
		parse(t, c.schema, c.lines.Text())
	}
	if err := <-c.served; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	full := errors.New("disk full")
	in, open := io.Pipe()
	go func() { _, _ = fmt.Fprintln(open, `{"id":"a"}`) }()
	err := server(2).Serve(t.Context(), in, broken{full})
	if !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	_ = open.Close()
	_, _ = io.Copy(io.Discard, in)
}

type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// TestThreads checks that with several threads every query is answered exactly once.
func TestThreads(t *testing.T) {
	var input strings.Builder
	want := map[string]bool{}
	for i := range 50 {
		fmt.Fprintf(&input, "{\"id\":\"%d\",\"moves\":\"f5d6c3d3c4\",\"analyzeTurns\":[0,3,5],\"depth\":%d}\n", i,
			1+i%4)
		for _, turn := range []int{0, 3, 5} {
			want[fmt.Sprintf("%d/%d", i, turn)] = true
		}
		if i%10 == 0 {
			input.WriteString(`{"id":"clear","action":"clear_cache"}` + "\n")
		}
	}
	began := time.Now()
	for _, a := range ask(t, server(4), input.String()) {
		if a.Action == "" && !want[a.String()] {
			t.Errorf("unexpected reply %v", a)
		}
		delete(want, a.String())
	}
	if len(want) > 0 {
		t.Errorf("no replies after %v to %v", time.Since(began), want)
	}
}
