package search

import (
	"context"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// root is the search of one position by iterative deepening.
type root struct {
	*worker
	position othello.Position
	node     node // of the position
	limits   Limits
	began    time.Time
	moves    []candidate                         // in search order
	mirrors  map[othello.Square][]othello.Square // moves not searched, by the move of which they are mirror images
}

// nodeOf returns the position as a node. Its state is nil when there are no learned weights for the board.
func (r *run) nodeOf(p othello.Position) node {
	n := node{mover: p.Mover, other: p.Other, empties: p.Empties()}
	if r.weights != nil {
		n.state = &evaluation{state: eval.NewState(p.Mover, p.Other)}
	}
	return n
}

// deepen runs the iterative deepening until the plan is complete or the search is stopped, and returns the report. The
// error is that of ctx when the search was stopped.
func (r *root) deepen(ctx context.Context, progress func(Report)) (Report, error) {
	plan := r.plan()
	if plan.requested {
		r.networkFrom = -1 // searches that prepare one to the end use the same evaluation as it (experiments/046)
	}
	step := plan.middleStep(1)
	report := r.search(step, Report{})
	progress(report)
	defer r.startStops(ctx)()
	complete := false
	for !complete && !r.stop.Load() && !r.satisfied(report) && !r.decided(report) {
		var more bool
		if step, more = r.next(plan, step); !more {
			complete = true
			continue
		}
		next := r.search(step, report)
		if r.stop.Load() {
			report = r.withRefutation(report)
			break
		}
		report = next
		progress(report)
	}
	if complete && plan.finite {
		confirmed := r.confirm(report)
		if confirmed.Move != report.Move || confirmed.Score != report.Score {
			progress(confirmed)
		}
		report = confirmed
	}
	if r.limits.fixed() {
		report = r.list(report, progress)
	}
	if !r.stop.Load() && report.Exact {
		r.confidence = certain
		report = r.complete(report)
	}
	if r.stop.Load() {
		return report, ctx.Err()
	}
	return report, nil
}

// satisfied reports whether Limits.Enough ends the search.
func (r *root) satisfied(report Report) bool {
	return r.limits.Enough != nil && r.limits.Enough(r.clamp(report))
}

// startStops makes the context and the limits stop the search, and returns a function that releases the resources for
// it.
func (r *root) startStops(ctx context.Context) (release func()) {
	if r.limits.Nodes > 0 {
		r.nodeLimit = r.limits.Nodes
	}
	if poll := pollOf(ctx); poll != nil {
		r.poll = both(r.poll, poll)
	}
	halt := func() { r.stop.Store(true) }
	if ctx.Err() != nil {
		halt() // AfterFunc calls it in another goroutine, a moment later
	}
	detach := context.AfterFunc(ctx, halt)
	if r.limits.Time <= 0 {
		return func() { detach() }
	}
	r.deadline = r.began.Add(r.limits.Time)
	timer := time.AfterFunc(time.Until(r.deadline), halt)
	return func() { timer.Stop(); detach() }
}

// step is one search of the iterative deepening.
type step struct {
	depth      int
	confidence confidence
}

const (
	endLead     = 11 // the deepening goes from this many plies before the end of the game directly to the end
	lateEndLead = 4  // the same when the limits do not allow the search to the end at endLead
	// endTimeFactor and endNodeFactor estimate the cost of the first search to the end relative to the steps before it.
	endTimeFactor = 8
	endNodeFactor = 48 // greater, because nodes of the ending take less time
)

// plan describes the steps of the iterative deepening.
type plan struct {
	deepest   int        // greatest depth in the middle game
	middle    confidence // in the middle game
	firmer    bool       // at least firm from depth firmFrom on
	toEnd     bool       // steps to the end of the game follow
	last      confidence // of the last step to the end
	requested bool       // the limits request the search to the end; otherwise it is made if there is time for it
	empties   int
	direct    bool // only the last depth is searched
	finite    bool // a depth or the end of the game ends the search, unless Limits.Time does so first
}

func (r *root) plan() plan {
	l, empties := r.limits, r.position.Empties()
	p := plan{
		deepest: empties, middle: l.confidence(), last: certain, empties: empties,
		direct: r.without&Deepening != 0,
	}
	if l.Depth > 0 {
		p.deepest = min(l.Depth, empties)
	}
	p.requested = empties <= max(l.Exact, l.Selective)
	if p.requested {
		p.deepest = empties
	}
	p.toEnd = p.deepest == empties
	p.finite = (p.requested || !p.toEnd || l.Time <= 0) && l.Nodes == 0
	p.firmer = l.Confidence == 0 && p.toEnd && !p.requested
	if p.requested && empties > l.Exact {
		p.last = l.confidence()
	}
	if r.without&ProbCut != 0 || r.weights == nil || p.toEnd && empties < probCutEnding {
		p.middle, p.last = certain, certain
	}
	return p
}

// next returns the step after s; ok is false when s was the last. Steps in the middle game go one ply deeper, up to the
// greatest depth or to where the search to the end is due. Steps to the end have increasing confidence.
func (r *root) next(p plan, s step) (n step, ok bool) {
	switch {
	case s.depth >= p.empties:
		return step{s.depth, p.endConfidence(s.confidence + 1)}, s.confidence < p.last
	case p.toEnd &&
		(p.direct || s.depth >= p.empties-endLead && (p.requested || r.affordsEnd()) ||
			s.depth >= p.empties-lateEndLead):
		return step{p.empties, p.endConfidence(0)}, true
	case s.depth >= p.deepest:
		return s, false
	case p.direct:
		return p.middleStep(p.deepest), true
	}
	return p.middleStep(s.depth + 1), true
}

// middleStep returns the step to the depth in the middle game. Depths without ProbCut are certain.
func (p plan) middleStep(depth int) step {
	switch {
	case depth <= probCutMiddle:
		return step{depth, certain}
	case p.firmer && depth >= firmFrom:
		return step{depth, max(p.middle, firm)}
	}
	return step{depth, p.middle}
}

// affordsEnd reports whether the limits of time and nodes are likely to allow a search to the end.
func (r *root) affordsEnd() bool {
	spent := time.Since(r.began)
	switch {
	case r.limits.Time > 0 && spent*endTimeFactor > r.limits.Time-spent:
		return false
	case r.limits.Nodes > 0:
		return r.entered()*endNodeFactor < r.limits.Nodes
	}
	return true
}

// endConfidence returns the least confidence, at least c, of a step to the end of the game: experiments/014.
func (p plan) endConfidence(c confidence) confidence {
	before := []confidence{1, 3} // of the steps before the last
	switch {
	case p.middle == certain || p.empties < 16:
		before = nil
	case p.empties < 20:
		before = []confidence{1}
	case p.empties < 24:
		before = []confidence{2}
	}
	for _, b := range before {
		if b >= c && b < p.last {
			return b
		}
	}
	return p.last
}

// search runs one step and returns its report. It moves the best moves, as many as movesPerStep, to the front. before
// is the report of the step before.
func (r *root) search(s step, before Report) Report {
	r.enter()
	r.confidence = s.confidence
	r.searched.Store(false)
	toTheEnd := s.depth >= r.position.Empties()
	r.table.resize(toTheEnd, r.position.Empties(), r.total())
	if toTheEnd {
		r.networkFrom = -1 // the evaluation is used for ProbCut only
	}
	values := make([]int, r.movesPerStep())
	for i := range values {
		var ok bool
		if values[i], ok = r.searchAspiration(i, s, before); !ok {
			return Report{}
		}
	}
	r.rank(values)
	return r.stamp(r.ranked(s, values))
}

const (
	aspirationDepth  = 6   // least depth with an aspiration window
	aspirationMargin = 500 // half the width of its first window, in hundredths of a disc
)

// searchAspiration searches the moves from index i on with an aspiration window around the score of that rank in the
// report before. It widens the window until the value lies inside.
func (r *root) searchAspiration(i int, s step, before Report) (value int, ok bool) {
	alpha, beta := r.limits.window()
	if len(before.PV) == 0 || r.without&Aspiration != 0 || s.depth < aspirationDepth ||
		i > 0 && len(before.Lines) <= i {
		return r.bestOf(r.moves[i:], alpha, beta, s.depth)
	}
	guess := hundredths(before.Score)
	if i > 0 {
		guess = hundredths(before.Lines[i].Score)
	}
	half := aspirationMargin
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

// bestOf searches the moves, a slice of r.moves, moves the best to its front and returns the best value. ok is false
// when the search was stopped.
func (r *root) bestOf(moves []candidate, alpha, beta, depth int) (value int, ok bool) {
	list := slices.Clone(moves)
	for i := range list {
		list[i].priority = int32(-i)
	}
	value, best := r.searchMoves(r.node, list, alpha, beta, depth, cut.child(beta-alpha))
	stopped := r.stop.Load()
	if value <= alpha || best == noMove {
		return value, !stopped // the best move is unknown
	}
	toFront(moves, slices.IndexFunc(moves, func(c candidate) bool { return int8(c.square) == best }))
	return value, !stopped
}

// toFront moves the candidate at the index to the front and keeps the order of the others.
func toFront(moves []candidate, at int) {
	c := moves[at]
	copy(moves[1:at+1], moves[:at])
	moves[0] = c
}

// withRefutation returns the report of the last completed step, with its move replaced if the stopped step after it has
// found a better one.
func (r *root) withRefutation(report Report) Report {
	if move := othello.Square(r.moves[0].square); r.movesPerStep() == 1 && move != report.Move {
		report.Move, report.Best, report.PV = move, []othello.Square{move}, r.line(move, 0).PV
		if report.Lines = nil; r.limits.Lines > 1 {
			r.add(&report, Line{move, report.Score, report.PV})
		}
	}
	return report
}

// ranked returns the report of a step with the values of the first moves in r.moves, best first.
func (r *root) ranked(s step, values []int) Report {
	report := r.report(s, values[0])
	if r.limits.Lines > 1 {
		for i, value := range values {
			r.add(&report, r.line(othello.Square(r.moves[i].square), value))
		}
	}
	return report
}

// report returns the report of a step with the value. The best move must be first in r.moves.
func (r *root) report(s step, value int) Report {
	line := r.line(othello.Square(r.moves[0].square), value)
	return Report{
		Position: r.position, Move: line.Move, Best: []othello.Square{line.Move}, Score: line.Score,
		Bound: r.limits.bound(value),
		Depth: s.depth, Confidence: levels[s.confidence].percent,
		Exact: r.exact(s), PV: line.PV,
	}
}

// stamp returns the report with the current nodes and time.
func (r *root) stamp(report Report) Report {
	report.Nodes, report.Elapsed = r.entered(), time.Since(r.began)
	return report
}

// entered returns the number of positions that all workers have entered. The counts of the helpers may lag behind.
func (r *root) entered() uint64 {
	r.publish()
	return r.run.nodes.Load()
}

// line returns the line of the move with the best moves in the table after it.
func (r *root) line(move othello.Square, value int) Line {
	list := []othello.Square{move}
	for p := r.position.Play(move); !p.Over(); {
		next := othello.Pass
		if !p.MustPass() {
			k, _ := r.table.find(p.Mover, p.Other)
			next = othello.Square(k.first)
			if k.first == noMove {
				next = r.provedReply(p)
			}
			if p.Check(next) != nil {
				break
			}
		}
		list = append(list, next)
		p = p.Play(next)
	}
	return Line{move, discs(value), list}
}
