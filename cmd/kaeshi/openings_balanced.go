package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) balancedCommand() *cobra.Command {
	var s opening.Settings
	c := &cobra.Command{
		Use: "balanced", Short: p.words["openings.balanced.short"], Long: p.words["openings.balanced.long"],
		Example: p.words["openings.balanced.example"], Args: between(0, 0, ""),
	}
	c.Flags().IntVar(&s.Plies, "plies", 8, p.words["openings.plies"])
	c.Flags().Float64Var(&s.Window, "window", 2, p.words["openings.window"])
	c.Flags().Uint64Var(&s.Seed, "seed", 1, p.words["openings.seed"])
	count := c.Flags().IntP("count", "n", 100, p.words["openings.count"])
	level := c.Flags().IntP("level", "l", player.DefaultLevel, p.words["openings.level"])
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *level < 0 || *level > player.MaxLevel {
			return usage("--level %d: expected a level from 0 to %d", *level, player.MaxLevel)
		}
		starts, err := opening.Balanced(c.Context(), *count, s, judge(*level))
		for _, start := range starts {
			if err := p.show(balanced{"kaeshi/balanced/1", start.String(), start.Score, start.Position().Turn.String()}, *asJSON); err != nil {
				return err
			}
		}
		return err
	}
	return c
}

// judge scores positions as the engine does at a level, each as if it were the first.
func judge(level int) opening.Score {
	engine, limits := search.New(search.Options{HashBytes: 8 << 20}), player.LevelLimits(level, 0)
	return func(ctx context.Context, at othello.Position) (float64, error) {
		engine.Forget()
		r, err := engine.Search(ctx, at, limits, nil)
		return r.Score, err
	}
}

// balanced is a start and its score for the side to move.
type balanced struct {
	Schema string  `json:"schema"`
	Moves  string  `json:"moves"`
	Score  float64 `json:"score"`
	Pov    string  `json:"pov"`
}

func (b balanced) String() string { return fmt.Sprintf("%s %+.2f", b.Moves, b.Score) }
