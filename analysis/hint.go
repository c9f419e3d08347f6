package analysis

import (
	"cmp"
	"context"
	"slices"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// Hint contains the best moves of a position. Scores are final disc differences from the point of view of Pov, the side
// to move, rounded to hundredths.
type Hint struct {
	Schema   string  `json:"schema"`
	Line     int     `json:"line,omitempty"` // line or number of the position in the input, from 1
	Position string  `json:"position"`
	Pov      string  `json:"pov"`
	Empties  int     `json:"empties"`
	Over     bool    `json:"over,omitempty"` // the game is over; Lines is empty and Score is the result
	Score    float64 `json:"score"`          // of the best line
	Lines    []Line  `json:"lines"`          // best moves, sorted by score
	Nodes    uint64  `json:"nodes"`
	Seconds  float64 `json:"seconds"`
}

// Line is one of the best moves with its score and the origin of the score.
type Line struct {
	Move  string  `json:"move"`
	Score float64 `json:"score"`
	Depth int     `json:"depth"` // plies searched; the number of empty squares if exact
	// confidence of the search in percent; 100 if no branch was cut selectively
	Confidence int  `json:"confidence"`
	Exact      bool `json:"exact"`
	// from an opening book; Depth and Confidence are those of the search for the book, or 0 if not recorded
	Book bool `json:"book,omitempty"`
	// published bounds of the score of the move; Score is kept within them
	Proved *claims.Proved `json:"proved,omitempty"`
	PV     []string       `json:"pv"`
}

// whole reports whether the score is the result with best play, and so a whole number.
func (l Line) whole() bool { return l.Exact || l.Proved.Exact() }

const hintSchema = "kaeshi/hint/1"

// Hint returns at most the given number of lines with the best moves of p. If progress is not nil, it receives an
// intermediate hint after each depth. If ctx ends early, the hint contains the best moves found so far and the error is
// that of ctx.
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
			p.Size.Name(line.Move), round(line.Score.Discs(), hundredths), r.Depth, r.Confidence,
			r.Exact, false, nil, p.Size.NamesOf(line.PV),
		}
		if p.Play(line.Move).Over() { // the score is the result of the game
			known.Depth, known.Confidence, known.Exact = p.Empties(), 100, true
		}
		lines = append(lines, known)
	}
	h := found(p, lines)
	h.Nodes, h.Seconds = r.Nodes, round(r.Elapsed.Seconds(), 1e6)
	return h
}

// found returns a hint with the given lines, of which there must be at least one.
func found(p othello.Position, lines []Line) Hint {
	h := Hint{
		Schema: hintSchema, Position: p.String(), Pov: p.Turn.String(), Empties: p.Empties(),
		Lines: slices.Clone(lines),
	}
	h.rank(p)
	return h
}

// rank keeps the scores of the lines within the proved bounds of their moves and sorts the lines by score. The score of
// the hint is that of the first.
func (h *Hint) rank(p othello.Position) {
	for i := range h.Lines {
		line := &h.Lines[i]
		if move, err := p.Size.Parse(line.Move); err == nil {
			line.Proved = claims.ProvedMove(p, move)
			line.Score = claims.OfMove(p, move).Clamp(line.Score)
		}
	}
	slices.SortStableFunc(h.Lines, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
	h.Score = h.Lines[0].Score
}

// overHint returns the hint of a finished game.
func overHint(p othello.Position) Hint {
	return Hint{
		Schema: hintSchema, Position: p.String(), Pov: p.Turn.String(), Empties: p.Empties(), Over: true,
		Score: float64(p.Score()), Lines: []Line{},
	}
}
