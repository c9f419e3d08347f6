package analysis

import (
	"context"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// Hint is the best moves of a position. Scores are final disc differences as Pov, the side to move, sees them, rounded
// to hundredths.
type Hint struct {
	Schema   string  `json:"schema"`
	Line     int     `json:"line,omitempty"` // of the input, or which position of it; from 1
	Position string  `json:"position"`
	Pov      string  `json:"pov"`
	Empties  int     `json:"empties"`
	Over     bool    `json:"over,omitempty"` // the game is over: there are no lines, and Score is its result
	Score    float64 `json:"score"`          // of the best line
	Lines    []Line  `json:"lines"`          // the best moves in order
	Nodes    uint64  `json:"nodes"`
	Seconds  float64 `json:"seconds"`
}

// Line is one of the best moves, what it is worth and where that is known from.
type Line struct {
	Move  string  `json:"move"`
	Score float64 `json:"score"`
	Depth int     `json:"depth"` // plies searched; the number of empty squares when exact
	// the confidence in percent with which branches were cut off unsearched; 100: none was
	Selectivity int  `json:"selectivity"`
	Exact       bool `json:"exact"`
	// from an opening book: the depth and the confidence are those of the search behind it, 0 where the book does not
	// know
	Book bool     `json:"book,omitempty"`
	PV   []string `json:"pv"`
}

const hintSchema = "kaeshi/hint/1"

// Hint returns at most lines of the best moves of p. Progress, unless nil, receives an intermediate hint after each
// depth. When ctx ends early, the hint holds the best moves found so far and the error is that of ctx.
func (a *Analyst) Hint(ctx context.Context, p othello.Position, lines int, progress func(Hint)) (Hint, error) {
	return Advisor{a.engine, a.Book, a.Trust}.Hint(ctx, p, a.effort.Limits, lines, progress)
}

func newHint(r search.Report) Hint {
	p := r.Position
	list := r.Lines
	if len(list) == 0 {
		list = []search.Line{{Move: r.Move, Score: r.Score, PV: r.PV}}
	}
	var lines []Line
	for _, line := range list {
		known := Line{
			p.Size.Name(line.Move), round(line.Score.Discs(), hundredths), r.Depth, r.Selectivity,
			r.Exact, false, p.Size.NamesOf(line.PV),
		}
		if p.Play(line.Move).Over() { // its score is the result, however far was searched
			known.Depth, known.Selectivity, known.Exact = p.Empties(), 100, true
		}
		lines = append(lines, known)
	}
	h := found(p, lines)
	h.Nodes, h.Seconds = r.Nodes, round(r.Elapsed.Seconds(), 1e6)
	return h
}

// found is a hint of some lines, one at least.
func found(p othello.Position, lines []Line) Hint {
	return Hint{
		Schema: hintSchema, Position: p.String(), Pov: p.Turn.String(), Empties: p.Empties(), Score: lines[0].Score,
		Lines: lines,
	}
}

// overHint is that of a finished game.
func overHint(p othello.Position) Hint {
	return Hint{
		Schema: hintSchema, Position: p.String(), Pov: p.Turn.String(), Empties: p.Empties(), Over: true,
		Score: float64(p.Score()), Lines: []Line{},
	}
}
