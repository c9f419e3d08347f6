package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/classroom"
)

const comparePath = learnPath + "compare"

func askCompare(s *site, query string) classroom.Table {
	s.Helper()
	return read[classroom.Table](s, "GET", comparePath+"?"+query, "")
}

func TestCompare(t *testing.T) {
	s := serve(t)
	table := askCompare(s, "size=6&depth=4&moves=c2b2")
	var names []string
	for _, row := range table.Rows {
		names = append(names, row.Algorithm)
		exact := row.Algorithm != "pns" && row.Algorithm != "mcts"
		if row.Value == nil || row.Depth != 4 || row.Move == "" || row.Nodes == 0 || row.Error != "" ||
			exact && *row.Value != *table.Rows[0].Value {
			t.Errorf("%+v", row)
		}
	}
	if !slices.Equal(names, classroom.Algorithms()) || table.Schema != "kaeshi/compare/1" || table.Depth != 4 ||
		table.ByDepth != nil {
		t.Errorf("%+v", table)
	}
	two := askCompare(s, "size=6&depth=4&moves=c2b2&algo=alphabeta,+minimax")
	if len(two.Rows) != 2 || two.Rows[0].Algorithm != "alphabeta" || two.Rows[1].Nodes != table.Rows[0].Nodes ||
		two.Rows[0].Nodes >= two.Rows[1].Nodes {
		t.Errorf("%+v", two.Rows)
	}
}

// The chart's counts are those of searches to each depth, and end where the whole game is seen.
func TestCompareDepths(t *testing.T) {
	s := serve(t)
	table := askCompare(s, "size=6&depth=4&algo=minimax,alphabeta&depths=1")
	for _, row := range table.Rows {
		counts := table.ByDepth[row.Algorithm]
		if len(counts) != 4 || counts[3] != row.Nodes {
			t.Fatalf("%s: %v, and %d to the full depth", row.Algorithm, counts, row.Nodes)
		}
		for i, nodes := range counts {
			one := askCompare(s, "size=6&algo="+row.Algorithm+"&depth="+strconv.Itoa(i+1))
			if one.Rows[0].Nodes != nodes {
				t.Errorf("%s to depth %d: %d nodes, in the chart %d", row.Algorithm, i+1, one.Rows[0].Nodes, nodes)
			}
		}
	}
	end := askCompare(s, "game=tictactoe&position=O-XX-X-OO+X&depth=60&depths=1&algo=minimax,alphabeta-table")
	for name, counts := range end.ByDepth {
		if len(counts) != 3 || !slices.IsSorted(counts) {
			t.Errorf("three empty squares: %s has %v", name, counts)
		}
	}
	long := askCompare(s, "size=4&depth=60&depths=1&algo=alphabeta,mcts")
	for name, counts := range long.ByDepth {
		if len(counts) < 12 || len(counts) > 20 {
			t.Errorf("4×4: %s has %v", name, counts)
		}
	}
	numbers := askCompare(s, "game=numbers&depths=1&algo=minimax,alphabeta&position="+url.QueryEscape("((5 7 3)(1 ? ?)(? ? 2))"))
	if numbers.ByDepth != nil || numbers.Rows[0].Error == "" || numbers.Rows[0].Value != nil {
		t.Errorf("numbers: %+v", numbers)
	}
}

// A search that takes too long leaves the others their time.
func TestCompareWithoutTime(t *testing.T) {
	s := serve(t, func(o *setup) { o.MaxThink = 3 * time.Second })
	began := time.Now()
	table := askCompare(s, "depth=20&depths=1&algo=minimax,mcts")
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %v", took)
	}
	slow := table.Rows[0]
	if len(table.Rows) != 2 || slow.Value != nil || !strings.Contains(slow.Error, "choose a smaller depth") ||
		slow.Depth != 20 {
		t.Errorf("%+v", table)
	}
	if counts := table.ByDepth["minimax"]; len(counts) == 0 || len(counts) >= 20 || counts[0] != 5 {
		t.Errorf("chart %v", counts)
	}
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
		"max_nodes=10":                       {`"max_nodes"`, "there are"},
		"game=numbers&position=(1":           {"position", "not closed"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", comparePath+"?"+query, "", words...)
	}
}
