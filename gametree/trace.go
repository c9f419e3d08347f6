package gametree

// Trace records the steps of a search. Use a new one for each search. The trace does not influence the search. Visits
// are in the order in which they begin, so that a parent comes before its children.
type Trace[M comparable] struct {
	Most int // greatest number of visits to record; the counts are not limited

	Visits    []Visit[M]
	ByPly     []uint64 // number of positions entered by distance from the root
	Truncated bool     // there were more than Most visits

	step    int
	open    []frame // open visits, the root first
	offset  int     // number of open visits that are not positions: 1 for a search of several passes, otherwise 0
	pass    int
	move    M // to the next visit
	alpha   int
	beta    int
	windows bool // the next visit has a window from alpha to beta
}

// Kind is the kind of a visit.
type Kind uint8

// The kinds of visits.
const (
	Entered   Kind = iota // the position was entered
	Cut                   // the position was cut off
	FromTable             // the value of the position was found in a table

	// Pass is a pass over the tree from the root by a search of several passes. It is a child of the first visit, which
	// represents the whole search.
	Pass
)

// String returns "visited", "cut", "table" or "pass".
func (k Kind) String() string { return [...]string{"visited", "cut", "table", "pass"}[k&3] }

// Visit is an element of the trace. Values and windows are from the view of the side to move in the position.
type Visit[M comparable] struct {
	Kind   Kind // entered, cut off, found in a table, or a pass
	Parent int  // index in Visits, or -1
	Move   M    // from the parent; not set for the root and for passes
	Depth  int  // plies left; below 0: to the end of the game
	Enter  int  // step at which it was entered, cut or found in a table
	Leave  int  // step at which it was left; -1 when the search was stopped before

	HasWindow   bool // Alpha and Beta are set; an open end is -[math.MaxInt] or [math.MaxInt]
	Alpha, Beta int  // window on entering
	AlphaOut    int  // alpha on leaving

	HasValue bool  // Value and Bound are set
	Value    int   // result of the search
	Bound    Bound // relation of Value to the value of the position

	By         int  // visit whose bound cut this one off, or -1
	NullWindow bool // the bound is the end of a null window, and not a value attained
	Limit      int  // the bound, from the view of the side to move in the parent
	Reply      int  // visit whose move reached the bound, or -1

	Hit   int    // visit that stored the value found in a table; -1 if not recorded
	Saved uint64 // number of positions that were entered to find that value

	Pass  int // number of the pass, from 1
	Again int // visit of the same position that this one repeats with another window, or -1

	Proof, Disproof uint64  // by ProofNumber; math.MaxUint64: infinite
	Playouts        uint64  // by MonteCarlo: number of playouts through the position
	Mean            float64 // by MonteCarlo: mean value of these playouts
}

// Nowhere is the index of a visit that is not recorded.
const Nowhere = -1

// source is the origin of a bound: see Visit.By and Visit.NullWindow.
type source struct {
	by         int
	nullWindow bool
}

// frame is an open visit.
type frame struct {
	at                  int // in Visits, or Nowhere
	alpha, beta         int
	alphaFrom, betaFrom source
	last                int // the last child, or Nowhere
}

// begin resets the trace for a search.
func (t *Trace[M]) begin() { *t = Trace[M]{Most: t.Most} }

// passes opens the first visit of a search of several passes.
func (w *walk[P, M]) passes(depth int) {
	if w.trace != nil && w.err == nil {
		w.trace.push(Visit[M]{Depth: depth})
		w.trace.offset = 1
	}
}

// leaveAll leaves the visit opened by passes.
func (w *walk[P, M]) leaveAll(value int) {
	if w.trace != nil && w.err == nil {
		w.trace.leave(value, Exact)
	}
}

func (t *Trace[M]) play(m M) { t.move = m }

func (t *Trace[M]) within(alpha, beta int) { t.alpha, t.beta, t.windows = alpha, beta, true }

// enter records that a position is entered, with the move and window of the preceding calls of play and within.
func (t *Trace[M]) enter(depth int) {
	v := Visit[M]{Depth: depth, HasWindow: t.windows}
	if v.HasWindow {
		v.Alpha, v.Beta, v.AlphaOut = t.alpha, t.beta, t.alpha
	}
	if len(t.open) == t.offset {
		t.pass++
	}
	if len(t.open) == 1 && t.offset == 1 {
		v.Kind, v.Pass = Pass, t.pass
	}
	t.count(len(t.open) - t.offset)
	t.push(v)
	t.windows = false
}

func (t *Trace[M]) count(ply int) {
	for len(t.ByPly) <= ply {
		t.ByPly = append(t.ByPly, 0)
	}
	t.ByPly[ply]++
}

// push records a visit and opens it.
func (t *Trace[M]) push(v Visit[M]) {
	f := frame{alpha: v.Alpha, beta: v.Beta, last: Nowhere}
	v.Leave = Nowhere
	f.at = t.add(v)
	f.alphaFrom, f.betaFrom = t.sources(f)
	t.open = append(t.open, f)
}

// add records a child of the innermost open visit, unless the trace is full, and advances the step.
func (t *Trace[M]) add(v Visit[M]) int {
	v.Parent, v.Again = Nowhere, Nowhere
	if n := len(t.open); n > 0 {
		parent := &t.open[n-1]
		v.Parent, v.Move = parent.at, t.move
		if last := parent.last; last != Nowhere && v.Kind == Entered && t.Visits[last].Move == v.Move {
			v.Again = last
		}
		if len(t.Visits) < t.Most {
			parent.last = len(t.Visits)
		}
	}
	return t.write(v)
}

// write records a visit, unless the trace is full, and advances the step.
func (t *Trace[M]) write(v Visit[M]) int {
	if len(t.Visits) >= t.Most {
		t.Truncated = t.Most > 0
		return Nowhere
	}
	v.Enter = t.step
	if v.Kind != FromTable {
		v.Hit = Nowhere
	}
	if v.Kind != Cut {
		v.By, v.Reply = Nowhere, Nowhere
	}
	t.Visits = append(t.Visits, v)
	t.step++
	return len(t.Visits) - 1
}

// sources returns the origins of alpha and beta of a new visit. A bound that is the negated bound of the parent has the
// origin that it has there. Any other bound originates in the parent: it is a value that a move there has attained, or
// the end of a null window.
func (t *Trace[M]) sources(f frame) (alpha, beta source) {
	if len(t.open) <= t.offset { // the root of a search or a pass
		return source{f.at, true}, source{f.at, true}
	}
	parent := t.open[len(t.open)-1]
	alpha, beta = source{parent.at, true}, source{parent.at, false}
	if f.alpha == -parent.beta {
		alpha = parent.betaFrom
	}
	if f.beta == -parent.alpha {
		beta = parent.alphaFrom
	}
	return alpha, beta
}

// leave closes the innermost open visit and returns its index.
func (t *Trace[M]) leave(value int, b Bound) int {
	f := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	if f.at == Nowhere {
		return Nowhere
	}
	v := &t.Visits[f.at]
	v.HasValue, v.Value, v.Bound, v.Leave = true, value, b, t.step
	v.AlphaOut = max(v.Alpha, value)
	t.step++
	return f.at
}

// cut records the moves of the innermost open visit that were cut off, all in one step.
func (t *Trace[M]) cut(rest []M, depth int) {
	f := t.open[len(t.open)-1]
	step := t.step
	for _, m := range rest {
		t.move, t.step = m, step
		t.add(Visit[M]{
			Kind: Cut, Depth: depth, Leave: step, By: f.betaFrom.by, NullWindow: f.betaFrom.nullWindow, Limit: f.beta,
			Reply: f.last,
		})
	}
}

// hit records that the value of the next position was found in a table.
func (t *Trace[M]) hit(place int, saved uint64, depth, value int, b Bound) {
	v := Visit[M]{
		Kind: FromTable, Depth: depth, Leave: t.step, HasValue: true, Value: value, Bound: b, Hit: place,
		Saved: saved,
	}
	v.HasWindow, v.Alpha, v.Beta, v.AlphaOut = true, t.alpha, t.beta, t.alpha
	t.add(v)
	t.windows = false
}

// addNode records a position that a best-first search adds to its tree, as a child of the visit parent or as the root.
func (t *Trace[M]) addNode(parent int, m M, depth, ply int) int {
	t.count(ply)
	if parent == Nowhere && ply > 0 {
		return Nowhere
	}
	v := Visit[M]{Parent: parent, Move: m, Depth: depth, Leave: t.step, Again: Nowhere}
	if ply == 0 && t.offset == 1 {
		t.pass++
		v.Kind, v.Pass = Pass, t.pass
	}
	return t.write(v)
}

// change returns a visit of a best-first search for modification, or nil if it is not recorded.
func (t *Trace[M]) change(at int) *Visit[M] {
	if t == nil || at == Nowhere {
		return nil
	}
	v := &t.Visits[at]
	v.Leave = max(v.Leave, t.step-1)
	return v
}
