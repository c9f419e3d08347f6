package main

import (
	"context"
	"fmt"
	"strconv"
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
		leaves, err := countLeaves(c.Context(), start, depth)
		if err != nil {
			return err
		}
		took := time.Since(began).Seconds()
		fmt.Fprintln(p.Out, leaves)
		fmt.Fprintf(p.Err, "%.3f s, %.1f M leaves/s\n", took, float64(leaves)/took/1e6)
		return nil
	}
	return c
}

// countLeaves returns [othello.Position.Perft]. It calls it for small subtrees, so that it can stop when ctx ends.
func countLeaves(ctx context.Context, from othello.Position, depth int) (leaves uint64, err error) {
	const subtree = 6 // plies; about 10 ms in the middle game
	moves := from.Moves()
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case depth <= subtree || len(moves) == 0:
		return from.Perft(depth), nil
	}
	for _, m := range moves {
		below, err := countLeaves(ctx, from.Play(m), depth-1)
		if err != nil {
			return 0, err
		}
		leaves += below
	}
	return leaves, nil
}
