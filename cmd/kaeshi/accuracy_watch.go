package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// accuracyWatch asks the player, and shows on a terminal how far it has come with the position asked about.
type accuracyWatch struct {
	*program
	problem record.Problem
	shown   time.Time // when the line was written last; zero when there is none
}

func (w *accuracyWatch) begin(problem record.Problem) { w.problem = problem }

// ask is the question for the player: its report of the position, with the move that it chose.
func (w *accuracyWatch) ask(who player.Player) func(context.Context, othello.Position) (search.Report, error) {
	progress := func(player.Choice) {}
	if f, ok := w.err.(*os.File); ok && isTerminal(f) {
		progress = w.tell
	}
	return func(ctx context.Context, p othello.Position) (search.Report, error) {
		choice, err := player.Think(ctx, who, &record.Game{Start: p}, player.Clock{}, progress)
		switch {
		case err != nil:
			return search.Report{}, err
		case choice.Report == nil:
			return search.Report{}, usage("--player %s: it says no score of a position; expected one that looks ahead, such as kaeshi:depth=15,-endgame", who.Name())
		}
		report := *choice.Report
		report.Move = choice.Move
		return report, nil
	}
}

func (w *accuracyWatch) tell(c player.Choice) {
	if r := c.Report; r != nil && time.Since(w.shown) >= 100*time.Millisecond {
		w.shown = time.Now()
		fmt.Fprintf(w.err, "\r%4d %3d empties  depth %d  %s %+.1f  %.1f M nodes  %.1f M/s\033[K", w.problem.Line, w.problem.Position.Empties(),
			r.Depth, w.problem.Position.Size.Name(c.Move), r.Score, float64(r.Nodes)/1e6, float64(r.Nodes)/1e6/max(r.Elapsed.Seconds(), 1e-9))
	}
}

// wipe takes the line away.
func (w *accuracyWatch) wipe() {
	if !w.shown.IsZero() {
		fmt.Fprint(w.err, "\r\033[K")
	}
	w.shown = time.Time{}
}
