package stats_test

import (
	"fmt"

	"github.com/kaeshi/kaeshi/match/stats"
)

// The estimate of a hundred pairs of games, counted by the points of the first player.
func ExamplePairs_Estimate() {
	pairs := stats.Pairs{5, 15, 40, 25, 15}
	e, ok := pairs.Estimate()
	fmt.Println(ok)
	fmt.Printf("%.1f %% of the points, Elo %+.0f, from %+.0f to %+.0f\n", 100*e.Score, e.Elo, e.Low, e.High)
	// Output:
	// true
	// 57.5 % of the points, Elo +53, from +16 to +90
}

// A sequential test ends as soon as there is a verdict.
func ExampleSPRT_Verdict() {
	test, err := stats.ParseSPRT("elo0=0,elo1=20")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, pairs := range []stats.Pairs{{1, 2, 4, 2, 1}, {20, 60, 200, 120, 60}} {
		llr := test.LLR(pairs)
		fmt.Printf("%d pairs: LLR %.2f %q\n", pairs.Count(), llr, test.Verdict(llr))
	}
	// Output:
	// 10 pairs: LLR -0.03 ""
	// 460 pairs: LLR 9.37 "H1"
}
