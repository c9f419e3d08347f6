package eval

import "fmt"

// Network is a small neural network over the patterns, after the embeddings of Neural Reversi. It corrects the sum of
// the weights by the interaction of patterns.
//
// Each parameter (see [State.Active]) has a row of [Accumulators] numbers. Phases may share a set of rows. The rows of
// the active parameters are added up. The positive parts of the sums are the first half of the inputs, and the negative
// parts, negated, are the second. Each phase has its own two layers after that.
type Network struct {
	Rows   [][]int8 // row sets: [Accumulators] numbers for each of the [Parameters], in units of 1/[RowUnit]
	RowsOf []uint8  // row set by phase
	Heads  []Head   // by phase
	Most   uint8    // greatest number of empty squares at which the network is used
}

// Head holds the layers of one phase after the accumulators: [Hidden] neurons, then one.
type Head struct {
	// Weights are those of the positive parts, then those of the negative parts, in units of 1/[HiddenUnit].
	Weights [Hidden][2 * Accumulators]int16
	Bias    [Hidden]int32 // in units of 1/([RowUnit]·[HiddenUnit])
	// Out is in hundredths of a disc by [NeuronUnit], scaled by [OutUnit].
	Out     [Hidden]int16
	OutBias int32 // in units of 1/[OutUnit] hundredths of a disc
}

// Sizes and fixed-point units of networks. The arithmetic is in integers, so that all machines compute the same values.
const (
	Accumulators = 16      // numbers in a row
	Hidden       = 16      // neurons of the hidden layer
	RowUnit      = 96      // 1 in rows
	HiddenUnit   = 1 << 10 // 1 in the weights of neurons
	hiddenShift  = 8       // bits dropped from the sum of a neuron
	outShift     = 10

	NeuronUnit = RowUnit * HiddenUnit >> hiddenShift // 1 in the value of a neuron
	OutUnit    = 1 << outShift                       // a hundredth of a disc in the output
)

// row holds the numbers of one parameter.
type row = [Accumulators]int8

// networkPhase is a network in one phase in the layout of refine.
type networkPhase struct {
	rows                rowTable
	weights             [Accumulators][Hidden][2]int16 // two inputs each
	bias                [Hidden]int32                  //
	out                 [Hidden]int16                  // neurons 0–3, 8–11, 4–7, 12–15
	outBias             int32                          //
	mine, theirs, tempo [1 << 6]row                    // as in phaseWeights
}

// check returns an error if the network is invalid for the number of phases.
func (n *Network) check(phases int) error {
	for _, rows := range n.Rows {
		if len(rows) != Accumulators*Parameters() {
			return fmt.Errorf("network: a row set has %d numbers: want %d", len(rows), Accumulators*Parameters())
		}
	}
	if len(n.Heads) != phases || len(n.RowsOf) != phases {
		return fmt.Errorf("network: %d heads and %d row sets for phases: want %d", len(n.Heads), len(n.RowsOf), phases)
	}
	if n.Most > maxEmpties {
		return fmt.Errorf("network: used up to %d empty squares: want at most %d", n.Most, maxEmpties)
	}
	for i := range n.Heads {
		if int(n.RowsOf[i]) >= len(n.Rows) {
			return fmt.Errorf("network: phase %d has row set %d: want less than %d", i, n.RowsOf[i], len(n.Rows))
		}
		if !n.Heads[i].safe() {
			return fmt.Errorf("network: the weights of phase %d are too great: a sum can overflow 32 bits", i)
		}
	}
	return nil
}

// safe reports whether no sum can overflow 32 bits.
func (h *Head) safe() bool {
	const greatest, room = Active * 128, 1 << 30
	total := 0
	for i := range h.Weights {
		sum := max(int(h.Bias[i]), -int(h.Bias[i]))
		for j := range Accumulators { // one of the two inputs of an accumulator is 0
			a, b := int(h.Weights[i][j]), int(h.Weights[i][Accumulators+j])
			sum += greatest * max(a, -a, b, -b)
		}
		if sum > room || h.Out[i] == -1<<15 {
			return false
		}
		total += min(sum>>hiddenShift, 1<<15-1) * max(int(h.Out[i]), -int(h.Out[i]))
	}
	return total+max(int(h.OutBias), -int(h.OutBias)) <= room
}

// unfold sets p to the network of a phase from its layers and its row set.
func (p *networkPhase) unfold(h *Head, tables *rowTable, rows []int8) {
	f := folds()
	of := func(parameter uint32) row { return row(rows[Accumulators*parameter:]) }
	p.rows = *tables
	for j := range mobilities {
		p.mine[j], p.theirs[j] = of(f.mine+uint32(j)), of(f.theirs+uint32(j))
	}
	for j := range maxEmpties + 1 {
		p.tempo[j] = of(f.tempo + uint32(j))
	}
	p.bias, p.outBias = h.Bias, h.OutBias
	for j := range Hidden {
		p.out[packed(j)] = h.Out[j]
		for k := range Accumulators {
			p.weights[k][j] = [2]int16{h.Weights[j][2*k], h.Weights[j][2*k+1]}
		}
	}
}

// packed returns the position of a neuron after a packing instruction has combined two vector registers.
func packed(neuron int) int { return neuron&^12 | neuron&4<<1 | neuron&8>>1 }

// Refined returns the greatest number of empty squares at which [Weights.Refine] uses the network, or -1 if there is no
// network.
func (w *Weights) Refined() int { return w.refined }

// Rough returns the weights without a network. They have no checksum.
func (w *Weights) Rough() *Weights {
	rough := *w
	rough.network, rough.refined, rough.checksum = nil, -1, ""
	return &rough
}

// Refine returns the value with the correction of the network, in hundredths of a disc. rough must be the result of
// [Weights.ValueOf] for the same arguments. Refine takes two to three times as long as ValueOf.
func (w *Weights) Refine(rough int, s *State, c Counts) int {
	if c.Empties > w.refined {
		return rough
	}
	t := &w.network[w.phaseOf[min(c.Empties, maxEmpties)]]
	mine, theirs := &t.mine[min(c.Moves, mobilities-1)&63], &t.theirs[min(c.Replies, mobilities-1)&63]
	more := refine(t, &s.words, mine, theirs, &t.tempo[c.Empties&63])
	return clamp(rough+more, 64*Disc)
}

// portableRefine is the definition of refine. It returns the correction in hundredths of a disc.
func portableRefine(t *networkPhase, s *[words]uint64, mine, theirs, tempo *row) int {
	var sums [Accumulators]int16
	for k := range sums {
		sums[k] = int16(mine[k]) + int16(theirs[k]) + int16(tempo[k])
	}
	for i, word := range s {
		for range wordImages {
			for k, x := range &t.rows[i][uint16(word)] {
				sums[k] += int16(x)
			}
			word >>= 16
		}
	}
	var inputs [2 * Accumulators]int32
	for k, x := range sums {
		inputs[k], inputs[Accumulators+k] = int32(max(x, 0)), int32(max(-x, 0))
	}
	total := t.outBias
	for j := range Hidden {
		sum := t.bias[j]
		for k := range Accumulators {
			sum += inputs[2*k]*int32(t.weights[k][j][0]) + inputs[2*k+1]*int32(t.weights[k][j][1])
		}
		total += min(max(sum>>hiddenShift, 0), 1<<15-1) * int32(t.out[packed(j)])
	}
	return int(total >> outShift)
}
