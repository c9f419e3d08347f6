package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/search"
)

// benchmark is the output of bench.
type benchmark struct {
	Schema      string  `json:"schema"`
	Nodes       uint64  `json:"nodes"`
	Seconds     float64 `json:"seconds"` // of the median round
	NodesRate   float64 `json:"nodes_per_second"`
	PerftLeaves uint64  `json:"perft_leaves"`
	PerftRate   float64 `json:"perft_leaves_per_second"`
}

func (p *program) benchCommand() *cobra.Command {
	c := p.Command("bench", "bench", verb.Args(0, 0, ""))
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	weights := c.Flags().String("weights", "", p.Words["bench.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		b, err := measure(c.Context(), *weights)
		if err != nil {
			return err
		}
		if *asJSON {
			return json.NewEncoder(p.Out).Encode(b)
		}
		_, err = fmt.Fprintf(p.Out, "%d nodes, %.1f M nodes/s; perft %.1f M leaves/s\n",
			b.Nodes, b.NodesRate/1e6, b.PerftRate/1e6)
		return err
	}
	return c
}

// The minimum time of each part. The rates are those of the median round.
const (
	benchSearch = 3 * time.Second
	benchPerft  = time.Second
)

// measure repeatedly searches the fixed positions and counts perft 10, on one thread. It uses the weights of a file, or
// the built-in weights if the name is empty.
func measure(ctx context.Context, weights string) (benchmark, error) {
	w, err := player.ReadWeights(weights)
	if err != nil {
		return benchmark{}, err
	}
	b := benchmark{Schema: "kaeshi/bench/1"}
	took, err := median(benchSearch, func() (time.Duration, error) {
		r, err := search.Bench(ctx, w)
		b.Nodes = r.Nodes
		return r.Elapsed, err
	})
	if err != nil {
		return b, err
	}
	b.Seconds, b.NodesRate = took.Seconds(), float64(b.Nodes)/took.Seconds()
	took, err = median(benchPerft, func() (time.Duration, error) {
		began := time.Now()
		b.PerftLeaves, err = countLeaves(ctx, othello.Start(othello.Size8, othello.Usual), 10, new(atomic.Uint64))
		return time.Since(began), err
	})
	b.PerftRate = float64(b.PerftLeaves) / took.Seconds()
	return b, err
}

// median repeats a round until all rounds have taken the time least in total, and returns the time of the median round.
func median(least time.Duration, round func() (time.Duration, error)) (time.Duration, error) {
	var rounds []time.Duration
	for total := time.Duration(0); total < least; {
		took, err := round()
		if err != nil {
			return 0, err
		}
		rounds = append(rounds, took)
		total += took
	}
	slices.Sort(rounds)
	return rounds[len(rounds)/2], nil
}
