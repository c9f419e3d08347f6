package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/web/webtest"
)

const comparePath = learnPath + "compare"

func getCompare(s *site, query string) classroom.Table {
	s.Helper()
	return read[classroom.Table](s, "GET", comparePath+"?"+query, "")
}

// sentFields ignores the fields of rows that are not in the response.
func sentFields() cmp.Option { return cmpopts.IgnoreUnexported(classroom.Row{}) }

func TestCompare(t *testing.T) {
	s := serve(t)
	table := getCompare(s, "size=6&depth=4&moves=c2b2")
	var names []string
	for _, row := range table.Rows {
		names = append(names, row.Algorithm)
		exact := row.Algorithm != "pns" && row.Algorithm != "mcts"
		if row.Value == nil {
			t.Fatalf("%s has the error %q, want a value", row.Algorithm, row.Error)
		}
		want := row
		want.Depth, want.Error = 4, ""
		if exact {
			want.Value = table.Rows[0].Value
		}
		webtest.Same(t, row.Algorithm, want, row, sentFields())
		if row.Move == "" || row.Nodes == 0 {
			t.Errorf("%s: move %q and %d nodes, want a move and at least one node", row.Algorithm, row.Move, row.Nodes)
		}
	}
	webtest.Same(t, "algorithms", classroom.Algorithms(), names)
	want := table
	want.Schema, want.Depth, want.ByDepth = "kaeshi/compare/1", 4, nil
	webtest.Same(t, "the table", want, table, sentFields())
	two := getCompare(s, "size=6&depth=4&moves=c2b2&algo=alphabeta,+minimax")
	if len(two.Rows) != 2 {
		t.Fatalf("%d rows, want 2", len(two.Rows))
	}
	webtest.Same(t, "the first of two", "alphabeta", two.Rows[0].Algorithm)
	webtest.Same(t, "nodes of minimax", table.Rows[0].Nodes, two.Rows[1].Nodes)
	if two.Rows[0].Nodes >= two.Rows[1].Nodes {
		t.Errorf("alphabeta has %d nodes, want fewer than minimax with %d", two.Rows[0].Nodes, two.Rows[1].Nodes)
	}
}

// TestCompareDepths checks that the counts by depth equal those of separate searches, and that they end at the depth at
// which a search reaches the end of every line.
func TestCompareDepths(t *testing.T) {
	s := serve(t)
	table := getCompare(s, "size=6&depth=4&algo=minimax,alphabeta&depths=1")
	for _, row := range table.Rows {
		counts := table.ByDepth[row.Algorithm]
		if len(counts) != 4 || counts[3] != row.Nodes {
			t.Fatalf("%s: counts %v, want the last one to be %d", row.Algorithm, counts, row.Nodes)
		}
		for i, nodes := range counts {
			one := getCompare(s, "size=6&algo="+row.Algorithm+"&depth="+strconv.Itoa(i+1))
			if one.Rows[0].Nodes != nodes {
				t.Errorf("%s to depth %d: by_depth has %d nodes, want %d", row.Algorithm, i+1, nodes, one.Rows[0].Nodes)
			}
		}
	}
	end := getCompare(s, "game=tictactoe&position=O-XX-X-OO+X&depth=60&depths=1&algo=minimax,alphabeta-table")
	for name, counts := range end.ByDepth {
		if len(counts) != 3 || !slices.IsSorted(counts) {
			t.Errorf("three empty squares: %s has the counts %v, want three in ascending order", name, counts)
		}
	}
	long := getCompare(s, "size=4&depth=60&depths=1&algo=alphabeta,mcts")
	for name, counts := range long.ByDepth {
		if len(counts) < 12 || len(counts) > 20 {
			t.Errorf("4×4: %s has %d counts, want 12 to 20: %v", name, len(counts), counts)
		}
	}
	numbers := getCompare(s, "game=numbers&depths=1&algo=minimax,alphabeta&position="+
		url.QueryEscape("((5 7 3)(1 ? ?)(? ? 2))"))
	if numbers.ByDepth != nil {
		t.Errorf("numbers: by_depth %v, want none", numbers.ByDepth)
	}
	row := numbers.Rows[0]
	if row.Error == "" || row.Value != nil {
		t.Errorf("numbers: value %v and error %q, want an error only", row.Value, row.Error)
	}
}

// TestCompareWithoutTime checks that the other searches still run after one has exceeded its share of the time.
func TestCompareWithoutTime(t *testing.T) {
	s := serve(t, func(o *setup) { o.MaxThink = 3 * time.Second })
	began := time.Now()
	table := getCompare(s, "depth=20&depths=1&algo=minimax,mcts")
	if took := time.Since(began); took > time.Minute {
		t.Errorf("the comparison took %v, want at most a minute", took)
	}
	slow := table.Rows[0]
	if len(table.Rows) != 2 {
		t.Errorf("%d rows, want 2", len(table.Rows))
	}
	want := slow
	want.Value, want.Depth = nil, 20
	webtest.Same(t, "the slow row", want, slow, sentFields())
	if !strings.Contains(slow.Error, "choose a smaller depth") {
		t.Errorf("error %q of the slow search, want one with %q", slow.Error, "choose a smaller depth")
	}
	counts := table.ByDepth["minimax"]
	if len(counts) == 0 || len(counts) >= 20 {
		t.Fatalf("counts of %d depths, want 1 to 19", len(counts))
	}
	webtest.Same(t, "nodes to depth 1", 5, counts[0])
}

func TestCompareProblems(t *testing.T) {
	s := serve(t)
	for query, words := range map[string][]string{
		"algo=magic":                         {"algo", `"magic"`, "minimax", "mcts"},
		"algo=minimax,,pvs":                  {"algo", `""`},
		"algo=minimax,pvs,minimax":           {"algo", "minimax", "twice"},
		"algo=" + strings.Repeat("pvs,", 99): {"algo", "length <= 200"},
		"depths=2":                           {"depths", "number <= 1"},
		"depth=99":                           {"depth", "number <= 60"},
		"moves=a1":                           {"move 1", "legal moves are"},
		"max_nodes=10":                       {`"max_nodes"`, "want"},
		"game=numbers&position=(1":           {"position", "not closed"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", comparePath+"?"+query, "", words...)
	}
}
