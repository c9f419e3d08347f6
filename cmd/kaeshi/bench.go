package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/search"
)

// benchmark is what bench prints.
type benchmark struct {
	Schema      string  `json:"schema"`
	Nodes       uint64  `json:"nodes"`
	Seconds     float64 `json:"seconds"`
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

// measure searches the fixed positions with the weights of a file, when one is named, and counts perft 10, all on one
// thread.
func measure(ctx context.Context, weights string) (benchmark, error) {
	w, err := player.ReadWeights(weights)
	if err != nil {
		return benchmark{}, err
	}
	r, err := search.Bench(ctx, w)
	if err != nil {
		return benchmark{}, err
	}
	began := time.Now()
	leaves, err := countLeaves(ctx, othello.Start(othello.Size8, othello.Usual), 10)
	return benchmark{
		Schema: "kaeshi/bench/1", Nodes: r.Nodes, Seconds: r.Elapsed.Seconds(),
		NodesRate:   float64(r.Nodes) / r.Elapsed.Seconds(),
		PerftLeaves: leaves, PerftRate: float64(leaves) / time.Since(began).Seconds(),
	}, err
}
