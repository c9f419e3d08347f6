package transcript

import (
	"fmt"
	"io"
	"iter"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/emit"
)

// Write writes the moves of each game on one line and returns what was lost. It returns an error if w fails or a game
// is not valid.
func Write(w io.Writer, games iter.Seq[*record.Game]) ([]record.Loss, error) {
	return emit.Games(w, games, emit.Score, write)
}

// write writes the moves, and the result unless it follows from them.
func write(w *emit.Printer, g *record.Game) {
	if g.Start != othello.Start(othello.Size8, othello.Usual) {
		w.Refuse("it does not begin at the usual start of the 8×8 board")
		return
	}
	if len(g.Moves) == 0 {
		w.Refuse("it has no moves")
		return
	}
	w.Text(g.Transcript())
	if board, over := g.BoardResult(); g.Result.Known && (!over || !g.Result.Agrees(board)) {
		w.Text(" " + ResultText(g.Result))
	}
	w.Text("\n")
}

// ResultText formats a result for [ParseResult].
func ResultText(r record.Result) string {
	switch {
	case !r.OnlyWinner:
		return fmt.Sprintf("%+d.00", r.ScoreBlack)
	case r.ScoreBlack > 0:
		return "1-0"
	}
	return "0-1"
}
