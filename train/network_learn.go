package train

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
)

// network is the part of an [eval.Network] whose phases share rows, in 32-bit floating point for training. It is
// trained by stochastic gradient descent on the squared error. Each number has its own learning rate, which decreases
// as the number changes (Adagrad: Duchi, Hazan and Singer 2011), and each row has one for all its numbers. Products are
// rounded before they are added, and positions are processed sequentially, so the result is the same on every machine.
type network struct {
	base           *eval.Weights // the network predicts its error
	phaseOf        [squaresLeft + 1]uint8
	rows           [][eval.Accumulators]float32
	moved          []float32 // sum of the squared gradients of each row
	heads          []head
	rate, headRate float32

	// Intermediate results of the current position.
	active [eval.Active]uint32
	sums   [eval.Accumulators]float32
	inputs [2 * eval.Accumulators]float32
	hidden [eval.Hidden]float32
}

// head contains the layers of one phase, and the sums of the squared gradients.
type head struct{ numbers, moved layers }

type layers struct {
	weights [eval.Hidden][2 * eval.Accumulators]float32
	bias    [eval.Hidden]float32
	out     [eval.Hidden]float32
	outBias float32
}

const (
	scale     = 8    // discs per unit of the network
	headRate  = 0.02 // initial learning rate of heads
	rateDecay = 0.3  // factor of the rates from epoch to epoch
	inertia   = 50   // initial sum of squared gradients of rows, so that rare rows change slowly
	maxError  = 4    // limit on errors
	maxRow    = 127. / eval.RowUnit
)

// newNetwork returns a network that adds nothing to base: its rows are zero. Its first layers are random and the same
// in all phases, so that rows can have the same meaning in all phases.
func newNetwork(m *eval.Model, base *eval.Weights, r *rand.Rand) *network {
	var l layers
	for j := range l.weights {
		for k := range l.weights[j] {
			l.weights[j][k] = float32(r.NormFloat64() * math.Sqrt(1./eval.Accumulators))
		}
		l.bias[j], l.out[j] = 0.25, float32(r.NormFloat64()*0.3) // positive, so that neurons are active
	}
	n := &network{
		base: base, phaseOf: m.PhaseOf, rows: make([][eval.Accumulators]float32, eval.Parameters()),
		moved: make([]float32, eval.Parameters()),
	}
	n.heads = slices.Repeat([]head{{numbers: l}}, len(m.Phases))
	return n
}

// forward returns the output of the network for a position, in units of scale discs.
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

// want returns the error of the sum for a position, in units of scale discs.
func (n *network) want(x *judged) float32 {
	return (x.want - float32(n.base.Evaluate(x.p, x.o))/eval.Disc) / scale
}

// learn updates the network with a position.
func (n *network) learn(x *judged) {
	wrong := max(-maxError, min(maxError, n.forward(x)-n.want(x)))
	h := &n.heads[n.phaseOf[x.empties()]]
	var back [2 * eval.Accumulators]float32 // gradient of the inputs
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

// adapt updates a number of a head against its gradient.
func (n *network) adapt(x, moved *float32, gradient float32) {
	*moved += float32(gradient * gradient)
	*x -= float32(n.headRate * gradient / float32(math.Sqrt(float64(*moved)+1e-6)))
}

// adaptRows updates the rows of the current position, which all have the same gradient.
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
			row[k] = max(-maxRow, min(maxRow, row[k]-float32(rate*g)))
		}
	}
}

// errors returns the root mean square errors of the positions by empty squares, in discs, with or without the network.
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

// addTo adds the rows of the network to q in the units of package eval, and the heads of the phases that use them.
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

// settled is the initial sum of squared gradients of a trained network, so that it changes in small steps.
const settled = 5000

// load sets the network to q with a set of rows.
func (n *network) load(q *eval.Network, set int) {
	for i := range n.rows {
		for k := range n.rows[i] {
			n.rows[i][k] = float32(q.Rows[set][i*eval.Accumulators+k]) / eval.RowUnit
		}
		n.moved[i] = settled
	}
	for i := range n.heads {
		n.heads[i].numbers.load(&q.Heads[i])
		n.heads[i].moved.setRates()
	}
}

// load is the inverse of quantized.
func (l *layers) load(h *eval.Head) {
	for j := range l.weights {
		for k := range l.weights[j] {
			l.weights[j][k] = float32(h.Weights[j][k]) / eval.HiddenUnit
		}
		l.bias[j] = float32(h.Bias[j]) / (eval.RowUnit * eval.HiddenUnit)
		l.out[j] = float32(float64(h.Out[j]) / outOne)
	}
	l.outBias = float32(h.OutBias) / (scale * eval.Disc * eval.OutUnit)
}

// setRates sets the sums of squared gradients of a trained head. They are larger than those of rows because every
// position updates a head.
func (l *layers) setRates() {
	const moved = 10 * settled
	for j := range l.weights {
		for k := range l.weights[j] {
			l.weights[j][k] = moved
		}
		l.bias[j], l.out[j] = moved, moved
	}
	l.outBias = moved
}

// outOne is the number of units of the output weight 1 of a neuron.
const outOne = scale * eval.Disc * eval.OutUnit / float64(eval.NeuronUnit)

// whole converts v to a whole number of units, limited to ±most.
func whole(v float32, unit, most float64) int {
	return int(max(-most, min(most, math.Round(float64(v)*unit))))
}
