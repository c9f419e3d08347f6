package search

import (
	"context"
	"math/bits"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// root is the search of one position: iterative deepening over its moves.
type root struct {
	*worker
	position othello.Position
	limits   Limits
	began    time.Time
	moves    []candidate // the most promising first
}

// deepen searches one ply deeper each time until the limits are reached, then, if the end of the game is near enough, to the end.
func (r *root) deepen(ctx context.Context, progress func(Report)) (Report, error) {
	report := r.search(1)
	progress(report)
	release := r.arm(ctx)
	defer release()
	for _, depth := range r.depths() {
		if r.stop.Load() {
			break
		}
		next := r.search(depth)
		if r.stop.Load() {
			break
		}
		report = next
		progress(report)
	}
	if !r.stop.Load() {
		return r.stamp(report), nil
	}
	return r.stamp(report), ctx.Err()
}

// arm lets the context and the limits stop the search from here on, and returns what disarms them.
func (r *root) arm(ctx context.Context) (release func()) {
	if r.limits.Nodes > 0 {
		r.most = r.limits.Nodes
	}
	halt := func() { r.stop.Store(true) }
	if ctx.Err() != nil {
		halt() // at once: AfterFunc would do it a moment later
	}
	detach := context.AfterFunc(ctx, halt)
	if r.limits.Time <= 0 {
		return func() { detach() }
	}
	timer := time.AfterFunc(r.limits.Time-time.Since(r.began), halt)
	return func() { timer.Stop(); detach() }
}

// prepared is how many plies a search to the end leaves out of the deepening that prepares it: the last step goes at once.
const prepared = 9

// depths is the depths to search after the first: one by one up to the limit, or up to what prepares a search to the end and
// then to the end.
func (r *root) depths() (list []int) {
	empties := r.position.Empties()
	deepest := empties
	if r.limits.Depth > 0 {
		deepest = min(r.limits.Depth, empties)
	}
	if empties <= max(r.limits.Exact, deepest) {
		deepest = empties
	}
	last := deepest
	if deepest == empties {
		last = max(empties-prepared, 1)
	}
	for d := 2; d <= last; d++ {
		list = append(list, d)
	}
	if last < deepest {
		list = append(list, deepest)
	}
	return list
}

// search looks depth plies ahead and puts the best move in front.
func (r *root) search(depth int) Report {
	p, o := r.position.Mover, r.position.Other
	r.enter()
	best, at := -worst, 0
	for i, c := range r.moves {
		np, no := o&^c.flips, p|c.flips|1<<c.square
		v := -worst
		if i > 0 {
			v = -r.node(np, no, -best-1, -best, depth-1)
		}
		if i == 0 || v > best {
			v = -r.node(np, no, -worst, -best, depth-1)
		}
		if r.stop.Load() {
			return Report{}
		}
		if v > best {
			best, at = v, i
		}
	}
	c := r.moves[at]
	r.moves = slices.Insert(slices.Delete(r.moves, at, at+1), 0, c)
	return r.report(depth, best)
}

// report is what the search of this depth found; the best move stands in front.
func (r *root) report(depth, value int) Report {
	move := othello.Square(r.moves[0].square)
	exact := depth >= r.position.Empties()
	return r.stamp(Report{
		Position: r.position, Move: move, Best: []othello.Square{move}, Score: float64(value) / eval.Disc,
		Depth: depth, Selectivity: 100, Exact: exact, PV: r.line(move, exact),
	})
}

// stamp brings the report's nodes and time up to now.
func (r *root) stamp(report Report) Report {
	report.Nodes, report.Elapsed = r.total(), time.Since(r.began)
	return report
}

// ties is every move that attains the exact score of the report, in board order.
func (r *root) ties(report Report) []othello.Square {
	value := int(report.Score) * eval.Disc
	p, o := r.position.Mover, r.position.Other
	squares := []othello.Square{report.Move}
	for _, c := range r.moves[1:] {
		if -r.node(o&^c.flips, p|c.flips|1<<c.square, -value, -value+1, report.Depth-1) >= value {
			squares = append(squares, othello.Square(c.square))
		}
	}
	slices.Sort(squares)
	return squares
}

// line is the principal variation from move on: what the table remembers and, when the search was exact, the last squares as
// package solve plays them.
func (r *root) line(move othello.Square, exact bool) []othello.Square {
	list := []othello.Square{move}
	for p := r.position.Play(move); !p.Over(); {
		next, ok := othello.Pass, p.MustPass()
		if !ok && exact && p.Empties() <= handOver {
			next, ok = r.solved(p), true
		} else if !ok {
			next, ok = r.table.firstMove(p.Mover, p.Other)
		}
		if !ok || p.Check(next) != nil {
			return list
		}
		list = append(list, next)
		p = p.Play(next)
	}
	return list
}

// solved is a best move of a position with few empty squares. The nodes that it costs are not counted as search.
func (r *root) solved(p othello.Position) (best othello.Square) {
	before := r.solver.Nodes
	defer func() { r.solver.Nodes = before }()
	low := -p.Size.Squares() - 1
	for legal := p.Legal(); legal != 0; legal &= legal - 1 {
		sq := othello.Square(bits.TrailingZeros64(legal))
		child := p.Play(sq)
		if v := -r.solver.Score(child.Mover, child.Other, -p.Size.Squares(), -low); v > low {
			low, best = v, sq
		}
	}
	return best
}
