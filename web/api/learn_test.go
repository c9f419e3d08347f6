package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/web/webtest"
)

const solve4Path = learnPath + "solve4"

func TestSolve4(t *testing.T) {
	s := serve(t)
	for start, want := range map[string]int{"": -10, "usual": -10, "parallel": -4} {
		got := read[classroom.Small](s, "GET", solve4Path+strings.Repeat("?start="+start, min(1, len(start))), "")
		whole := got
		whole.Schema, whole.Value = "kaeshi/solve4/1", want
		webtest.Same(t, start, whole, got)
		if got.Nodes < 1000 || got.PositionsMade < 1000 {
			t.Errorf("%s: %d nodes, %d positions made, want 1000 or more", start, got.Nodes, got.PositionsMade)
		}
		if uint64(got.PositionsMade) > got.Nodes {
			t.Errorf("%s: %d positions made for %d nodes, want at most one each", start, got.PositionsMade, got.Nodes)
		}
		// The principal variation is a legal game that ends with the value.
		setup := othello.Usual
		if start == "parallel" {
			setup = othello.Parallel
		}
		g, err := transcript.Parse(othello.Start(othello.Size4, setup), strings.Join(got.PV, ""))
		if err != nil {
			t.Fatal(err)
		}
		webtest.Same(t, fmt.Sprintf("%s: plies of %v", start, got.PV), len(got.PV), len(g.Moves))
		end := g.Position()
		if !end.Over() || end.ScoreBlack() != want {
			t.Errorf("%s: pv %v ends in %s with the score %d, want a finished game with %d", start, got.PV, end,
				end.ScoreBlack(), want)
		}
		if start == "parallel" && !slices.Contains(got.PV, "pass") {
			t.Errorf("principal variation %v, want one with a pass", got.PV)
		}
	}
	s.WantProblem(http.StatusUnprocessableEntity, "GET", solve4Path+"?start=odd", "", "start", `"odd"`,
		"usual, parallel")
	s.WantProblem(http.StatusUnprocessableEntity, "GET", solve4Path+"?size=8", "", `"size"`, "want start")
}

// TestSolve4Time checks that the reported time does not exceed the measured one.
func TestSolve4Time(t *testing.T) {
	s := serve(t)
	began := time.Now()
	got := read[classroom.Small](s, "GET", solve4Path, "")
	if took := time.Since(began); got.Seconds <= 0 || got.Seconds > took.Seconds() {
		t.Errorf("reported time %v s, want more than 0 and at most %v", got.Seconds, took)
	}
}
