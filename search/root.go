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
	node     node // of the position
	limits   Limits
	began    time.Time
	moves    []candidate                         // the most promising first
	twins    map[othello.Square][]othello.Square // moves left out since a mirror image of one of them is searched
}

// nodeOf returns the position as a node. Its state is nil when there are no learned weights for the board.
func (r *run) nodeOf(p othello.Position) node {
	n := node{mover: p.Mover, other: p.Other, empties: p.Empties()}
	if r.weights != nil {
		n.state = &evaluation{state: eval.NewState(p.Mover, p.Other)}
	}
	return n
}

// deepen searches deeper each time until the limits are reached, then, if the end of the game is near enough, to the
// end.
func (r *root) deepen(ctx context.Context, progress func(Report)) (Report, error) {
	plan := r.plan()
	if plan.patient {
		r.network = -1 // a search to the end is prepared with the values that it goes by itself (experiments/046)
	}
	step := plan.ahead(1)
	report := r.search(step, Report{})
	progress(report)
	defer r.arm(ctx)()
	complete := false
	for !complete && !r.stop.Load() && !r.enough(report) {
		var more bool
		if step, more = r.next(plan, step); !more {
			complete = true
			continue
		}
		next := r.search(step, report)
		if r.stop.Load() {
			report = r.better(report)
			break
		}
		report = next
		progress(report)
	}
	if complete && plan.stated {
		report = r.confirm(report)
	}
	if r.limits.fixed() {
		report = r.list(report, progress)
	}
	if !r.stop.Load() && report.Exact {
		r.sure = certain
		report = r.complete(report)
	}
	if r.stop.Load() {
		return report, ctx.Err()
	}
	return report, nil
}

// enough reports whether whoever asked wants no deeper search.
func (r *root) enough(report Report) bool { return r.limits.Enough != nil && r.limits.Enough(report) }

// arm lets the context and the limits stop the search from here on, and returns what disarms them.
func (r *root) arm(ctx context.Context) (release func()) {
	if r.limits.Nodes > 0 {
		r.most = r.limits.Nodes
	}
	if asked := pollOf(ctx); asked != nil {
		r.poll = both(r.poll, asked)
	}
	halt := func() { r.stop.Store(true) }
	if ctx.Err() != nil {
		halt() // at once: AfterFunc would do it a moment later
	}
	detach := context.AfterFunc(ctx, halt)
	if r.limits.Time <= 0 {
		return func() { detach() }
	}
	r.deadline = r.began.Add(r.limits.Time)
	timer := time.AfterFunc(time.Until(r.deadline), halt)
	return func() { timer.Stop(); detach() }
}

// step is one search of an iterative deepening.
type step struct {
	depth int
	sure  confidence
}

const (
	prepared    = 11 // plies that a search to the end leaves out of the deepening that prepares it
	latest      = 4  // the same, when time is short
	costOfMore  = 8  // a first search to the end takes about so many times as long as what prepared it
	nodesOfMore = 48 // and so many times its nodes, which are made faster
)

// plan is which searches to make.
type plan struct {
	deepest  int        // plies in the middle game
	middle   confidence // there
	grows    bool       // from firmFrom plies on, it is firm
	toEnd    bool       // to the end of the game after that
	last     confidence // of the last search, to the end
	patient  bool       // it is asked for: else, it comes when there is time for it
	empties  int
	straight bool // without deepening
	stated   bool // a depth or the end of the game ends it, unless time is too short for that
}

func (r *root) plan() plan {
	l, empties := r.limits, r.position.Empties()
	p := plan{
		deepest: empties, middle: l.confidence(), last: certain, empties: empties,
		straight: r.without&Deepening != 0,
	}
	if l.Depth > 0 {
		p.deepest = min(l.Depth, empties)
	}
	p.patient = empties <= max(l.Exact, l.Selective)
	if p.patient {
		p.deepest = empties
	}
	p.toEnd = p.deepest == empties
	p.stated = (p.patient || !p.toEnd || l.Time <= 0) && l.Nodes == 0
	p.grows = l.Confidence == 0 && p.toEnd && !p.patient
	if p.patient && empties > l.Exact {
		p.last = l.confidence()
	}
	if r.without&ProbCut != 0 || r.weights == nil || p.toEnd && empties < probCutEnding {
		p.middle, p.last = certain, certain
	}
	return p
}

// next is the search after s: a ply deeper in the middle game, up to the limit, or up to what prepares a search to the
// end, which is then made with growing confidence. ok is false when s was the last.
func (r *root) next(p plan, s step) (n step, ok bool) {
	switch {
	case s.depth >= p.empties:
		return step{s.depth, p.rung(s.sure + 1)}, s.sure < p.last
	case p.toEnd &&
		(p.straight || s.depth >= p.empties-prepared && (p.patient || r.affords()) || s.depth >= p.empties-latest):
		return step{p.empties, p.rung(0)}, true
	case s.depth >= p.deepest:
		return s, false
	case p.straight:
		return p.ahead(p.deepest), true
	}
	return p.ahead(s.depth + 1), true
}

// ahead is a search of so many plies in the middle game. What is too shallow to cut anything off is certain.
func (p plan) ahead(depth int) step {
	switch {
	case depth <= probCutMiddle:
		return step{depth, certain}
	case p.grows && depth >= firmFrom:
		return step{depth, max(p.middle, firm)}
	}
	return step{depth, p.middle}
}

// affords reports whether there is time for a search to the end now.
func (r *root) affords() bool {
	spent := time.Since(r.began)
	switch {
	case r.limits.Time > 0 && spent*costOfMore > r.limits.Time-spent:
		return false
	case r.limits.Nodes > 0:
		return r.entered()*nodesOfMore < r.limits.Nodes
	}
	return true
}

// rung is the least confidence from c on with which a search to the end is made, on the way to the last:
// experiments/014.
func (p plan) rung(c confidence) confidence {
	rungs := []confidence{1, 3}
	switch {
	case p.middle == certain || p.empties < 16:
		rungs = nil
	case p.empties < 20:
		rungs = []confidence{1}
	case p.empties < 24:
		rungs = []confidence{2}
	}
	for _, rung := range rungs {
		if rung >= c && rung < p.last {
			return rung
		}
	}
	return p.last
}

// search looks depth plies ahead for the best moves, as many as there shall be lines, and puts them in front.
func (r *root) search(s step, before Report) Report {
	r.enter()
	r.sure = s.sure
	toTheEnd := s.depth >= r.position.Empties()
	r.table.settle(toTheEnd, r.position.Empties(), r.total())
	if toTheEnd {
		r.network = -1 // here the evaluation only tells what to leave out
	}
	var report Report
	values := make([]int, r.together())
	for i := range values {
		var ok bool
		if values[i], ok = r.aspire(i, s, before); !ok {
			return Report{}
		}
	}
	r.rank(values)
	report = r.report(s, values[0])
	if r.limits.Lines > 1 {
		for i, value := range values {
			r.add(&report, r.line(othello.Square(r.moves[i].square), value))
		}
	}
	return r.stamp(report)
}

const (
	aspired    = 6   // plies from which a search expects about what the one before found
	aspiration = 500 // how far from it, in hundredths of a disc
)

// aspire searches the moves from the i-th on within a window about what the search before found there, which is widened
// until the value lies inside.
func (r *root) aspire(i int, s step, before Report) (value int, ok bool) {
	alpha, beta := r.limits.window()
	if len(before.PV) == 0 || r.without&Aspiration != 0 || s.depth < aspired || i > 0 && len(before.Lines) <= i {
		return r.bestOf(r.moves[i:], alpha, beta, s.depth)
	}
	guess := hundredths(before.Score)
	if i > 0 {
		guess = hundredths(before.Lines[i].Score)
	}
	half := aspiration
	if s.depth >= r.position.Empties() && before.Depth == s.depth {
		half = eval.Disc
	}
	low, high := guess-half, guess+half
	for {
		low, high = max(low, alpha), min(high, beta)
		if low >= high {
			low, high = alpha, beta
		}
		value, ok = r.bestOf(r.moves[i:], low, high, s.depth)
		half *= 3
		switch {
		case !ok, value > low && value < high, value <= alpha, value >= beta:
			return value, ok
		case value <= low:
			low, high = value-half, low+1
		default:
			low, high = high-1, value+half
		}
	}
}

// bestOf searches some of the moves, puts the best in front of them and gives its value; ok is false when the search
// was stopped.
func (r *root) bestOf(moves []candidate, alpha, beta, depth int) (value int, ok bool) {
	list := slices.Clone(moves)
	for i := range list {
		list[i].worth = int32(-i)
	}
	value, best := r.brothers(r.node, list, alpha, beta, depth, cut.child(beta-alpha))
	stopped := r.stop.Load()
	if value <= alpha || best == noMove {
		return value, !stopped // which move is best, remains unknown
	}
	toFront(moves, slices.IndexFunc(moves, func(c candidate) bool { return int8(c.square) == best }))
	return value, !stopped
}

// toFront moves the candidate at the index to the front and leaves the others in order.
func toFront(moves []candidate, at int) {
	c := moves[at]
	copy(moves[1:at+1], moves[:at])
	moves[0] = c
}

// better is the report of the last whole search with the move of a deeper one, which was stopped, where that has
// refuted it by a better one.
func (r *root) better(report Report) Report {
	if move := othello.Square(r.moves[0].square); r.together() == 1 && move != report.Move {
		report.Move, report.Best, report.PV = move, []othello.Square{move}, r.line(move, 0).PV
		if report.Lines = nil; r.limits.Lines > 1 {
			r.add(&report, Line{move, report.Score, report.PV})
		}
	}
	return report
}

// report is what the search of this depth found; the best move stands in front.
func (r *root) report(s step, value int) Report {
	line := r.line(othello.Square(r.moves[0].square), value)
	return Report{
		Position: r.position, Move: line.Move, Best: []othello.Square{line.Move}, Score: line.Score,
		Bound: r.limits.bound(value),
		Depth: s.depth, Confidence: levels[s.sure].percent,
		Exact: s.depth >= r.position.Empties() && s.sure == certain, PV: line.PV,
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
	return Line{move, discs(value), list}
}
