package main

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
)

func (p *program) perftCommand() *cobra.Command {
	c := p.Command("perft", "perft DEPTH", verb.Args(1, 1, "one argument, the depth"))
	c.ValidArgsFunction = cobra.NoFileCompletions
	board := flags.AddBoard(c, p.Words)
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) error {
		depth, err := strconv.Atoi(args[0])
		if err != nil || depth < 0 {
			return terminal.Usage("depth %q is not a whole number of plies (want 0 or more)", args[0])
		}
		start, err := board.Position()
		if err != nil {
			return err
		}
		began := time.Now()
		var counted atomic.Uint64
		watch := p.Watch(c.Context(), func(elapsed time.Duration) string {
			return fmt.Sprintf("%d leaves so far, %.0f s", counted.Load(), elapsed.Seconds())
		})
		leaves, err := countLeaves(c.Context(), start, depth, &counted)
		watch.Stop()
		if err != nil {
			return err
		}
		count := leafCount{"kaeshi/perft/1", start.String(), depth, leaves, time.Since(began).Seconds()}
		if !*asJSON {
			fmt.Fprintf(p.Err, "%.3f s, %.1f M leaves/s\n", count.Seconds, float64(leaves)/count.Seconds/1e6)
		}
		return p.Show(count, *asJSON)
	}
	return c
}

// leafCount is the result of perft.
type leafCount struct {
	Schema   string  `json:"schema"`
	Position string  `json:"position"` // the start
	Depth    int     `json:"depth"`    // plies
	Leaves   uint64  `json:"leaves"`   // positions after Depth plies, passes counted as plies
	Seconds  float64 `json:"seconds"`
}

// String returns the number of leaves.
func (l leafCount) String() string { return strconv.FormatUint(l.Leaves, 10) }

// countLeaves returns [othello.Position.Perft] and updates counted during the count. It calls Perft for small subtrees,
// so that it can stop when ctx ends.
func countLeaves(
	ctx context.Context, from othello.Position, depth int, counted *atomic.Uint64,
) (leaves uint64, err error) {
	const subtree = 6 // plies; about 10 ms in the middle game
	moves := from.Moves()
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case depth <= subtree || len(moves) == 0:
		leaves = from.Perft(depth)
		counted.Add(leaves)
		return leaves, nil
	}
	for _, m := range moves {
		below, err := countLeaves(ctx, from.Play(m), depth-1, counted)
		if err != nil {
			return 0, err
		}
		leaves += below
	}
	return leaves, nil
}
