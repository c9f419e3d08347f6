package classroom

import (
	"math"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// Names tells how a game writes what a drawing shows.
type Names[P any, M comparable] struct {
	Move     func(M) string                  // a move as it is written
	Called   func(move string) lang.Sentence // a move in a sentence; nil when it is called as it is written
	Position func(P) string                  // on one line
	Board    func(P) string                  // on several; nil when there is none
	Turn     func(P) string                  // the side to move, one lower-case word
	Side     func(turn string) lang.Sentence // its name in a sentence
	Value    func(v int) string              // a value as it is written
	Number   func(v int) float64             // a value in the unit that is shown
	// pictures show this side's values in the view of the other; nil when each side has its own view
	Against func(turn string) bool
}

// Show is a value in the view of the side to move as pictures show it.
func (n Names[P, M]) Show(v int, turn string) string {
	if n.against(turn) {
		v = -v
	}
	return n.Value(v)
}

func (n Names[P, M]) against(turn string) bool { return n.Against != nil && n.Against(turn) }

func (n Names[P, M]) called(move string) lang.Sentence {
	if n.Called == nil {
		return lang.Sentence{En: move, Ja: move}
	}
	return n.Called(move)
}

// Drawing is a trace with everything named, to be shown: [Drawing.Text] and [Drawing.DOT] do, and as JSON it is an
// array.
type Drawing struct {
	Nodes []Node // in the order of their first mention, parents before children
	names []shown
}

// Node is a visit in a [Drawing], by the names of the JSON. Its numbers are in the view of the side to move there, in
// the unit of [Names], and nil where there is nothing to tell. Places are those in [Drawing].
type Node struct {
	Parent int `json:"parent"` // its place, or -1
	// that leads here from the parent; empty at the root and in a pass
	Move     string         `json:"move"`
	Position string         `json:"position"`           // on one line
	Turn     string         `json:"turn"`               // the side to move
	Kind     string         `json:"kind"`               // "visited", "cut", "table" or "pass": see [gametree.Kind]
	Depth    int            `json:"depth"`              // plies left; below 0, to the end of the game
	Alpha    *float64       `json:"alpha"`              // the lower side of the window; nil: open
	Beta     *float64       `json:"beta"`               // the upper side; nil: open
	AlphaOut *float64       `json:"alpha_out"`          // alpha on leaving
	Value    *float64       `json:"value,omitempty"`    // what the search found; nil: nothing
	Bound    string         `json:"bound,omitempty"`    // what Value is: "exact", "lower" or "upper"
	Enter    int            `json:"enter"`              // the step at which it was entered, cut or answered
	Leave    *int           `json:"leave,omitempty"`    // the step at which it was left; nil: the search stopped inside
	By       *int           `json:"by,omitempty"`       // the place whose bound cut this off
	Reason   *lang.Sentence `json:"reason,omitempty"`   // why it was cut off
	Hit      *int           `json:"hit,omitempty"`      // the place whose stored value a table gave
	Saved    uint64         `json:"saved,omitempty"`    // positions that it took to find that value
	Pass     int            `json:"pass,omitempty"`     // which pass of the search this is, from 1
	Again    *int           `json:"again,omitempty"`    // the place that this one searches again with another window
	Proof    *uint64        `json:"proof,omitempty"`    // of ProofNumber; nil: infinite
	Disproof *uint64        `json:"disproof,omitempty"` // of ProofNumber; nil: infinite
	Visits   uint64         `json:"visits,omitempty"`   // of MonteCarlo: playouts that came through here
	Mean     *float64       `json:"mean,omitempty"`     // of MonteCarlo: their mean
}

// shown is what the pictures of a node need besides its JSON.
type shown struct {
	value, window, board string
	frame                int // the place of a position that is no leaf among these, in order of entry, from 1
}

// draughtsman makes a drawing.
type draughtsman[P gametree.Position[P, M], M comparable] struct {
	visits    []gametree.Visit[M]
	positions []P
	names     Names[P, M]
	drawing   Drawing
}

// Draw names all that a search from root has written down.
func Draw[P gametree.Position[P, M], M comparable](root P, t *gametree.Trace[M], names Names[P, M]) Drawing {
	d := draughtsman[P, M]{visits: t.Visits, names: names, positions: make([]P, len(t.Visits))}
	d.drawing.Nodes = make([]Node, len(t.Visits))
	d.drawing.names = make([]shown, len(t.Visits))
	for i := range t.Visits {
		v := &t.Visits[i]
		d.positions[i] = root
		if v.Parent != gametree.Nowhere && v.Kind != gametree.Pass {
			d.positions[i] = d.positions[v.Parent].Play(v.Move)
			d.drawing.Nodes[i].Move = names.Move(v.Move)
		}
		d.draw(i)
	}
	d.number()
	return d.drawing
}

// draw fills in the i-th node, those before it being there.
func (d *draughtsman[P, M]) draw(i int) {
	v, p, n := &d.visits[i], d.positions[i], &d.drawing.Nodes[i]
	n.Parent, n.Kind, n.Depth, n.Enter, n.Pass = v.Parent, v.Kind.String(), v.Depth, v.Enter, v.Pass
	n.Position, n.Turn = d.names.Position(p), d.names.Turn(p)
	n.Leave, n.Again = place(v.Leave), place(v.Again)
	if v.HasWindow {
		n.Alpha, n.Beta, n.AlphaOut = d.limit(v.Alpha), d.limit(v.Beta), d.limit(v.AlphaOut)
	}
	if v.HasValue {
		value := d.names.Number(v.Value)
		n.Value, n.Bound = &value, v.Bound.String()
	}
	switch {
	case v.Kind == gametree.Cut:
		n.By, n.Reason = place(v.By), d.reason(v, i)
	case v.Kind == gametree.FromTable:
		n.Hit, n.Saved = place(v.Hit), v.Saved
	case v.Proof > 0 || v.Disproof > 0:
		n.Proof, n.Disproof = finite(v.Proof), finite(v.Disproof)
	case v.Playouts > 0:
		mean := v.Mean * d.names.Number(1)
		n.Visits, n.Mean = v.Playouts, &mean
	}
	d.drawing.names[i] = d.shown(v, n.Turn)
	if d.names.Board != nil {
		d.drawing.names[i].board = d.names.Board(p)
	}
}

// shown is the texts of a visit.
func (d *draughtsman[P, M]) shown(v *gametree.Visit[M], turn string) shown {
	var s shown
	low, high, b := v.Alpha, v.Beta, v.Bound
	if d.names.against(turn) {
		low, high, b = -v.Beta, -v.Alpha, [...]gametree.Bound{gametree.Exact, gametree.Upper, gametree.Lower}[v.Bound%3]
	}
	if v.HasValue {
		s.value = [...]string{"", "≥ ", "≤ "}[b%3] + d.names.Show(v.Value, turn)
	}
	if v.HasWindow {
		s.window = "(" + d.end(low) + ", " + d.end(high) + ")"
	}
	return s
}

func (d *draughtsman[P, M]) end(v int) string {
	switch {
	case v <= -gametree.Infinity:
		return "-∞"
	case v >= gametree.Infinity:
		return "∞"
	}
	return d.names.Value(v)
}

// limit is a side of a window as JSON has it: nil when it is open.
func (d *draughtsman[P, M]) limit(v int) *float64 {
	if v <= -gametree.Infinity || v >= gametree.Infinity {
		return nil
	}
	number := d.names.Number(v)
	return &number
}

// number counts the positions that are no leaves, as article 002 numbers the frames of its picture.
func (d *draughtsman[P, M]) number() {
	inner := make([]bool, len(d.visits))
	for _, v := range d.visits {
		if v.Parent != gametree.Nowhere && v.Kind != gametree.Pass {
			inner[v.Parent] = true
		}
	}
	frames := 0
	for i, yes := range inner {
		if yes {
			frames++
			d.drawing.names[i].frame = frames
		}
	}
}

func place(i int) *int {
	if i == gametree.Nowhere {
		return nil
	}
	return &i
}

// finite is nil for an endless number.
func finite(n uint64) *uint64 {
	if n == math.MaxUint64 {
		return nil
	}
	return &n
}
