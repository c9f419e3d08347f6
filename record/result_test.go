package record_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

func TestOutcome(t *testing.T) {
	going := othello.Start(othello.Size8, othello.Usual)
	over := going
	over.Mover, over.Other = going.Mover|going.Other, 0 // 64 for Black
	onBoard := record.Result{Known: true, ScoreBlack: 64}
	for _, c := range []struct {
		name   string
		result record.Result
		end    othello.Position
		want   record.Result
	}{
		{"no result", record.Result{}, going, record.Result{}},
		{"only on the board", record.Result{}, over, onBoard},
		{
			"the recorded result differs",
			record.Result{Known: true, ScoreBlack: -2},
			over,
			record.Result{Known: true, ScoreBlack: -2},
		},
		{
			"recorded",
			record.Result{Known: true, ScoreBlack: -2},
			going,
			record.Result{Known: true, ScoreBlack: -2},
		},
		{
			"only the winner",
			record.Result{Known: true, ScoreBlack: -1, OnlyWinner: true},
			going,
			record.Result{Known: true, ScoreBlack: -1, OnlyWinner: true},
		},
		{
			"the board shows the score as well",
			record.Result{Known: true, ScoreBlack: 1, OnlyWinner: true, Reason: record.OutOfTime, Detail: "flag"},
			over,
			record.Result{Known: true, ScoreBlack: 64, Reason: record.OutOfTime, Detail: "flag"},
		},
		{
			"the board contradicts the winner",
			record.Result{Known: true, ScoreBlack: -1, OnlyWinner: true},
			over,
			record.Result{Known: true, ScoreBlack: -1, OnlyWinner: true},
		},
		{
			"a draw",
			record.Result{Known: true, OnlyWinner: true},
			going,
			record.Result{Known: true, OnlyWinner: true},
		},
	} {
		g := record.Game{Start: c.end, Result: c.result}
		if diff := cmp.Diff(c.want, g.Outcome()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.name, diff)
		}
	}
}

// TestContradiction checks that only a finished board contradicts a result, and only one of a game that was played out.
func TestContradiction(t *testing.T) {
	over, err := othello.Parse("XXXXXXXXXXXXXXXX X") // 4×4, all black
	if err != nil {
		t.Fatal(err)
	}
	board := record.Result{Known: true, ScoreBlack: 16}
	for _, c := range []struct {
		name  string
		start othello.Position
		given record.Result
		want  record.Result
		found bool
	}{
		{"nothing recorded", over, record.Result{}, board, false},
		{"the same score", over, board, board, false},
		{"the same winner", over, record.Result{Known: true, ScoreBlack: 1, OnlyWinner: true}, board, false},
		{"another score", over, record.Result{Known: true, ScoreBlack: 4}, board, true},
		{"another winner", over, record.Result{Known: true, ScoreBlack: -1, OnlyWinner: true}, board, true},
		{"a draw", over, record.Result{Known: true}, board, true},
		{"on time", over, record.Result{Known: true, ScoreBlack: -16, Reason: record.OutOfTime}, board, false},
		{
			"not over", othello.Start(othello.Size4, othello.Usual),
			record.Result{Known: true, ScoreBlack: 4},
			board,
			false,
		},
	} {
		g := record.Game{Start: c.start, Result: c.given}
		got, found := g.Contradiction()
		if found != c.found {
			t.Errorf("%s: found %t, want %t", c.name, found, c.found)
		}
		if diff := cmp.Diff(c.want, got); found && diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.name, diff)
		}
	}
}

func TestResultWinner(t *testing.T) {
	for want, r := range map[string]record.Result{
		"": {}, "draw": {Known: true}, "black": {Known: true, ScoreBlack: 2},
		"white": {Known: true, ScoreBlack: -1, OnlyWinner: true},
	} {
		if got := r.Winner(); got != want {
			t.Errorf("%+v: %q, want %q", r, got, want)
		}
	}
}

func TestYear(t *testing.T) {
	for date, want := range map[string]int{
		"": 0, "1997": 1997, "1997-05": 1997, "1997-05-03T10:00:00Z": 1997, "97": 0, "19970503": 0, "unknown": 0,
		"-997": 0, "0000": 0, "1997/5": 1997,
	} {
		g := record.Game{Date: date}
		if got := g.Year(); got != want {
			t.Errorf("%q: %d, want %d", date, got, want)
		}
	}
}
