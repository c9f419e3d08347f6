package analysis

import (
	"context"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// Study analyses positions one after the other. With a time limit it keeps its hash table, so that an interrupted
// search can be resumed cheaply. It must not be used concurrently.
type Study struct {
	Book *book.Book // consulted before the search; may be nil

	engine *search.Engine
}

// NewStudy returns a Study with an empty hash table of o.HashBytes.
func NewStudy(o search.Options) *Study { return &Study{engine: search.New(o)} }

// Look returns the best moves of p like [Advisor.Hint].
func (s *Study) Look(
	ctx context.Context, p othello.Position, l search.Limits, lines int, progress func(Hint),
) (Hint, error) {
	return Advisor{s.engine, s.Book, false}.Hint(ctx, p, l, lines, progress)
}

// Nodes returns the approximate number of nodes of the current or last call of Look. It may be called concurrently.
func (s *Study) Nodes() uint64 { return s.engine.Nodes() }
