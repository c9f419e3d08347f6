package match

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/kaeshi/kaeshi/match/stats"
)

// TestPublishedRatings uses the American League of 1987, wins of the row's team over the column's, and the estimates of
// A. Agresti, Categorical Data Analysis (2nd edition, 2002, section 10.6), in logits above Baltimore, as printed with
// their errors by the package BradleyTerry2 for R.
func TestPublishedRatings(t *testing.T) {
	teams := []string{"Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"}
	wins := [][]int{
		{0, 7, 9, 7, 7, 9, 11},
		{6, 0, 7, 5, 11, 9, 9},
		{4, 6, 0, 7, 7, 8, 12},
		{6, 8, 6, 0, 6, 7, 10},
		{6, 2, 6, 7, 0, 7, 12},
		{4, 4, 5, 6, 6, 0, 6},
		{2, 4, 1, 3, 1, 7, 0},
	}
	want := []float64{1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0}
	wantError := []float64{0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319, 0}
	var meetings []meeting
	for a := range wins {
		for b := range a {
			meetings = append(meetings, meeting{a: a, b: b, Tally: Tally{Wins: wins[a][b], Losses: wins[b][a]}})
		}
	}
	const hardly = 1e-7
	list, err := ratings(len(teams), meetings, hardly)
	if err != nil {
		t.Fatal(err)
	}
	strength := make([]float64, len(teams))
	for i, r := range list {
		strength[i] = r.Elo / stats.EloPerLogit
		near(t, teams[i], strength[i]-list[6].Elo/stats.EloPerLogit, want[i], 0.0001)
	}
	inverse, err := information(strength, meetings, hardly).inverse()
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range wantError {
		near(t, teams[i]+", error", math.Sqrt(inverse[i][i]+inverse[6][6]-2*inverse[i][6]), w, 0.0001)
	}
	if _, err := ratings(2, nil, 0); !errors.Is(err, errSingular) {
		t.Errorf("unconnected players: error %v, want %v", err, errSingular)
	}
}

func TestExtremeRatings(t *testing.T) {
	list, err := ratings(3, []meeting{
		{a: 0, b: 1, Tally: Tally{Wins: 200, Pairs: stats.Pairs{4: 100}}},
		{a: 1, b: 2, Tally: Tally{Wins: 200, Pairs: stats.Pairs{4: 100}}},
	}, priorDraws)
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := list[0], list[1], list[2]
	if a.Low <= b.Elo || b.Elo <= c.Elo {
		t.Errorf("rated %v from %v, %v and %v, want descending", a.Elo, a.Low, b.Elo, c.Elo)
	}
	if a.Elo >= 3000 || c.Elo <= -3000 {
		t.Errorf("rated from %v to %v, want less than 3000 from 0", c.Elo, a.Elo)
	}
	if a.High <= a.Elo+50 {
		t.Errorf("the upper bound is %v, want more than 50 above %v", a.High, a.Elo)
	}
}

// TestRatingErrors checks that in 95 % of simulated tournaments the true strength of a player is within the interval.
func TestRatingErrors(t *testing.T) {
	truth := []float64{150, 40, -10, -60, -120}
	r := rand.New(rand.NewPCG(5, 5))
	inside, all := 0, 0
	for range 200 {
		var meetings []meeting
		for a := range truth {
			for b := range a {
				m := meeting{a: a, b: b}
				for range 50 {
					first, second := r.Float64() < stats.ExpectedScore(truth[a]-truth[b]),
						r.Float64() < stats.ExpectedScore(truth[a]-truth[b])
					half := 0
					for _, won := range []bool{first, second} {
						m.add(map[bool]int{true: 10, false: -10}[won])
						half += map[bool]int{true: 2}[won]
					}
					m.Pairs[half]++
				}
				meetings = append(meetings, m)
			}
		}
		list, err := ratings(len(truth), meetings, priorDraws)
		if err != nil {
			t.Fatal(err)
		}
		for i, rating := range list {
			if all++; rating.Low <= truth[i] && truth[i] <= rating.High {
				inside++
			}
		}
	}
	if share := float64(inside) / float64(all); share < 0.935 || share > 0.985 {
		t.Errorf("%.1f %% of the intervals contain the true strength, want 93.5 %% to 98.5 %%", 100*share)
	}
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %.4f, want %.4f", what, got, want)
	}
}
