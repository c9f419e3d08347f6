package gametree

// A Trace writes down what a search does. Give a fresh one to a search; a search with a nil Trace does the same without
// it. Visits stand in the order of their first mention, so that a parent comes before its children.
type Trace[M comparable] struct {
	Most int // how many visits are written down at most; the counts go on

	Visits    []Visit[M]
	ByPly     []uint64 // positions entered at each distance from the root, which has the first place
	Truncated bool     // there were more than Most visits

	step    int
	open    []frame // the visits that have not been left, the root first
	offset  int     // how many of them are no positions of their own: 1 for a search of several passes
	pass    int
	move    M // that leads to the next visit
	alpha   int
	beta    int
	windows bool // the next visit has a window from alpha to beta
}

// Kind tells what a visit is.
type Kind uint8

// What visits are.
const (
	Entered   Kind = iota // a position was entered
	Cut                   // it was left out because a bound made it useless
	FromTable             // a table answered for it

	// Pass is the root entered again by a search that goes over the tree several times; it is the child of the first
	// visit, which stands for all of the search.
	Pass
)

// String is "visited", "cut", "table" or "pass".
func (k Kind) String() string { return [...]string{"visited", "cut", "table", "pass"}[k&3] }

// Visit is one place in the trace. Values and windows are in the view of the side to move there.
type Visit[M comparable] struct {
	Kind   Kind // whether it was entered, cut off or answered by a table
	Parent int  // its place in Visits, or -1
	Move   M    // that leads here from the parent, unless this is the root or a pass
	Depth  int  // plies left; below 0, to the end of the game
	Enter  int  // the step at which it was entered, cut or answered
	Leave  int  // the step at which it was left; -1 when the search stopped inside

	HasWindow   bool // Alpha and Beta hold; a side of the window that is open is -[math.MaxInt] or [math.MaxInt]
	Alpha, Beta int  // the window on entering
	AlphaOut    int  // alpha on leaving

	HasValue bool  // Value and Bound hold
	Value    int   // what the search found
	Bound    Bound // what Value is to the position's

	By    int  // the visit whose bound cut this off, else -1
	Asked bool // that bound was a question ("is it better than that?"), not a value that is certain
	Limit int  // the bound, in the view of the side to move in the parent
	Reply int  // the visit whose move reached the bound, else -1

	Hit   int    // the visit whose stored value a table gave; -1 when it was not written down
	Saved uint64 // positions that it took to find that value

	Pass  int // which pass this is, from 1
	Again int // the visit of the same position that this one repeats with another window, else -1

	Proof, Disproof uint64  // of ProofNumber; math.MaxUint64 stands for infinity
	Playouts        uint64  // of MonteCarlo: how many came through here
	Mean            float64 // of MonteCarlo: their mean
}

// Nowhere is the place of a visit that is not written down.
const Nowhere = -1

// source tells where a bound comes from.
type source struct {
	by    int
	asked bool
}

// frame is a visit that has not been left.
type frame struct {
	at                  int // in Visits, or Nowhere
	alpha, beta         int
	alphaFrom, betaFrom source
	last                int // the child visited last
}

// begin makes the trace ready for a search.
func (t *Trace[M]) begin() { *t = Trace[M]{Most: t.Most} }

// passes opens the first visit of a search that goes over the tree several times.
func (w *walk[P, M]) passes(depth int) {
	if w.trace != nil && w.err == nil {
		w.trace.push(Visit[M]{Depth: depth})
		w.trace.offset = 1
	}
}

// leaveAll leaves that visit.
func (w *walk[P, M]) leaveAll(value int) {
	if w.trace != nil && w.err == nil {
		w.trace.leave(value, Exact)
	}
}

func (t *Trace[M]) play(m M) { t.move = m }

func (t *Trace[M]) within(alpha, beta int) { t.alpha, t.beta, t.windows = alpha, beta, true }

// enter writes down that a position is entered, with the move and the window that were told before.
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

// push adds a visit and opens it.
func (t *Trace[M]) push(v Visit[M]) {
	f := frame{alpha: v.Alpha, beta: v.Beta, last: Nowhere}
	v.Leave = Nowhere
	f.at = t.add(v)
	f.alphaFrom, f.betaFrom = t.sources(f)
	t.open = append(t.open, f)
}

// add puts a visit below the one that is open, if there is room, and takes a step.
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

// write adds a visit, if there is room, and takes a step.
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

// sources finds out where the window of a new visit comes from: a bound that is the parent's with its sign turned is
// the parent's own when a move there has raised it, or it comes from where the parent has it; any other bound is a
// question that the parent asks.
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

// leave closes the visit that is open and gives its place.
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

// cut writes down the moves of the open visit that a bound made useless, all in one step.
func (t *Trace[M]) cut(rest []M, depth int) {
	f := t.open[len(t.open)-1]
	step := t.step
	for _, m := range rest {
		t.move, t.step = m, step
		t.add(Visit[M]{
			Kind: Cut, Depth: depth, Leave: step, By: f.betaFrom.by, Asked: f.betaFrom.asked, Limit: f.beta,
			Reply: f.last,
		})
	}
}

// hit writes down that a table answered for the next position.
func (t *Trace[M]) hit(place int, saved uint64, depth, value int, b Bound) {
	v := Visit[M]{
		Kind: FromTable, Depth: depth, Leave: t.step, HasValue: true, Value: value, Bound: b, Hit: place,
		Saved: saved,
	}
	v.HasWindow, v.Alpha, v.Beta, v.AlphaOut = true, t.alpha, t.beta, t.alpha
	t.add(v)
	t.windows = false
}

// grow writes down a position that a best-first search adds to its tree below the visit at parent, or at its root.
func (t *Trace[M]) grow(parent int, m M, depth, ply int) int {
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

// change gives a visit of a best-first search to be changed, and nil when it was not written down.
func (t *Trace[M]) change(at int) *Visit[M] {
	if t == nil || at == Nowhere {
		return nil
	}
	v := &t.Visits[at]
	v.Leave = max(v.Leave, t.step-1)
	return v
}
