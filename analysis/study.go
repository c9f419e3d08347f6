package analysis

import (
	"cmp"
	"context"
	"slices"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// Study looks into positions one after the other. Unlike the hints of an [Analyst] it keeps what it has found: to go on where one stopped, or with a position nearby,
// costs little. It answers one question at a time.
type Study struct {
	Book *book.Book // looked into first, where it knows at least as much as a search would find; nil: none

	engine *search.Engine
}

// NewStudy is a study with an empty table of o.HashBytes.
func NewStudy(o search.Options) *Study { return &Study{engine: search.New(o)} }

// Look is the best moves of p, at most lines of them; progress, when it is not nil, is told of each depth. When ctx ends first, the hint is the best so far and the error
// is ctx's.
func (s *Study) Look(ctx context.Context, p othello.Position, l search.Limits, lines int, progress func(Hint)) (Hint, error) {
	h, err := Advisor{s.engine, s.Book, false}.Hint(ctx, p, l, lines, func(h Hint) {
		if progress != nil {
			progress(h.settled(p))
		}
	})
	return h.settled(p), err
}

// settled is the hint with one value for moves that are mirror images of each other, and with the best first: each line has a search of its own, and two searches that share a
// table need not agree. The value is that of the line that was searched first.
func (h Hint) settled(p othello.Position) Hint {
	lines, known := slices.Clone(h.Lines), map[othello.Position]float64{}
	for i, line := range lines {
		move, err := p.Size.Parse(line.Move)
		if err != nil || line.Book {
			return h // a book's order stands
		}
		after, _ := p.Play(move).Canonical()
		if score, ok := known[after]; ok {
			lines[i].Score = score
		}
		known[after] = lines[i].Score
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
	if h.Lines = lines; len(lines) > 0 {
		h.Score = lines[0].Score
	}
	return h
}

// Nodes is about how many positions the look that is taken, or was taken last, has entered. It may be called at any time.
func (s *Study) Nodes() uint64 { return s.engine.Nodes() }
