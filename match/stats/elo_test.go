package stats

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %.4f, want %.4f", what, got, want)
	}
}

// TestPublishedElo uses values of the test suite of fastchess (https://github.com/Disservin/fastchess,
// app/tests/elo_test.cpp), which are rounded to hundredths and have half the width of the interval.
func TestPublishedElo(t *testing.T) {
	for _, c := range []struct {
		pairs                       Pairs
		nElo, nError, elo, eloError float64
	}{
		{Pairs{34, 54, 31 + 32, 64, 75}, 57.94, 28.28, 55.58, 27.65},
		{Pairs{332, 433, 457 + 41, 333, 334}, -9.17, 10.96, -8.64, 10.33},
		{Pairs{7895, 8757, 5485 + 200, 568, 9999}, -19.01, 2.65, -21.04, 2.95},
	} {
		e, ok := c.pairs.Estimate()
		if !ok {
			t.Fatal("no estimate")
		}
		near(t, "normalised Elo", e.NElo, c.nElo, 0.006)
		near(t, "its error", (e.NHigh-e.NLow)/2, c.nError, 0.006)
		near(t, "Elo", e.Elo, c.elo, 0.006)
		near(t, "its error", (e.High-e.Low)/2, c.eloError, 0.006)
	}
	e, _ := Pairs{332, 433, 457 + 41, 333, 334}.Estimate()
	near(t, "likelihood of superiority", e.LOS, 0.0505, 0.00006)
}

// TestPublishedInterval uses values of the test suite of racetrack (https://github.com/MortenLohne/racetrack), which
// has both ends of the interval.
func TestPublishedInterval(t *testing.T) {
	for _, c := range []struct {
		pairs          Pairs
		low, elo, high float64
	}{
		{Pairs{485, 1923, 2942, 1937, 594}, 1.21, 5.11, 9.02},
		{Pairs{261, 739, 2683, 737, 253}, -5.00, -0.67, 3.66},
		{Pairs{63, 252, 385, 250, 74}, -7.38, 3.39, 14.17},
		{Pairs{527, 1007, 1932, 933, 511}, -9.16, -3.75, 1.66},
		{Pairs{175, 305, 694, 291, 157}, -14.57, -5.36, 3.85},
	} {
		e, _ := c.pairs.Estimate()
		near(t, "low", e.Low, c.low, 0.006)
		near(t, "Elo", e.Elo, c.elo, 0.006)
		near(t, "high", e.High, c.high, 0.006)
	}
}

func TestExtremeEstimates(t *testing.T) {
	if _, ok := (Pairs{}).Estimate(); ok {
		t.Error("Estimate returns an estimate without pairs")
	}
	e, _ := Pairs{4: 100}.Estimate()
	if !math.IsInf(e.Elo, 1) || !math.IsInf(e.High, 1) {
		t.Errorf("all won: Elo %v, at most %v, want both infinite", e.Elo, e.High)
	}
	if e.LOS != 1 {
		t.Errorf("all won: LOS %v, want 1", e.LOS)
	}
	near(t, "the lower bound after 100 won pairs", ExpectedScore(e.Low), math.Pow(0.025, 0.01), 1e-9)
	e, _ = Pairs{0: 100}.Estimate()
	if !math.IsInf(e.Elo, -1) || !math.IsInf(e.Low, -1) {
		t.Errorf("all lost: Elo %v, at least %v, want both infinite", e.Elo, e.Low)
	}
	if e.LOS > 1e-30 {
		t.Errorf("all lost: LOS %v, want at most 1e-30", e.LOS)
	}
	if e.High > -500 {
		t.Errorf("all lost: the upper bound is %v, want at most -500", e.High)
	}
	if e, _ = (Pairs{3: 1}).Estimate(); e.LOS != 0.75 {
		t.Errorf("one pair: LOS %v, want 0.75", e.LOS)
	}
	e, _ = Pairs{2: 50}.Estimate()
	want := Estimate{Score: 0.5, LOS: 0.5, Pairs: 50}
	if diff := cmp.Diff(want, e, cmpopts.IgnoreFields(Estimate{}, "Low", "High", "NLow", "NHigh")); diff != "" {
		t.Errorf("all split (-want +got):\n%s", diff)
	}
	if e.Low >= -5 || e.High <= 5 {
		t.Errorf("all split: Elo from %v to %v, want wider than -5 to 5", e.Low, e.High)
	}
}
