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

// errGameOver is told to who asks for a move after the end.
var errGameOver = errors.New("the game is over")

// goOn has the player choose a move, which is told and not played.
func (t *nboardTable) goOn(ctx context.Context, _ string) error {
	switch p := t.game.Position(); {
	case p.Over():
		return errGameOver
	case p.MustPass():
		t.out.line("=== PA")
		return nil
	}
	t.side, t.asked = t.game.Position().Turn, true
	t.think(ctx, func(ctx context.Context) {
		began := time.Now()
		choice, err := consider(ctx, t.Player, t.game, t.clock(), t.show)
		switch {
		case errors.Is(context.Cause(ctx), errDropped):
		case err != nil:
			t.complain(err)
		default:
			t.out.line("=== %s", t.decision(choice, time.Since(began)))
		}
	})
	return nil
}

// think shows in the status that the player does so.
func (t *nboardTable) think(ctx context.Context, think func(context.Context)) {
	t.out.line("status %s is thinking", t.Name)
	t.thought = ponder(ctx, func(ctx context.Context) {
		defer t.out.line("status")
		think(ctx)
	})
}

func (t *nboardTable) decision(c player.Choice, took time.Duration) string {
	score := ""
	if c.Report != nil {
		score = fmt.Sprintf("%.2f", c.Report.Score)
	}
	return fmt.Sprintf("%s/%s/%.2f", moveText(t.game.Start.Size, c.Move), score, took.Seconds())
}

// show tells what a player thinks so far.
func (t *nboardTable) show(c player.Choice) {
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

// showLine tells what a line is worth to the side to move, from a search or from a book, and what that rests on. The
// books here count no games.
func (t *nboardTable) showLine(
	source string, p othello.Position, pv []othello.Square, score othello.Score, rests string,
) {
	t.out.line("%s %s %+.2f 0 %s", source, lineText(p, pv, p.Turn), score, rests)
}

// hint evaluates the best n moves, deeper and deeper.
func (t *nboardTable) hint(ctx context.Context, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return fmt.Errorf("hint %.20q: expected how many moves to evaluate", text)
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

// hintOfPlayer is what the player itself thinks of its best move. The clock does not matter, and a player that does
// not say what it thinks hints at its choice.
func (t *nboardTable) hintOfPlayer(ctx context.Context) {
	c := player.Clock{Depth: t.clock().Depth}
	choice, err := consider(ctx, t.Player, t.game, c, t.show)
	switch {
	case errors.Is(context.Cause(ctx), errDropped):
	case err != nil:
		t.complain(err)
	case choice.Report == nil:
		t.showLine("search", t.game.Position(), []othello.Square{choice.Move}, 0, "0")
	}
}

// hintOfSearch is what the book says of the best n moves, then what the engine thinks, at each depth, but of moves of
// which the book knows more.
func (t *nboardTable) hintOfSearch(ctx context.Context, n int) {
	l := search.LevelLimits(t.Level, 0)
	l.Lines = min(n, maxQueue)
	known := t.bookMoves(l.Lines)
	t.tellBook(known)
	told := 0
	show := func(r search.Report) {
		told = len(r.PV)
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
	t.Search.Forget() // so that the answer is the same as elsewhere
	r, err := t.Search.Search(ctx, t.game.Position(), l, show)
	if err == nil && len(r.PV) > told { // the line to the end of the game comes after the last depth
		show(r)
	}
}

// analyze values every position of the game, the last one first.
func (t *nboardTable) analyze(ctx context.Context, _ string) error {
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

// value is what the position after so many plies is worth to its side to move.
func (t *nboardTable) value(ctx context.Context, g *record.Game, ply int) (othello.Score, error) {
	p := g.PositionAt(ply)
	if p.Over() {
		return othello.Score(p.Score()), ctx.Err()
	}
	t.Search.Forget()
	r, err := t.Search.Search(ctx, p, search.LevelLimits(t.Level, 0), nil)
	return r.Score, err
}
