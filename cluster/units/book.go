package units

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// kindBook is the kind of the units that search positions for a book.
const kindBook = "book"

// bookSpec is the content of such a unit. Its result is a list of a [bookLeaf] for each search.
type bookSpec struct {
	Level    int          `json:"level"`
	Hash     int          `json:"hash"` // bytes of the table
	Searches []bookSearch `json:"searches"`
}

type bookSearch struct {
	Position string `json:"position"`
	Skip     uint64 `json:"skip,omitempty"` // set of squares
}

type bookLeaf struct {
	Move       int8       `json:"move"`
	Value      book.Value `json:"value"`
	Depth      int        `json:"depth"`
	Confidence int        `json:"confidence"`
	Exact      bool       `json:"exact,omitempty"`
}

// Growing describes the growth of a book on a cluster.
type Growing struct {
	book.Growth // in batches; its judges are those of the workers

	Level int    // of searches
	Hash  int    // bytes of the table of a search
	Name  string // distinguishes books that grow at the same time
}

// Grow grows a book on a cluster. The book is the same as that of the growth on this machine. Results are verified only
// if the number of positions limits the growth, and not the time. Otherwise the error is an *[UnverifiableError].
func Grow(ctx context.Context, o Options, f *book.File, g Growing) (done book.Growing, err error) {
	if o.Verify > 0 && (g.Positions == 0 || g.Time > 0) {
		return done, &UnverifiableError{"results are verified when the last one is there, so growth needs a " +
			"number of positions, and no time limit"}
	}
	spec := bookSpec{Level: g.Level, Hash: g.Hash}
	job := cluster.Job{Kind: kindBook, Memory: int64(g.Hash), Total: g.Positions}
	if job.ID, err = cluster.JobID(kindBook, o.Identity, spec, g.Name); err != nil {
		return done, err
	}
	g.Judges = []*book.Judge{{Limits: search.LevelLimits(g.Level, 0)}}
	err = o.calls(ctx, job, func(c *caller) error {
		g.Remote = func(ctx context.Context, list []book.Search) ([]book.Leaf, error) {
			return o.searches(ctx, c, spec, list)
		}
		if err := c.rehearse(ctx, func() error { return f.Rehearse(ctx, g.Growth) }); err != nil {
			return err
		}
		done, err = f.Grow(ctx, g.Growth)
		return err
	})
	return done, err
}

// searches runs the searches of a position of a book as a unit.
func (o Options) searches(ctx context.Context, c *caller, spec bookSpec, list []book.Search) ([]book.Leaf, error) {
	for _, s := range list {
		spec.Searches = append(spec.Searches, bookSearch{s.Position.String(), uint64(s.Skip)})
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	outcome, err := c.Do(ctx, cluster.Unit{Kind: kindBook, Version: o.Identity.String(), Spec: text})
	if err != nil {
		return nil, err
	}
	if outcome.Err != nil {
		return nil, &book.Fault{Err: outcome.Err}
	}
	var found []bookLeaf
	if err := json.Unmarshal(outcome.Result, &found); err != nil {
		return nil, fmt.Errorf("result of worker %s: %w", outcome.Worker, err)
	}
	leaves := make([]book.Leaf, len(found))
	for i, l := range found {
		leaves[i] = l.leaf()
	}
	return leaves, nil
}

func (l bookLeaf) leaf() book.Leaf {
	return book.Leaf{
		Move: othello.Square(l.Move), Value: l.Value,
		Source: book.Provenance{Depth: l.Depth, Confidence: l.Confidence, Exact: l.Exact},
	}
}

// book runs a unit.
func (h *handlers) book(ctx context.Context, t cluster.Task) ([]byte, error) {
	var spec bookSpec
	if err := json.Unmarshal(t.Spec, &spec); err != nil {
		return nil, fmt.Errorf("spec: %w", err)
	}
	if spec.Level < 0 || spec.Level > search.MaxLevel {
		return nil, fmt.Errorf("level %d: want 0 to %d", spec.Level, search.MaxLevel)
	}
	e := h.getEngine(search.Options{HashBytes: spec.Hash, Threads: 1})
	defer h.putEngine(e)
	judge := book.Judge{Engine: e.Engine, Limits: search.LevelLimits(spec.Level, 0)}
	found := make([]bookLeaf, len(spec.Searches))
	for i, s := range spec.Searches {
		p, err := othello.Parse(s.Position)
		if err != nil {
			return nil, err
		}
		l, err := judge.Leaf(ctx, book.Search{Position: p, Skip: bitboard.Set(s.Skip)})
		if err != nil {
			return nil, err
		}
		found[i] = bookLeaf{int8(l.Move), l.Value, l.Source.Depth, l.Source.Confidence, l.Source.Exact}
	}
	return json.Marshal(found)
}
