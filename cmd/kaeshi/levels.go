package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/player"
)

func (p *program) levelsCommand() *cobra.Command {
	c := &cobra.Command{Use: "levels", Short: p.words["levels.short"], Long: p.words["levels.long"], Args: between(0, 0, "")}
	c.Example = p.words["levels.example"]
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	measure := c.Flags().Bool("measure", false, p.words["levels.measure"])
	last := c.Flags().Int("to", player.MaxLevel, p.words["levels.to"])
	limit := c.Flags().Duration("time", 3*time.Minute, p.words["levels.time"])
	most := c.Flags().Duration("move-time", 10*time.Second, p.words["levels.moveTime"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		switch {
		case !*measure && (c.Flags().Changed("to") || c.Flags().Changed("time") || c.Flags().Changed("move-time")):
			return usage("--to, --time and --move-time go with --measure")
		case *last < 0 || *last > player.MaxLevel:
			return usage("--to %d: expected a level from 0 to %d", *last, player.MaxLevel)
		case *limit <= 0:
			return usage("--time %v: expected more than 0s", *limit)
		case *most <= 0:
			return usage("--move-time %v: expected more than 0s", *most)
		case *measure:
			return p.measureLevels(c.Context(), *last, *limit, *most, *asJSON)
		}
		known, err := player.KnownLevels()
		if err != nil {
			return err
		}
		return p.showLevels(known, *asJSON)
	}
	return c
}

// measureLevels shows each level when it is measured, until all are or the time is over. Who interrupts it keeps what was measured.
func (p *program) measureLevels(ctx context.Context, last int, limit, most time.Duration, asJSON bool) error {
	sheet, measured := p.levelSheet(asJSON), player.Measured(machine(), readBuild().String(), time.Now())
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := player.MeasureLevels(limited, 0, last, most, func(l player.Level) error {
		measured.Levels = append(measured.Levels, l)
		return sheet.row(l)
	})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil
	}
	return errors.Join(sheet.end(measured), err)
}
