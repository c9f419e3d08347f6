package analysis

import (
	"context"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// Study analyses positions one after the other. Under a limit of time it keeps its table, so that it costs little to
// continue where a search stopped. It answers one question at a time.
type Study struct {
	Book *book.Book // looked into first, where it knows at least as much as a search would find; nil: none

	engine *search.Engine
}

// NewStudy is a study with an empty table of o.HashBytes.
func NewStudy(o search.Options) *Study { return &Study{engine: search.New(o)} }

// Look returns the best moves of p as [Advisor.Hint] does.
func (s *Study) Look(
	ctx context.Context, p othello.Position, l search.Limits, lines int, progress func(Hint),
) (Hint, error) {
	return Advisor{s.engine, s.Book, false}.Hint(ctx, p, l, lines, progress)
}

// Nodes is about how many positions the look that is taken, or was taken last, has entered. It may be called at any
// time.
func (s *Study) Nodes() uint64 { return s.engine.Nodes() }
