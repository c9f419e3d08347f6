package main

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) openingsCommand() *cobra.Command {
	c := p.Command("openings", "openings", verb.Args(0, 0, ""))
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(*cobra.Command, []string) error {
		for _, l := range opening.Named() {
			if err := p.Show(newNamed(opening.At(l.Position()), l.String()), *asJSON); err != nil {
				return err
			}
		}
		return nil
	}
	c.AddCommand(p.openingNameCommand(), p.balancedCommand())
	return c
}

func (p *program) openingNameCommand() *cobra.Command {
	c := p.Command("openings.name", "name TRANSCRIPT", verb.Args(1, 1, "one argument, a transcript"))
	c.ValidArgsFunction = cobra.NoFileCompletions
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(_ *cobra.Command, args []string) error {
		g, err := files.Text(othello.Start(othello.Size8, othello.Usual), args[0])
		if err != nil {
			return terminal.Illegal("%w", err)
		}
		return p.Show(newNamed(opening.Find(g.Start, g.Moves), g.Transcript()), *asJSON)
	}
	return c
}

// named is a line of moves with the names of its opening.
type named struct {
	Schema     string `json:"schema"`
	Transcript string `json:"transcript,omitempty"`

	opening.NamesText
}

func newNamed(n opening.Names, moves string) named { return named{"kaeshi/opening/1", moves, n.Text()} }

// String returns the line of the text output: the moves, then the number of plies and the names in English and in
// Japanese.
func (n named) String() string {
	parts := []string{n.Transcript}
	for _, t := range []*opening.NameText{n.English, n.Japanese} {
		if t != nil {
			parts = append(parts, fmt.Sprintf("%d %s", t.Ply, strings.Join(t.Names, " / ")))
		}
	}
	if len(parts) == 1 {
		parts = append(parts, "-")
	}
	return strings.Join(parts, "\t")
}

func (p *program) balancedCommand() *cobra.Command {
	var s opening.Settings
	c := p.Command("openings.balanced", "balanced", verb.Args(0, 0, ""))
	c.Flags().IntVar(&s.Plies, "plies", 8, p.Words["openings.plies"])
	c.Flags().Float64Var(&s.Window, "window", 2, p.Words["openings.window"])
	c.Flags().Uint64Var(&s.Seed, "seed", 1, p.Words["openings.seed"])
	count := c.Flags().IntP("count", "n", 100, p.Words["openings.count"])
	level := c.Flags().IntP("level", "l", search.DefaultLevel, p.Words["openings.level"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	flags.Between(c, 1, opening.MostPlies, "plies")
	flags.AtLeast(c, 1, "count")
	flags.Between(c, 0, search.MaxLevel, "level")
	c.RunE = func(c *cobra.Command, _ []string) error {
		var shown atomic.Int64
		watch := p.Watch(c.Context(), func(time.Duration) string {
			return fmt.Sprintf("%d of %d starts", shown.Load(), *count)
		})
		defer watch.Stop()
		for start, err := range opening.BalancedSeq(c.Context(), *count, s, judge(*level)) {
			if err != nil {
				return err
			}
			shown.Add(1)
			watch.Clear()
			if err := p.Show(balanced{"kaeshi/balanced/1", start.String(), start.Score, start.Position().Turn.String()},
				*asJSON); err != nil {
				return err
			}
		}
		return nil
	}
	return c
}

// judge returns a Judge that searches at a level, with an empty transposition table for each position.
func judge(level int) opening.Judge {
	engine, limits := search.New(search.Options{HashBytes: 8 << 20}), search.LevelLimits(level, 0)
	return func(ctx context.Context, at othello.Position) (othello.Score, error) {
		engine.Forget()
		r, err := engine.Search(ctx, at, limits, nil)
		return r.Score, err
	}
}

// balanced is a start position with its score for the side to move.
type balanced struct {
	Schema     string        `json:"schema"`
	Transcript string        `json:"transcript"`
	Score      othello.Score `json:"score"`
	Pov        string        `json:"pov"`
}

// String returns the line of the text output: the moves, their number, and the score with its side. A score without a
// side could be read as the result of a game.
func (b balanced) String() string {
	return fmt.Sprintf("%s\t%d %+.2f for %s", b.Transcript, len(b.Transcript)/2, b.Score, b.Pov)
}
