package search

import (
	"context"
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
	moves    []candidate                         // the most promising first
	twins    map[othello.Square][]othello.Square // moves left out since a mirror image of one of them is searched
}

// deepen searches deeper each time until the limits are reached, then, if the end of the game is near enough, to the end.
func (r *root) deepen(ctx context.Context, progress func(Report)) (Report, error) {
	depths := r.depths()
	report := r.search(depths[0])
	progress(report)
	release := r.arm(ctx)
	defer release()
	for _, depth := range depths[1:] {
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
	if !r.stop.Load() && report.Exact {
		report = r.complete(report)
	}
	if r.stop.Load() {
		return report, ctx.Err()
	}
	return report, nil
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
const prepared = 12

// depths is the depths to search: one by one up to the limit, or up to what prepares a search to the end and then to the end.
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
	if r.without&Deepening != 0 {
		last = 1
	}
	for d := 1; d <= last; d++ {
		list = append(list, d)
	}
	if last < deepest {
		list = append(list, deepest)
	}
	return list
}

// search looks depth plies ahead for the best moves, as many as there shall be lines, and puts them in front.
func (r *root) search(depth int) Report {
	r.enter()
	var report Report
	alpha, beta := r.limits.window()
	for i := range min(max(r.limits.Lines, 1), len(r.moves)) {
		value, ok := r.bestOf(r.moves[i:], alpha, beta, depth)
		if !ok {
			return Report{}
		}
		if i == 0 {
			report = r.report(depth, value)
		}
		if r.limits.Lines > 1 {
			report.add(r.line(othello.Square(r.moves[i].square), value))
		}
	}
	return r.stamp(report)
}

// bestOf searches some of the moves, puts the best in front of them and gives its value; ok is false when the search was stopped.
func (r *root) bestOf(moves []candidate, alpha, beta, depth int) (value int, ok bool) {
	list := slices.Clone(moves)
	for i := range list {
		list[i].worth = int32(-i)
	}
	value, best := r.brothers(r.position.Mover, r.position.Other, list, alpha, beta, depth, false)
	if r.stop.Load() {
		return 0, false
	}
	at := slices.IndexFunc(moves, func(c candidate) bool { return int8(c.square) == best })
	c := moves[at]
	copy(moves[1:at+1], moves[:at])
	moves[0] = c
	return value, true
}

// report is what the search of this depth found; the best move stands in front.
func (r *root) report(depth, value int) Report {
	line := r.line(othello.Square(r.moves[0].square), value)
	return Report{
		Position: r.position, Move: line.Move, Best: []othello.Square{line.Move}, Score: line.Score, Bound: r.limits.bound(value),
		Depth: depth, Selectivity: 100, Exact: depth >= r.position.Empties(), PV: line.PV,
	}
}

// stamp brings the report's nodes and time up to now.
func (r *root) stamp(report Report) Report {
	report.Nodes, report.Elapsed = r.entered(), time.Since(r.began)
	return report
}

// entered is the positions that all workers have entered; of those beside the first, about.
func (r *root) entered() uint64 {
	r.publish()
	return r.run.nodes.Load()
}

// line is the move with what the table remembers of the game after it.
func (r *root) line(move othello.Square, value int) Line {
	list := []othello.Square{move}
	for p := r.position.Play(move); !p.Over(); {
		next := othello.Pass
		if !p.MustPass() {
			k, _ := r.table.find(p.Mover, p.Other)
			next = othello.Square(k.first)
			if k.first == noMove || p.Check(next) != nil {
				break
			}
		}
		list = append(list, next)
		p = p.Play(next)
	}
	return Line{move, float64(value) / eval.Disc, list}
}
