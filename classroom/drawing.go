package classroom

import (
	"math"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// Names holds the functions that turn moves, positions and values of a game into text.
type Names[P any, M comparable] struct {
	Move     func(M) string                  // notation of a move
	Called   func(move string) lang.Sentence // move in a sentence; nil: its notation
	Position func(P) string                  // position on one line
	Board    func(P) string                  // position on several lines; nil: none
	Turn     func(P) string                  // side to move, one lower-case word
	Side     func(turn string) lang.Sentence // side in a sentence
	Value    func(v int) string              // value as text
	Number   func(v int) float64             // value in the unit of the drawing
	// Against reports whether values of a side are shown from the view of the other side; nil: for no side.
	Against func(turn string) bool
}

// Show returns a value of the side to move as text.
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

// Drawing is a trace as text, for [Drawing.Text], [Drawing.DOT] and JSON.
type Drawing struct {
	Nodes []Node // in the order of the trace, parents before children
	names []shown
}

// Node is a visit in a [Drawing]. Values are from the view of the side to move in the position, in the unit of [Names],
// and nil if there are none. Parent, By, Hit and Again are indexes of nodes.
type Node struct {
	Parent   int            `json:"parent"`             // -1: none
	Move     string         `json:"move"`               // move from the parent; empty at the root and in a pass
	Position string         `json:"position"`           // on one line
	Turn     string         `json:"turn"`               // side to move
	Kind     string         `json:"kind"`               // "visited", "cut", "table" or "pass", see [gametree.Kind]
	Depth    int            `json:"depth"`              // remaining plies; below 0: to the end of the game
	Alpha    *float64       `json:"alpha"`              // lower end of the window; nil: open
	Beta     *float64       `json:"beta"`               // upper end of the window; nil: open
	AlphaOut *float64       `json:"alpha_out"`          // alpha at the end of the visit
	Value    *float64       `json:"value,omitempty"`    // value that the search found
	Bound    string         `json:"bound,omitempty"`    // "exact", "lower" or "upper"
	Enter    int            `json:"enter"`              // step of the start of the visit, the cut or the table hit
	Leave    *int           `json:"leave,omitempty"`    // step of the end of the visit; nil: the search was stopped
	By       *int           `json:"by,omitempty"`       // node whose bound caused the cut
	Reason   *lang.Sentence `json:"reason,omitempty"`   // explanation of the cut
	Hit      *int           `json:"hit,omitempty"`      // node whose value was in the table
	Saved    uint64         `json:"saved,omitempty"`    // positions of the search of that value
	Pass     int            `json:"pass,omitempty"`     // number of a pass of iterative deepening, from 1
	Again    *int           `json:"again,omitempty"`    // node that this one searches again with another window
	Proof    *uint64        `json:"proof,omitempty"`    // of ProofNumber; nil: infinite
	Disproof *uint64        `json:"disproof,omitempty"` // of ProofNumber; nil: infinite
	Visits   uint64         `json:"visits,omitempty"`   // of MonteCarlo: number of playouts
	Mean     *float64       `json:"mean,omitempty"`     // of MonteCarlo: mean of the playouts
}

// shown holds the texts of a node that are not in its JSON.
type shown struct {
	value, window, board string
	frame                int // number of an inner position, in the order of entry, from 1
}

// builder makes a drawing.
type builder[P gametree.Position[P, M], M comparable] struct {
	visits    []gametree.Visit[M]
	positions []P
	names     Names[P, M]
	drawing   Drawing
}

// Draw returns the drawing of the trace of a search from root.
func Draw[P gametree.Position[P, M], M comparable](root P, t *gametree.Trace[M], names Names[P, M]) Drawing {
	d := builder[P, M]{visits: t.Visits, names: names, positions: make([]P, len(t.Visits))}
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

// draw fills in node i after those before it.
func (d *builder[P, M]) draw(i int) {
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

// shown returns the texts of a visit.
func (d *builder[P, M]) shown(v *gametree.Visit[M], turn string) shown {
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

// end returns an end of a window as text.
func (d *builder[P, M]) end(v int) string {
	switch {
	case v <= -gametree.Infinity:
		return "-∞"
	case v >= gametree.Infinity:
		return "∞"
	}
	return d.names.Value(v)
}

// limit returns an end of a window as a number, or nil if it is open.
func (d *builder[P, M]) limit(v int) *float64 {
	if v <= -gametree.Infinity || v >= gametree.Infinity {
		return nil
	}
	number := d.names.Number(v)
	return &number
}

// number numbers the inner positions, as article 002 numbers the frames of its picture.
func (d *builder[P, M]) number() {
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

// place returns an index of a node, or nil for a missing node.
func place(i int) *int {
	if i == gametree.Nowhere {
		return nil
	}
	return &i
}

// finite returns a proof number, or nil if it is infinite.
func finite(n uint64) *uint64 {
	if n == math.MaxUint64 {
		return nil
	}
	return &n
}
