package api

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/web/webtest"
	"github.com/kaeshi/kaeshi/web/work"
)

const treePath = learnPath + "tree"

func getTree(s *site, query string) classroom.Document {
	s.Helper()
	return read[classroom.Document](s, "GET", treePath+"?"+query, "")
}

// TestTree checks that all exact algorithms return the same value, in each game.
func TestTree(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		query string
		value float64
		move  string
	}{
		{"game=tictactoe&position=O-XX-X-OO+X", 1, "b2"},
		{"game=tictactoe&moves=a1b1&depth=60", 1, ""},
		{"game=numbers&position=((5+7+3)(1+2+4)(9+1+1))", 3, "1"},
		{"game=othello&size=4&moves=b1a1c4&depth=60", 0, ""},
		{"size=6&depth=3", 0, ""},
	} {
		plain := getTree(s, c.query+"&algo=minimax")
		if c.move != "" && (*plain.Value != c.value || plain.Move != c.move) {
			t.Errorf("%s: value %v by %s, want %v by %s", c.query, *plain.Value, plain.Move, c.value, c.move)
		}
		for _, algorithm := range []string{
			"negamax", "alphabeta", "alphabeta-soft", "alphabeta-table", "iterative",
			"pvs", "mtdf",
		} {
			d := getTree(s, c.query+"&algo="+algorithm)
			what := c.query + " by " + algorithm
			webtest.Same(t, what+": value", plain.Value, d.Value)
			webtest.Same(t, what+": position", plain.Position, d.Position)
			webtest.Same(t, what+": algorithm", algorithm, d.Algorithm)
			checkNodes(t, d)
		}
	}
}

// checkNodes checks the invariants of nodes that the page relies on.
func checkNodes(t *testing.T, d classroom.Document) {
	t.Helper()
	webtest.Same(t, d.Algorithm, "kaeshi/tree/1", d.Schema)
	if len(d.Tree) == 0 {
		t.Fatalf("%s: no nodes", d.Algorithm)
	}
	root := d.Tree[0]
	root.Parent, root.Position = -1, d.Position
	webtest.Same(t, d.Algorithm+": the root", root, d.Tree[0])
	enter := -1
	for i, n := range d.Tree {
		switch {
		case i > 0 && (n.Parent < 0 || n.Parent >= i):
			t.Fatalf("%s: node %d has the parent %d, want an earlier one", d.Algorithm, i, n.Parent)
		case n.Enter < enter:
			t.Fatalf("%s: node %d is entered at step %d, want later than %d", d.Algorithm, i, n.Enter, enter)
		case n.Kind == "cut":
			checkCut(t, d.Algorithm, i, n)
		case n.Kind == "visited" && (n.Leave == nil || n.Value == nil):
			t.Fatalf("%s: node %d: left %t, has a value %t; want true, true", d.Algorithm, i, n.Leave != nil,
				n.Value != nil)
		case n.Kind == "visited" && n.Turn == "":
			t.Fatalf("%s: node %d has no side to move", d.Algorithm, i)
		}
		enter = n.Enter
	}
}

// checkCut checks a node that was cut off.
func checkCut(t *testing.T, algorithm string, i int, n classroom.Node) {
	t.Helper()
	if n.By == nil {
		t.Fatalf("%s: cut node %d does not name the node that cut it off", algorithm, i)
	}
	if *n.By >= i {
		t.Fatalf("%s: cut node %d: cut off by node %d, want an earlier one", algorithm, i, *n.By)
	}
	if n.Reason == nil {
		t.Fatalf("%s: cut node %d has no reason", algorithm, i)
	}
	if n.Reason.En == "" || n.Reason.Ja == "" {
		t.Fatalf("%s: node %d: a language is missing: %+v", algorithm, i, n.Reason)
	}
	if n.Value != nil {
		t.Fatalf("%s: cut node %d has the value %v, want none", algorithm, i, *n.Value)
	}
}

func TestTreeOfNumbersStops(t *testing.T) {
	d := getTree(serve(t), "game=numbers&position="+url.QueryEscape("((5 7 3)(1 ? ?)(? ? ?))")+"&algo=minimax")
	if d.Stopped == nil || d.Value != nil {
		t.Fatalf("stopped %v, value %v; want minimax to stop at the unknown number", d.Stopped, d.Value)
	}
	if d.Stopped.En == "" || d.Stopped.Ja == "" {
		t.Errorf("a language is missing: %+v", d.Stopped)
	}
}

// TestLargeTree checks that a tree of twenty thousand nodes is returned completely, and that the counts cover the whole
// search.
func TestLargeTree(t *testing.T) {
	s := serve(t)
	d := getTree(s, "algo=minimax&depth=7&max_nodes=20000")
	const positions = 1 + 4 + 12 + 56 + 244 + 1396 + 8200 + 55092 // perft of the first seven plies
	webtest.Same(t, "nodes in the tree", 20_000, len(d.Tree))
	webtest.Same(t, "truncated", true, d.Truncated)
	webtest.Same(t, "nodes", positions, d.Nodes)
	if d.Value == nil {
		t.Fatal("the search has no value")
	}
	var entered uint64
	for _, n := range d.ByDepth {
		entered += n
	}
	if entered != d.Nodes || d.ByDepth[0] != 1 {
		t.Errorf("by_depth %v has the sum %d, want %d", d.ByDepth, entered, d.Nodes)
	}
	small := getTree(s, "algo=minimax&depth=7&max_nodes=100")
	webtest.Same(t, "nodes in the small tree", 100, len(small.Tree))
	webtest.Same(t, "nodes of the same search", d.Nodes, small.Nodes)
	webtest.Same(t, "value of the same search", d.Value, small.Value)
}

func TestTreeProblems(t *testing.T) {
	s := serve(t)
	for query, words := range map[string][]string{
		"game=chess":      {"game", `"chess"`, "othello, tictactoe, numbers"},
		"size=5":          {"size", "4, 6 or 8"},
		"start=odd":       {"start", "usual, parallel"},
		"algo=magic":      {"algo", `"magic"`, "minimax", "mcts"},
		"depth=61":        {"depth", `"61"`, "number <= 60"},
		"depth=-2":        {"depth", "number >= -1"},
		"depth=deep":      {"depth", `"deep"`, "integer"},
		"max_nodes=50001": {"max_nodes", "number <= 50000"},
		"max_nodes=0":     {"max_nodes", "number >= 1"},
		"moves=f5a1":      {"move 2", "legal moves are f4, d6, f6"},
		"position=XO":     {"position", "want 64, 36 or 16"},
		"position=" + strings.Repeat("-", 16) + "+X":         {"position", "centre"},
		"game=tictactoe&position=XX-------+X":                {"position", "X moves first"},
		"game=tictactoe&moves=a1a1":                          {"move 2", "a1 is taken"},
		"game=numbers":                                       {"position", "tree of numbers", "((5 7 3)"},
		"game=numbers&position=((1+2)":                       {"position", "not closed"},
		"game=numbers&position=((1+2)x1)":                    {"position"},
		"game=numbers&position=(1+2)&moves=1":                {"moves", "takes no moves"},
		"game=numbers&position=((1+2)(3))&depth=1":           {"depth", "the tree is 2 deep"},
		"game=numbers&position=" + strings.Repeat("(", 60):   {"position", "plies deep"},
		"game=numbers&position=" + strings.Repeat("1", 4001): {"position", "length <= 4000"},
		"alg=minimax": {`"alg"`, "algo"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", treePath+"?"+query, "", words...)
	}
	s.WantProblem(http.StatusMethodNotAllowed, "POST", treePath, "{}", "GET")
}

// TestTreeAlgorithms checks that the enum of the parameter lists the algorithms.
func TestTreeAlgorithms(t *testing.T) {
	s := serve(t)
	for _, name := range classroom.Algorithms() {
		d := getTree(s, "game=tictactoe&moves=a1b1c1a2&algo="+name)
		if d.Algorithm != name || len(d.Tree) == 0 {
			t.Errorf("%s: algorithm %s with %d nodes, want a tree of %s", name, d.Algorithm, len(d.Tree), name)
		}
	}
}

func TestTreeWithoutTime(t *testing.T) {
	s := serve(t, func(o *setup) { o.MaxThink = 500 * time.Millisecond })
	s.WantProblem(http.StatusGatewayTimeout, "GET", treePath+"?algo=minimax&depth=20", "", "500ms",
		"choose a smaller depth")
	if d := getTree(s, "algo=minimax&depth=1"); d.Nodes != 5 {
		t.Errorf("tree after the timeout: %d nodes, want 5", d.Nodes)
	}
}

// TestTreeClientLeaves checks that every search ends when its client disconnects.
func TestTreeClientLeaves(t *testing.T) {
	s := serve(t)
	for _, name := range []string{"minimax", "alphabeta-table", "mtdf", "mcts", "pns"} {
		for _, path := range []string{treePath, comparePath} {
			ctx, cancel := context.WithCancel(t.Context())
			r := s.Request(ctx, "GET", path+"?depth=40&algo="+name, "")
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				if response, err := s.Client.Do(r); err == nil {
					_ = response.Body.Close()
				}
			}()
			running := func() int { n, _ := s.api.scheduler.Strong.Load(); return n }
			webtest.Eventually(t, "the search to begin", func() bool { return running() == 1 || done(ended) })
			left := time.Now()
			cancel()
			webtest.Eventually(t, "the search to end", func() bool { return running() == 0 })
			if took := time.Since(left); took > promptly {
				t.Errorf("%s: %s ended %v after its client disconnected, want at most %v", path, name, took, promptly)
			}
			webtest.Receive(t, "the client to return", ended)
			free(t, s.api.scheduler.Lessons)
		}
	}
}

func done(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func TestTreeServerCloses(t *testing.T) {
	s := serve(t)
	answers := make(chan int, 1)
	r := s.Request(t.Context(), "GET", treePath+"?algo=minimax&depth=40", "")
	go func() {
		response, err := s.Client.Do(r)
		if err != nil {
			answers <- 0
			return
		}
		_ = response.Body.Close()
		answers <- response.StatusCode
	}()
	webtest.Eventually(t, "the search to begin", func() bool { return busy(s.api.scheduler.Strong) == 1 })
	if err := s.close(); err != nil {
		t.Error(err)
	}
	if status := webtest.Receive(t, "the response", answers); status != http.StatusServiceUnavailable {
		t.Errorf("status %d, want 503", status)
	}
}

func TestTreeBusy(t *testing.T) {
	s := serve(t, func(o *setup) { o.MaxThink = 2 * time.Second })
	gate := s.api.scheduler.Lessons
	var turns []*work.Ticket
	fill := func(most int) {
		for turn, err := gate.Join("someone"); err == nil && len(turns) < most; turn, err = gate.Join("someone") {
			turns = append(turns, turn)
		}
	}
	fill(lessonsAtOnce)
	s.WantProblem(http.StatusServiceUnavailable, "GET", treePath+"?depth=1", "", "try again")
	fill(lessonsAtOnce + lessonsWaiting)
	s.WantProblem(http.StatusServiceUnavailable, "GET", comparePath+"?depth=1", "", "try again")
	// Quick players are still available.
	getTicTacToe(s, "O-XX-X-OO X")
	for _, turn := range turns {
		turn.Leave()
	}
	getTree(s, "depth=1")
}

func FuzzTree(f *testing.F) {
	f.Add("game=othello&size=6&algo=pvs&depth=2&max_nodes=10")
	f.Add("game=tictactoe&position=O-XX-X-OO+X&algo=mcts&depth=-1")
	f.Add("game=numbers&position=((5+7+3)(1+%3F+%3F))&algo=mtdf")
	f.Add("game=numbers&position=(((A=1+B)))&depth=99999999999999999999&max_nodes=-1")
	f.Add("algo=pns&size=4&position=-----OX--XO-----+O&moves=--&depth=3")
	f.Add("depth=%00&%ff=;")
	s := serve(f, func(o *setup) { o.MaxThink = 20 * time.Millisecond })
	f.Fuzz(func(t *testing.T, query string) {
		for _, path := range []string{treePath, comparePath} {
			w := answerTo(t, s, "GET", path, query, "")
			if w.Code != http.StatusGatewayTimeout {
				wantAnswer(t, w)
			}
			var d classroom.Document
			if path == treePath && w.Code == http.StatusOK {
				if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil {
					t.Fatal(err)
				}
				fuzzedTree(t, query, d)
			}
		}
	})
}

func fuzzedTree(t *testing.T, query string, d classroom.Document) {
	t.Helper()
	isCut := func(n classroom.Node) bool { return n.Kind == "cut" && n.Value != nil }
	if n := len(d.Tree); n == 0 || n > classroom.MostNodes {
		t.Errorf("%s: %d nodes, want 1 to %d", query, n, classroom.MostNodes)
	}
	if i := slices.IndexFunc(d.Tree, isCut); i >= 0 {
		t.Errorf("%s: cut node %d has a value: %+v", query, i, d.Tree[i])
	}
	if (d.Value == nil) != (d.Stopped != nil) {
		t.Errorf("%s: value %v and stopped %v, want exactly one of them", query, d.Value, d.Stopped)
	}
}
