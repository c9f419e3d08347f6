package paste

import (
	"errors"
	"io"
	"iter"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/obf"
)

// Problems yields the positions of a text with the scores of their moves. For a game it yields the last position.
// A one-line position with a side to move is yielded as soon as it is read. Bad input yields a [*record.LineError], and
// reading continues. It ends early if r fails.
func Problems(r io.Reader) iter.Seq2[obf.Problem, error] {
	return func(yield func(obf.Problem, error) bool) {
		in := &reader{start: othello.Start(othello.Size8, othello.Usual), eager: true}
		for found, err := range read(in, r) {
			if at := (*record.FileError)(nil); errors.As(err, &at) {
				err = &record.LineError{Line: at.Line, Err: at.Err}
			}
			p := obf.Problem{Line: found.Line}
			if err == nil {
				p.Position = found.Game.Position()
				p.Scores = ScoresOf(found.Game)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// ScoresOf returns the exact scores of the moves of a game that is a position, from the view of the side to move.
func ScoresOf(g *record.Game) []obf.MoveScore {
	if len(g.Moves) > 0 {
		return nil
	}
	var list []obf.MoveScore
	for _, v := range g.Variations {
		if len(v.Notes) == 1 && v.Notes[0].Score != nil && v.Notes[0].Score.Exact {
			list = append(list, obf.MoveScore{Move: v.Moves[0], Score: int(v.Notes[0].Score.Value)})
		}
	}
	return list
}
