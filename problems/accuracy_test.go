package problems

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

// known contains the same position three times with scores and once without, and a line that is not a position.
const known = `-----OX--XO----- X; B1:+4; A2:+4; D3:+2; --:-127;
no position
-----OX--XO----- X
-----OX--XO----- X; D3:-6; C4:-2;
-----OX--XO----- X; B1:+0
`

// trial returns a trial of a player that evaluates every position as 3.5 and plays d3. The second report has a
// confidence of 95 %.
func trial(t *testing.T) (run *Trial, guesses *[]Comparison, bad *int) {
	t.Helper()
	guesses, bad = new([]Comparison), new(int)
	d3, err := othello.Size4.Parse("d3")
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	ask := func(_ context.Context, p othello.Position) (search.Report, error) {
		r := search.Report{Position: p, Move: d3, Score: 3.5, Confidence: 100, Nodes: 10}
		if calls++; calls == 2 {
			r.Confidence = 95
		}
		return r, nil
	}
	return &Trial{
		Evaluate: ask, Judged: func(g Comparison) error { *guesses = append(*guesses, g); return nil },
		Bad: func(error) { *bad++ },
	}, guesses, bad
}

// TestAccuracy compares sums that were computed by hand. The errors of the scores are −0.5, 5.5 and 3.5 discs.
func TestAccuracy(t *testing.T) {
	run, guesses, bad := trial(t)
	a, err := run.File(t.Context(), strings.NewReader(known))
	if err != nil {
		t.Fatal(err)
	}
	if *bad != 1 || a.Bad() != 1 {
		t.Fatalf("%d bad lines were reported and %d counted, want one", *bad, a.Bad())
	}
	want := Accuracy{
		Positions: 3, Unscored: 1, Best: 0, Close: 1, Scored: 2, Lost: 6, Absolute: 9.5, Bias: 8.5,
		Square: 42.75, Least: 95, Nodes: 30, bad: 1,
	}
	if a != want {
		t.Errorf("accuracy %+v, want %+v", a, want)
	}
	var lines []string
	for _, g := range *guesses {
		lines = append(lines, g.String())
	}
	wantLines := []string{
		"   1  12 empties   +3.50 for  +4, off  -0.50  depth 0 at 100 %            10 nodes     0.000 s  " +
			"d3: loses 2, best b1,a2",
		"   4  12 empties   +3.50 for  -2, off  +5.50  depth 0 at 95 %            10 nodes     0.000 s  " +
			"d3: loses 4, best c4",
		"   5  12 empties   +3.50 for  +0, off  +3.50  depth 0 at 100 %            10 nodes     0.000 s  " +
			"d3: no score in the file",
	}
	if diff := cmp.Diff(wantLines, lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	for _, part := range []string{
		"move among the best: 0, 0.0 %", "≤ 3: 1, 33.3 %",
		"absolute 3.167, root mean square 3.775, bias +2.833", "at least 95 %", "3.000, over 2 moves",
	} {
		if !strings.Contains(a.String(), part) {
			t.Errorf("%s, want %q in it", a, part)
		}
	}
}

// TestAccuracyAsJSON checks that the JSON has the sums, and that it omits means if there are no positions.
func TestAccuracyAsJSON(t *testing.T) {
	run, _, _ := trial(t)
	for file, want := range map[string]map[string]float64{
		known: {
			"mae": 9.5 / 3, "rmse": math.Sqrt(42.75 / 3), "bias": 8.5 / 3, "best_share": 0, "close_share": 1.0 / 3,
			"mean_loss": 3, "confidence": 95,
		},
		"": {},
	} {
		a, err := run.File(t.Context(), strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal([]byte(asJSON(t, a)), &got); err != nil {
			t.Fatal(err)
		}
		if got["schema"] != "kaeshi/accuracy/1" || got["positions"] != float64(a.Positions) {
			t.Errorf("%v, want the schema kaeshi/accuracy/1 and %d positions", got, a.Positions)
		}
		for name, value := range want {
			if x, ok := got[name].(float64); !ok || math.Abs(x-value) > 1e-12 {
				t.Errorf("%s: %v, want %v", name, got[name], value)
			}
		}
		if _, ok := got["mae"]; ok != (a.Positions > 0) {
			t.Errorf("%d positions: %v, want the field mae only if there are positions", a.Positions, got)
		}
	}
}

// TestAccuracyOfPerfectPlayer checks that a player that solves the positions makes no errors.
func TestAccuracyOfPerfectPlayer(t *testing.T) {
	e := search.New(search.Options{HashBytes: 1 << 20})
	var begun []int
	run := Trial{
		Evaluate: func(ctx context.Context, p othello.Position) (search.Report, error) { return e.Solve(ctx, p) },
		Began:    func(p obf.Problem) { begun = append(begun, p.Line) },
		Judged:   func(Comparison) error { return nil }, Bad: func(error) {},
	}
	a, err := run.File(t.Context(), strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	want := Accuracy{Positions: 4, Unscored: 1, Best: 4, Close: 4, Scored: 4, Least: 100, bad: 1}
	ignored := cmpopts.IgnoreFields(Accuracy{}, "Nodes", "Seconds")
	if diff := cmp.Diff(want, a, cmp.AllowUnexported(Accuracy{}), ignored); diff != "" {
		t.Errorf("accuracy (-want +got):\n%s", diff)
	}
	if a.Nodes == 0 {
		t.Error("no nodes were counted")
	}
	if !slices.Equal(begun, []int{1, 2, 4, 5}) {
		t.Errorf("evaluated lines %v, want 1, 2, 4 and 5", begun)
	}
}

// TestAccuracyStops checks that the sums after an error are those of the positions before it.
func TestAccuracyStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	run, _, _ := trial(t)
	full := errors.New("disk full")
	run.Judged = func(Comparison) error { cancel(); return nil }
	if a, err := run.File(ctx, strings.NewReader(known)); !errors.Is(err, context.Canceled) || a.Positions != 1 {
		t.Errorf("%d positions, want 1; error %v, want context.Canceled", a.Positions, err)
	}
	run.Judged = func(Comparison) error { return full }
	if a, err := run.File(t.Context(), strings.NewReader(known)); !errors.Is(err, full) || a.Positions != 1 {
		t.Errorf("%d positions, want 1; error %v, want %v", a.Positions, err, full)
	}
	run.Evaluate = func(context.Context, othello.Position) (search.Report, error) { return search.Report{}, full }
	a, err := run.File(t.Context(), strings.NewReader(known))
	if !errors.Is(err, full) || !strings.Contains(err.Error(), "line 1: ") {
		t.Errorf("error %v, want %v in line 1", err, full)
	}
	if a.Positions != 0 {
		t.Errorf("%d positions were counted, want none", a.Positions)
	}
	if _, err := run.File(t.Context(), strings.NewReader(strings.Repeat("-", 1<<17))); err != nil {
		t.Errorf("a long line: error %v, want none", err)
	}
}
