package eval

import (
	"fmt"
	"sync"
)

// Network is a small network over the patterns, after the embeddings of Neural Reversi: it adds to the sum of the
// weights what patterns mean together.
//
// Each parameter (see [State.Active]) has a row of [Accumulators] numbers, which some phases share. The rows of a
// position are added up; a sum above zero speaks to one half of the inputs, one below zero to the other. Two layers
// follow, which each phase has of its own.
type Network struct {
	Rows   [][]int8 // [Accumulators] for each of the [Parameters], in units of 1/[RowUnit]
	RowsOf []uint8  // which of them each phase uses
	Heads  []Head   // of each phase
	Most   uint8    // empty squares up to which it is used: it may know the last phases only
}

// Head is what follows the accumulators in one phase: [Hidden] neurons, then one.
type Head struct {
	// from what lies above zero, then from what lies below, in units of 1/[HiddenUnit]
	Weights [Hidden][2 * Accumulators]int16
	Bias    [Hidden]int32 // in units of 1/([RowUnit]·[HiddenUnit])
	// hundredths of a disc for a neuron's value; the units cancel out: see [OutUnit]
	Out     [Hidden]int16
	OutBias int32 // in units of 1/[OutUnit] hundredths of a disc
}

// What networks consist of, and their units. All is computed in whole numbers, so that each machine finds the same.
const (
	Accumulators = 16      // numbers of a row, and sums of them
	Hidden       = 16      // neurons behind them
	RowUnit      = 96      // what a row counts as 1
	HiddenUnit   = 1 << 10 // what the weights of neurons count as 1
	hiddenShift  = 8       // what is left out of a neuron's value
	outShift     = 10

	NeuronUnit = RowUnit * HiddenUnit >> hiddenShift // what a neuron's value counts as 1
	OutUnit    = 1 << outShift                       // what the result counts as a hundredth of a disc
)

// row is one parameter's numbers.
type row = [Accumulators]int8

// networkPhase is a network in one phase, as refine reads it.
type networkPhase struct {
	rows                [words]*[1 << 16]row           // by index, for each word of a state
	weights             [Accumulators][Hidden][2]int16 // of two inputs each
	bias                [Hidden]int32                  //
	out                 [Hidden]int16                  // neurons 0–3, 8–11, 4–7, 12–15
	outBias             int32                          //
	mine, theirs, tempo [1 << 6]row                    // as those of phaseWeights
}

// check says why the network cannot be used with so many phases.
func (n *Network) check(phases int) error {
	for _, rows := range n.Rows {
		if len(rows) != Accumulators*Parameters() {
			return fmt.Errorf("the network has %d numbers in rows: expected %d", len(rows), Accumulators*Parameters())
		}
	}
	if len(n.Heads) != phases || len(n.RowsOf) != phases {
		return fmt.Errorf("the network is for %d and %d phases: expected %d", len(n.Heads), len(n.RowsOf), phases)
	}
	if n.Most > maxEmpties {
		return fmt.Errorf("the network is used up to %d empty squares: expected at most %d", n.Most, maxEmpties)
	}
	for i := range n.Heads {
		if int(n.RowsOf[i]) >= len(n.Rows) {
			return fmt.Errorf("phase %d has rows %d of the network, and there are %d", i, n.RowsOf[i], len(n.Rows))
		}
		if !n.Heads[i].safe() {
			return fmt.Errorf("phase %d of the network has weights so great that its value does not fit into 32 bits",
				i)
		}
	}
	return nil
}

// safe reports whether no sum can leave 32 bits.
func (h *Head) safe() bool {
	const greatest, room = Active * 128, 1 << 30
	total := 0
	for i := range h.Weights {
		sum := max(int(h.Bias[i]), -int(h.Bias[i]))
		for j := range Accumulators { // of the two inputs of an accumulator one is 0
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

// unfold makes the network ready for each phase.
func (n *Network) unfold() []networkPhase {
	list := make([]networkPhase, len(n.Heads))
	var all sync.WaitGroup
	for set := range n.Rows {
		all.Go(func() {
			tables := n.tables(set)
			for i := range list {
				if int(n.RowsOf[i]) == set {
					list[i].unfold(&n.Heads[i], tables, func(parameter uint32) row { return n.row(set, parameter) })
				}
			}
		})
	}
	all.Wait()
	return list
}

// tables is the rows of each word, by index.
func (n *Network) tables(set int) (tables [words]*[1 << 16]row) {
	f, size := folds(), 0
	starts := make([]int, len(board.sizes)) // of the shapes
	for shape := range starts {
		starts[shape] = size
		size += board.sizes[shape]
	}
	all := make([]row, size+1<<16) // the last table of 16 bits ends within it
	for shape, start := range starts {
		for index, number := range f.fold[shape] {
			all[start+index] = n.row(set, f.first[shape]+uint32(number))
		}
	}
	for word := range tables {
		tables[word] = (*[1 << 16]row)(all[starts[board.shapeOf[word]]:])
	}
	return tables
}

func (p *networkPhase) unfold(h *Head, tables [words]*[1 << 16]row, row func(parameter uint32) row) {
	f := folds()
	p.rows = tables
	for j := range mobilities {
		p.mine[j], p.theirs[j] = row(f.mine+uint32(j)), row(f.theirs+uint32(j))
	}
	for j := range maxEmpties + 1 {
		p.tempo[j] = row(f.tempo + uint32(j))
	}
	p.bias, p.outBias = h.Bias, h.OutBias
	for j := range Hidden {
		p.out[packed(j)] = h.Out[j]
		for k := range Accumulators {
			p.weights[k][j] = [2]int16{h.Weights[j][2*k], h.Weights[j][2*k+1]}
		}
	}
}

// packed is where the value of a neuron stands when those of two registers have been packed into one.
func packed(neuron int) int { return neuron&^12 | neuron&4<<1 | neuron&8>>1 }

func (n *Network) row(set int, parameter uint32) row {
	return row(n.Rows[set][Accumulators*parameter:])
}

// Refined is up to how many empty squares [Weights.Refine] has anything to say; -1 when there is no network.
func (w *Weights) Refined() int { return w.refined }

// Rough returns the weights without a network. They have no checksum.
func (w *Weights) Rough() *Weights {
	rough := *w
	rough.network, rough.refined, rough.checksum = nil, -1, ""
	return &rough
}

// Refine is [Weights.ValueOf] with what the network adds, in hundredths of a disc; rough is what ValueOf returned for
// the same arguments. It takes two to three times as long as ValueOf, so a search calls it where it may matter.
func (w *Weights) Refine(rough int, s *State, c Counts) int {
	if c.Empties > w.refined {
		return rough
	}
	t := &w.network[w.phaseOf[min(c.Empties, maxEmpties)]]
	mine, theirs := &t.mine[min(c.Moves, mobilities-1)&63], &t.theirs[min(c.Replies, mobilities-1)&63]
	more := refine(t, &s.words, mine, theirs, &t.tempo[c.Empties&63])
	return clamp(rough+more, 64*Disc)
}

// portableRefine is the definition of refine, in hundredths of a disc.
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
