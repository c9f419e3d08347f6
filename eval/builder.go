package eval

import "sync"

// builder converts parameters to the lookup tables of weights, in several goroutines.
type builder struct {
	w        *Weights
	step     int16
	inUnits  [1 << 16]uint8 // encoding in tables of a parameter as an unsigned number
	patterns []uint8        // the tables of all phases
	rows     []*rowTable    // by row set
	tasks    sync.WaitGroup
}

// rowTable holds the rows of a row set by index, for each word of a state.
type rowTable [words]*[1 << 16]row

// newBuilder returns a builder for phases with the step and the numbers of phases of m.
func newBuilder(m *Model, phases int) *builder {
	b := &builder{
		w:    &Weights{phaseOf: m.PhaseOf, phases: make([]phaseWeights, phases), refined: -1},
		step: int16(m.Step),
		// Space for the last table as an array of 1<<16.
		patterns: make([]uint8, board.indices*phases+1<<16),
	}
	for x := range b.inUnits {
		b.inUnits[x] = inUnits(int16(x) * b.step)
	}
	return b
}

// addPhase adds the parameters of a phase. They may change after it returns.
func (b *builder) addPhase(i int, list []int16) {
	f, t, step := folds(), &b.w.phases[i], b.step
	values := make([]uint8, f.mine)
	for j, x := range list[:f.mine] {
		values[j] = b.inUnits[uint16(x)]
	}
	for j := range mobilities {
		t.mine[j], t.theirs[j] = list[int(f.mine)+j]*step, list[int(f.theirs)+j]*step
	}
	for j := range maxEmpties + 1 {
		t.tempo[j] = list[int(f.tempo)+j] * step
	}
	tables := b.patterns[board.indices*i:]
	for word, shape := range board.shapeOf {
		t.patterns[word] = (*[1 << 16]uint8)(tables[board.starts[shape]:])
	}
	b.tasks.Go(func() {
		for shape, start := range board.starts {
			own, to := values[f.first[shape]:], tables[start:]
			for index, number := range f.fold[shape] {
				to[index] = own[number]
			}
		}
	})
}

// addRows adds the next row set of the network.
func (b *builder) addRows(rows []int8) {
	t := new(rowTable)
	b.rows = append(b.rows, t)
	b.tasks.Go(func() {
		f := folds()
		all := make([]row, board.indices+1<<16)
		for word, shape := range board.shapeOf {
			t[word] = (*[1 << 16]row)(all[board.starts[shape]:])
		}
		for shape, start := range board.starts {
			own, to := rows[Accumulators*f.first[shape]:], all[start:]
			for index, number := range f.fold[shape] {
				to[index] = row(own[Accumulators*int(number):])
			}
		}
	})
}

// weights returns the weights. The network is the one whose rows were added, or nil. Nothing may be added afterwards.
func (b *builder) weights(n *Network) *Weights {
	b.tasks.Wait()
	if n != nil {
		b.w.network, b.w.refined = make([]networkPhase, len(n.Heads)), int(n.Most)
		for i := range n.Heads {
			set := n.RowsOf[i]
			b.w.network[i].unfold(&n.Heads[i], b.rows[set], n.Rows[set])
		}
	}
	return b.w
}
