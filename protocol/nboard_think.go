package protocol

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// errGameOver is the error of a request for a move when the game is over.
var errGameOver = errors.New("the game is over")

// sendMove makes the player choose a move and sends it, without playing it.
func (t *nboardSession) sendMove(ctx context.Context, _ string) error {
	switch p := t.game.Position(); {
	case p.Over():
		return errGameOver
	case p.MustPass():
		t.out.line("=== PA")
		return nil
	}
	t.side, t.requested = t.game.Position().Turn, true
	t.think(ctx, func(ctx context.Context) {
		began := time.Now()
		choice, err := chooseMove(ctx, t.Player, t.game, t.clock(), t.show)
		switch {
		case errors.Is(context.Cause(ctx), errDropped):
		case err != nil:
			t.sendError(err)
		default:
			t.out.line("=== %s", t.decision(choice, time.Since(began)))
		}
	})
	return nil
}

// think runs do in the background and shows it in the status.
func (t *nboardSession) think(ctx context.Context, think func(context.Context)) {
	t.out.line("status %s is thinking", t.Name)
	t.running = ponder(ctx, func(ctx context.Context) {
		defer t.out.line("status")
		think(ctx)
	})
}

func (t *nboardSession) decision(c player.Choice, took time.Duration) string {
	score := ""
	if c.Report != nil {
		score = fmt.Sprintf("%.2f", c.Report.Score)
	}
	return fmt.Sprintf("%s/%s/%.2f", moveText(t.game.Start.Size, c.Move), score, took.Seconds())
}

// show sends an intermediate choice of the player.
func (t *nboardSession) show(c player.Choice) {
	if r := c.Report; r != nil {
		pv := r.PV
		if len(pv) == 0 {
			pv = []othello.Square{r.Move}
		}
		source := "search"
		if r.Book {
			source = "book"
		}
		t.showLine(source, r.Position, pv, r.Score, founded(r.Depth, r.Exact))
		t.out.line("nodestats %d %.2f", r.Nodes, r.Elapsed.Seconds())
	}
}

// showLine sends a line from a search or a book with its score from the view of the side to move, and the depth of the
// score. The number of games is 0, because books here do not count games.
func (t *nboardSession) showLine(
	source string, p othello.Position, pv []othello.Square, score othello.Score, rests string,
) {
	t.out.line("%s %s %+.2f 0 %s", source, lineText(p, pv, p.Turn), score, rests)
}

// hint evaluates the best n moves with increasing depth.
func (t *nboardSession) hint(ctx context.Context, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return fmt.Errorf("hint %.20q: expected a number of moves", text)
	}
	switch {
	case t.game.Position().Over():
		return errGameOver
	case t.AtDepth == nil:
		t.think(ctx, t.hintOfPlayer)
	default:
		t.think(ctx, func(ctx context.Context) { t.hintOfSearch(ctx, n) })
	}
	return nil
}

// hintOfPlayer sends the player's evaluation of its best move, without a time limit. For a player without a report, it
// sends the move.
func (t *nboardSession) hintOfPlayer(ctx context.Context) {
	c := player.Clock{Depth: t.clock().Depth}
	shown := false
	choice, err := chooseMove(ctx, t.Player, t.game, c, func(c player.Choice) {
		t.show(c)
		shown = true
	})
	switch {
	case errors.Is(context.Cause(ctx), errDropped):
	case err != nil:
		t.sendError(err)
	case choice.Report == nil:
		t.showLine("search", t.game.Position(), []othello.Square{choice.Move}, 0, "0")
	case !shown: // a player without progress
		t.show(choice)
	}
}

// hintOfSearch sends the book's evaluation of the best n moves, and then that of the engine at each depth, except for
// moves for which the book has a deeper one.
func (t *nboardSession) hintOfSearch(ctx context.Context, n int) {
	l := search.LevelLimits(t.Level, 0)
	l.Lines = min(n, maxQueue)
	known := t.bookMoves(l.Lines)
	t.sendBook(known)
	shown := 0
	show := func(r search.Report) {
		shown = len(r.PV)
		lines := r.Lines
		if len(lines) == 0 {
			lines = []search.Line{{Move: r.Move, Score: r.Score, PV: r.PV}}
		}
		for _, line := range lines {
			if !better(known, line.Move, r.Depth, r.Exact) {
				t.showLine("search", r.Position, line.PV, line.Score, founded(r.Depth, r.Exact))
			}
		}
		t.out.line("nodestats %d %.2f", r.Nodes, r.Elapsed.Seconds())
	}
	t.Search.Forget() // for reproducible results
	r, err := t.Search.Search(ctx, t.game.Position(), l, show)
	if err == nil && len(r.PV) > shown { // the line to the end of the game is found after the last depth
		show(r)
	}
}

// analyze evaluates every position of the game, the last one first.
func (t *nboardSession) analyze(ctx context.Context, _ string) error {
	t.think(ctx, func(ctx context.Context) {
		for ply := len(t.game.Moves); ply >= 0; ply-- {
			score, err := t.value(ctx, t.game, ply)
			if err != nil {
				return
			}
			t.out.line("analysis %d %.2f", ply, score)
		}
	})
	return nil
}

// value returns the value of the position after a number of plies, from the view of its side to move.
func (t *nboardSession) value(ctx context.Context, g *record.Game, ply int) (othello.Score, error) {
	p := g.PositionAt(ply)
	if p.Over() {
		return othello.Score(p.Score()), ctx.Err()
	}
	t.Search.Forget()
	r, err := t.Search.Search(ctx, p, search.LevelLimits(t.Level, 0), nil)
	return r.Score, err
}
