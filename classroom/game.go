package classroom

import (
	"context"
	"errors"
	"time"

	"github.com/kaeshi/kaeshi/gametree"
)

// The units of values.
const (
	unitDiscs  = "discs"  // final disc difference
	unitResult = "result" // 1 won, 0 drawn, -1 lost
	unitNumber = "number"
)

// search holds the settings of a search.
type search struct {
	algorithm string
	depth     int
	maxNodes  int
}

// game is a position of a game with its names and units.
type game[P gametree.ComparablePosition[P, M], M comparable] struct {
	name, unit string
	size       int // of an Othello board
	depth      int // default depth
	root       P
	eval       func(P) int
	names      Names[P, M]
	finish     func(*Document) // completes a document; nil: nothing to add
}

func (g *game[P, M]) plies() int { return g.depth }

func (g *game[P, M]) describe(d *Document) {
	d.Game, d.Size, d.Position = g.name, g.size, g.names.Position(g.root)
}

// as returns the names and the unit of the values of an algorithm. Proof-number search has only results.
func (g *game[P, M]) as(algorithm string) (Names[P, M], string) {
	names := g.names
	if algorithm != "pns" || g.unit == unitResult {
		return names, g.unit
	}
	names.Number = func(v int) float64 { return float64(v) }
	names.Value = func(v int) string { return signed(float64(v)) }
	return names, unitResult
}

// tree runs a search and returns it as a document.
func (g *game[P, M]) tree(ctx context.Context, s search) (Document, error) {
	trace := &gametree.Trace[M]{Most: s.maxNodes}
	began := time.Now()
	found, made, err := g.run(ctx, s, trace)
	names, unit := g.as(s.algorithm)
	d := Document{
		Schema: "kaeshi/tree/1", Algorithm: s.algorithm, Depth: s.depth, PV: []string{}, Unit: unit,
		Estimate: found.Estimate,
		Nodes:    found.Nodes, Leaves: found.Leaves, Cutoffs: found.Cutoffs, TableHits: found.TableHits, Made: made,
		ByDepth: trace.ByPly, Truncated: trace.Truncated, Seconds: time.Since(began).Seconds(),
	}
	g.describe(&d)
	missing := (*UnknownLeaf)(nil)
	switch {
	case errors.As(err, &missing):
		d.Stopped = missing.sentence()
	case err != nil:
		return d, err
	default:
		value := names.Number(found.Value)
		d.Value, d.shown = &value, names.Show(found.Value, names.Turn(g.root))
	}
	for _, m := range found.PV {
		d.PV = append(d.PV, names.Move(m))
	}
	if found.HasMove {
		d.Move = names.Move(found.Move)
	}
	d.drawing = Draw(g.root, trace, names)
	d.Tree = d.drawing.Nodes
	if g.finish != nil {
		g.finish(&d)
	}
	return d, nil
}

// keptNodes is the number of positions that a lazy tree keeps, about 20 MB.
const keptNodes = 100_000

// run searches the position. Algorithms without a table search a lazy tree, and made is the number of its positions
// that were made.
func (g *game[P, M]) run(
	ctx context.Context, s search, trace *gametree.Trace[M],
) (found gametree.Result[M], made int, err error) {
	switch s.algorithm {
	case "minimax", "negamax", "alphabeta", "alphabeta-soft", "pvs":
		root := gametree.NewLazy[P, M](g.root, keptNodes)
		eval := func(l *gametree.Lazy[P, M]) int { return g.eval(l.Position()) }
		found, err = algorithm[*gametree.Lazy[P, M], M](s.algorithm)(ctx, root, s.depth, eval, trace)
		return found, root.Made(), err
	}
	found, err = algorithm[P, M](s.algorithm)(ctx, g.root, s.depth, g.eval, trace)
	return found, 0, err
}

// row runs a search for a comparison.
func (g *game[P, M]) row(ctx context.Context, s search, byDepth bool) Row {
	var trace *gametree.Trace[M]
	if byDepth {
		trace = &gametree.Trace[M]{}
	}
	began := time.Now()
	found, err := algorithm[P, M](s.algorithm)(ctx, g.root, s.depth, g.eval, trace)
	names, unit := g.as(s.algorithm)
	row := Row{
		Algorithm: s.algorithm, Depth: s.depth, Unit: unit, Nodes: found.Nodes, Leaves: found.Leaves,
		Cutoffs:   found.Cutoffs,
		TableHits: found.TableHits, Seconds: time.Since(began).Seconds(), Estimate: found.Estimate, err: err,
	}
	if byDepth {
		row.byDepth = trace.ByPly
	}
	if err != nil {
		row.Error = err.Error()
		return row
	}
	value := names.Number(found.Value)
	row.Value, row.shown = &value, names.Show(found.Value, names.Turn(g.root))
	if found.HasMove {
		row.Move = names.Move(found.Move)
	}
	return row
}

// algorithm returns the search with the given name.
func algorithm[P gametree.ComparablePosition[P, M], M comparable](name string) gametree.Search[P, M] {
	for _, a := range gametree.Algorithms[P, M]() {
		if a.Name == name {
			return a.Search
		}
	}
	return gametree.Minimax[P, M] // not reached: the request was checked
}
