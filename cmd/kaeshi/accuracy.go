package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) accuracyCommand() *cobra.Command {
	c := p.Command("accuracy", "accuracy FILE…", verb.Files(1, "files, - being standard input"))
	spec := c.Flags().StringP("player", "p", "kaeshi", p.Words["accuracy.player"])
	players.Complete(c, players.Local(), "player")
	details := c.Flags().Bool("details", false, p.Words["accuracy.details"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		player, err := players.New(players.Local(), "player", *spec)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, player.Close()) }()
		file := ""
		w := &accuracyWatch{progress: terminal.NewProgress(p.Err, nil)}
		trial := problems.Trial{Evaluate: w.query(player), Began: w.begin}
		trial.Bad = func(err error) {
			w.progress.Clear()
			p.Fault(inFile(file, err), *asJSON)
		}
		trial.Judged = func(g problems.Comparison) error {
			w.progress.Clear()
			if !*details {
				return nil
			}
			g.File = file
			return p.Show(g, *asJSON)
		}
		sum := problems.NewAccuracy()
		err = p.Each(c.Context(), args, func(name string, in io.Reader) error {
			if len(args) > 1 {
				file = name
			}
			done, err := trial.File(c.Context(), in)
			sum = sum.Plus(done)
			return err
		})
		w.progress.Clear()
		if fault := (*terminal.ExitError)(nil); errors.As(err, &fault) {
			return fault // an error of the player, not of a line
		}
		if err != nil && sum.Positions == 0 {
			return err
		}
		return cmp.Or(errors.Join(err, p.Show(sum, *asJSON)), judged(sum))
	}
	return c
}

// judged returns an error if a line was not a position or if no position states a score.
func judged(a problems.Accuracy) error {
	switch {
	case a.Bad() > 0:
		return verb.NotPositions(a.Bad())
	case a.Positions == 0:
		return terminal.Illegal("no position with a score to compare with")
	}
	return nil
}

// accuracyWatch queries the player and shows the progress of its search on a terminal.
type accuracyWatch struct {
	progress *terminal.Progress
	problem  obf.Problem
}

func (w *accuracyWatch) begin(problem obf.Problem) { w.problem = problem }

// query returns the function that queries a player for its report of a position, including the chosen move.
func (w *accuracyWatch) query(who player.Player) func(context.Context, othello.Position) (search.Report, error) {
	return func(ctx context.Context, p othello.Position) (search.Report, error) {
		choice, err := player.Think(ctx, who, &record.Game{Start: p}, player.Clock{}, w.show)
		switch {
		case err != nil:
			return search.Report{}, err
		case choice.Report == nil:
			return search.Report{}, terminal.Usage("--player %s reports no scores "+
				"(want a player that searches, such as kaeshi:depth=15,-endgame)", who.Name())
		}
		report := *choice.Report
		report.Move = choice.Move
		return report, nil
	}
}

func (w *accuracyWatch) show(c player.Choice) {
	r := c.Report
	if r == nil || !w.progress.Live() {
		return
	}
	at, nodes := w.problem.Position, float64(r.Nodes)/1e6
	w.progress.Show(fmt.Sprintf("%4d %3d empties  depth %d  %s %+.1f  %.1f M nodes  %.1f M/s",
		w.problem.Line, at.Empties(), r.Depth, at.Size.Name(c.Move), r.Score,
		nodes, nodes/max(r.Elapsed.Seconds(), 1e-9)))
}
