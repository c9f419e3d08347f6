package train

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
)

// network is the part of an [eval.Network] whose phases share their rows, while it learns, in 32-bit floating point:
// stochastic gradient descent on the squared error, each number with a rate of its own that falls as it is moved
// (Adagrad: Duchi, Hazan and Singer 2011), rows with one for all their numbers. Products are rounded before they are
// added, and positions come one after another, so that the result is the same on every machine.
type network struct {
	base           *eval.Weights // explains what it can first
	phaseOf        [squaresLeft + 1]uint8
	rows           [][eval.Accumulators]float32
	moved          []float32 // how far each row was asked to move: the sum of squares
	heads          []head
	rate, headRate float32

	// What the position at hand makes of it.
	active [eval.Active]uint32
	sums   [eval.Accumulators]float32
	inputs [2 * eval.Accumulators]float32
	hidden [eval.Hidden]float32
}

// head is the layers of one phase, and how far each number was asked to move.
type head struct{ numbers, moved layers }

type layers struct {
	weights [eval.Hidden][2 * eval.Accumulators]float32
	bias    [eval.Hidden]float32
	out     [eval.Hidden]float32
	outBias float32
}

const (
	scale    = 8    // discs that a value of 1 stands for
	headRate = 0.02 // of learning
	fade     = 0.3  // what the rates are multiplied by from epoch to epoch
	inertia  = 50   // rows act as if they had been moved so far before, so that what is rare does not jump
	steepest = 4    // of an error: greater ones count as this
	farthest = 127. / eval.RowUnit
)

// newNetwork knows nothing beyond base: its rows are zero. Its first layers are at random, and the same in all phases,
// so that rows can mean the same in all.
func newNetwork(m *eval.Model, base *eval.Weights, r *rand.Rand) *network {
	var l layers
	for j := range l.weights {
		for k := range l.weights[j] {
			l.weights[j][k] = float32(r.NormFloat64() * math.Sqrt(1./eval.Accumulators))
		}
		l.bias[j], l.out[j] = 0.25, float32(r.NormFloat64()*0.3) // above zero, where neurons learn
	}
	n := &network{
		base: base, phaseOf: m.PhaseOf, rows: make([][eval.Accumulators]float32, eval.Parameters()),
		moved: make([]float32, eval.Parameters()),
	}
	n.heads = slices.Repeat([]head{{numbers: l}}, len(m.Phases))
	return n
}

// forward is what the network says of the position, in scale discs.
func (n *network) forward(x *judged) float32 {
	s := eval.NewState(x.p, x.o)
	s.Active(x.p, x.o, &n.active)
	var sums [eval.Accumulators]float32
	for _, i := range &n.active {
		for k, v := range &n.rows[i] {
			sums[k] += v
		}
	}
	n.sums = sums
	for k, v := range sums {
		n.inputs[k], n.inputs[eval.Accumulators+k] = max(v, 0), max(-v, 0)
	}
	l := &n.heads[n.phaseOf[x.empties()]].numbers
	value := l.outBias
	for j := range l.weights {
		sum := l.bias[j]
		for k, v := range &n.inputs {
			sum += float32(l.weights[j][k] * v)
		}
		n.hidden[j] = max(sum, 0)
		value += float32(l.out[j] * n.hidden[j])
	}
	return value
}

// want is what the sum leaves unexplained of the position's value, in scale discs.
func (n *network) want(x *judged) float32 {
	return (x.want - float32(n.base.Evaluate(x.p, x.o))/eval.Disc) / scale
}

// learn moves the network a little towards the position's value.
func (n *network) learn(x *judged) {
	wrong := max(-steepest, min(steepest, n.forward(x)-n.want(x)))
	h := &n.heads[n.phaseOf[x.empties()]]
	var back [2 * eval.Accumulators]float32 // the gradient of the inputs
	for j, value := range &n.hidden {
		if value <= 0 {
			continue
		}
		slope := wrong * h.numbers.out[j]
		n.adapt(&h.numbers.out[j], &h.moved.out[j], wrong*value)
		for k, v := range &n.inputs {
			back[k] += float32(slope * h.numbers.weights[j][k])
			if v > 0 {
				n.adapt(&h.numbers.weights[j][k], &h.moved.weights[j][k], slope*v)
			}
		}
		n.adapt(&h.numbers.bias[j], &h.moved.bias[j], slope)
	}
	n.adapt(&h.numbers.outBias, &h.moved.outBias, wrong)
	n.adaptRows(&back)
}

// adapt moves a number of a head against its gradient.
func (n *network) adapt(x, moved *float32, gradient float32) {
	*moved += float32(gradient * gradient)
	*x -= float32(n.headRate * gradient / float32(math.Sqrt(float64(*moved)+1e-6)))
}

// adaptRows moves the rows of the position at hand: the gradient is the same for all.
func (n *network) adaptRows(back *[2 * eval.Accumulators]float32) {
	var gradient [eval.Accumulators]float32
	var square float32
	for k, v := range &n.sums {
		gradient[k] = back[k]
		if v < 0 {
			gradient[k] = -back[eval.Accumulators+k]
		}
		square += float32(gradient[k] * gradient[k])
	}
	square /= eval.Accumulators
	for _, i := range &n.active {
		n.moved[i] += square
		rate := n.rate / float32(math.Sqrt(float64(n.moved[i])+inertia))
		row := &n.rows[i]
		for k, g := range &gradient {
			row[k] = max(-farthest, min(farthest, row[k]-float32(rate*g)))
		}
	}
}

// errors is the root mean square of what is left unexplained of the positions by their empty squares, in discs, with
// the network or without.
func (n *network) errors(list []judged, with bool) []float64 {
	var squares, counts [squaresLeft + 1]float64
	for i := range list {
		x := &list[i]
		e := n.want(x)
		if with {
			e -= n.forward(x)
		}
		squares[x.empties()] += float64(scale * scale * float64(e) * float64(e))
		counts[x.empties()]++
	}
	var found []float64
	for empties, count := range counts {
		found = append(found, math.Round(1000*math.Sqrt(squares[empties]/max(count, 1)))/1000)
	}
	return found
}

// addTo adds the network's rows to q in the units of package eval, and the heads of the phases that use them.
func (n *network) addTo(q *eval.Network, uses func(phase int) bool) {
	rows := make([]int8, 0, len(n.rows)*eval.Accumulators)
	for i := range n.rows {
		for _, v := range &n.rows[i] {
			rows = append(rows, int8(whole(v, eval.RowUnit, 127)))
		}
	}
	q.Rows = append(q.Rows, rows)
	for phase := range n.heads {
		if uses(phase) {
			q.Heads[phase], q.RowsOf[phase] = n.heads[phase].numbers.quantized(), uint8(len(q.Rows)-1)
		}
	}
}

func (l *layers) quantized() (h eval.Head) {
	for j := range l.weights {
		for k, v := range &l.weights[j] {
			h.Weights[j][k] = int16(whole(v, eval.HiddenUnit, 1<<15-1))
		}
		h.Bias[j] = int32(whole(l.bias[j], eval.RowUnit*eval.HiddenUnit, 1<<30))
		h.Out[j] = int16(whole(l.out[j], outOne, 1<<15-1))
	}
	h.OutBias = int32(whole(l.outBias, scale*eval.Disc*eval.OutUnit, 1<<30))
	return h
}

// settled is how far what a network knows counts as having been moved: it learns further in small steps.
const settled = 5000

// recall makes the network the one of package eval with those rows.
func (n *network) recall(q *eval.Network, set int) {
	for i := range n.rows {
		for k := range n.rows[i] {
			n.rows[i][k] = float32(q.Rows[set][i*eval.Accumulators+k]) / eval.RowUnit
		}
		n.moved[i] = settled
	}
	for i := range n.heads {
		n.heads[i].numbers.recall(&q.Heads[i])
		n.heads[i].moved.settle()
	}
}

// recall is quantized turned round.
func (l *layers) recall(h *eval.Head) {
	for j := range l.weights {
		for k := range l.weights[j] {
			l.weights[j][k] = float32(h.Weights[j][k]) / eval.HiddenUnit
		}
		l.bias[j] = float32(h.Bias[j]) / (eval.RowUnit * eval.HiddenUnit)
		l.out[j] = float32(float64(h.Out[j]) / outOne)
	}
	l.outBias = float32(h.OutBias) / (scale * eval.Disc * eval.OutUnit)
}

// settle is for how far each number has been moved: heads see every position, rows few.
func (l *layers) settle() {
	const moved = 10 * settled
	for j := range l.weights {
		for k := range l.weights[j] {
			l.weights[j][k] = moved
		}
		l.bias[j], l.out[j] = moved, moved
	}
	l.outBias = moved
}

// outOne is what the weight of a neuron in the result counts as 1.
const outOne = scale * eval.Disc * eval.OutUnit / float64(eval.NeuronUnit)

// whole is so many units as a whole number, at most so great.
func whole(v float32, unit, most float64) int {
	return int(max(-most, min(most, math.Round(float64(v)*unit))))
}
