package eval

import (
	"errors"
	"fmt"
	"sync"
)

// Model holds the learned parameters as they are stored in a file, by phase of the game. [Model.Weights] converts it to
// [Weights].
type Model struct {
	Step    int                   // unit of the parameters, in hundredths of a disc
	PhaseOf [maxEmpties + 1]uint8 // phase by number of empty squares
	Phases  [][]int16             // the [Parameters] of each phase
	Network *Network              // nil: none
}

// Phases divides the empty squares from last to first into phases of plies moves each, and returns the phase of each
// number of empty squares and the number of phases. Numbers below last and above first belong to the nearest phase.
// Phases are numbered from the end of the game. The error reports arguments outside 1 ≤ plies and 0 ≤ last ≤ first ≤
// 60.
func Phases(first, last, plies int) (phaseOf [maxEmpties + 1]uint8, count int, err error) {
	if last < 0 || first < last || first > maxEmpties || plies < 1 {
		return phaseOf, 0, fmt.Errorf("phases of %d moves from %d to %d empty squares: want at least 1 move, and "+
			"%d ≥ from ≥ to ≥ 0", plies, first, last, maxEmpties)
	}
	for empties := range phaseOf {
		phaseOf[empties] = uint8((min(max(empties, last), first) - last) / plies)
	}
	return phaseOf, int(phaseOf[maxEmpties]) + 1, nil
}

// check returns an error if the model is invalid.
func (m *Model) check() error {
	if m.Step < 1 || m.Step > 64*Disc {
		return fmt.Errorf("step %d: want 1 to %d hundredths of a disc", m.Step, 64*Disc)
	}
	if len(m.Phases) == 0 {
		return errors.New("no phases")
	}
	for empties, phase := range m.PhaseOf {
		if int(phase) >= len(m.Phases) {
			return fmt.Errorf("%d empty squares have phase %d: want less than %d", empties, phase,
				len(m.Phases))
		}
	}
	for i, list := range m.Phases {
		if len(list) != Parameters() {
			return fmt.Errorf("phase %d has %d parameters: want %d", i, len(list), Parameters())
		}
		for j, x := range list {
			if int(x)*m.Step != int(int16(int(x)*m.Step)) {
				return fmt.Errorf("phase %d: parameter %d is %d steps of %d hundredths: want a 16-bit number", i, j,
					x, m.Step)
			}
		}
	}
	if m.Network != nil {
		return m.Network.check(len(m.Phases))
	}
	return nil
}

// Weights converts the model to lookup tables. It returns an error if the model is invalid.
func (m *Model) Weights() (*Weights, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	size := 0
	for _, n := range board.sizes {
		size += n
	}
	w := &Weights{phaseOf: m.PhaseOf, phases: make([]phaseWeights, len(m.Phases)), refined: -1}
	tables := make([]uint8, size*len(m.Phases)+1<<16) // with space for the last table as an array of 1<<16
	var all sync.WaitGroup
	for i, list := range m.Phases {
		all.Go(func() { w.phases[i].unfold(list, int16(m.Step), tables[size*i:]) })
	}
	if m.Network != nil {
		w.network, w.refined = m.Network.unfold(), int(m.Network.Most)
	}
	all.Wait()
	return w, nil
}

// unfold fills the tables of a phase. Those of the patterns are at the beginning of tables.
func (t *phaseWeights) unfold(list []int16, step int16, tables []uint8) {
	f, starts, start := folds(), make([]int, len(board.sizes)), 0
	values := make([]uint8, len(list))
	for i, x := range list {
		values[i] = inUnits(x * step)
	}
	for shape, size := range board.sizes {
		own := values[f.first[shape]:]
		for index, number := range f.fold[shape] {
			tables[start+index] = own[number]
		}
		starts[shape] = start
		start += size
	}
	for word, shape := range board.shapeOf {
		t.patterns[word] = (*[1 << 16]uint8)(tables[starts[shape]:])
	}
	for i := range mobilities {
		t.mine[i], t.theirs[i] = list[int(f.mine)+i]*step, list[int(f.theirs)+i]*step
	}
	for i := range maxEmpties + 1 {
		t.tempo[i] = list[int(f.tempo)+i] * step
	}
}

// inUnits converts hundredths of a disc to the encoding of the tables, rounding halves away from 0.
func inUnits(x int16) uint8 {
	half := unit / 2
	if x < 0 {
		half = -half
	}
	return uint8(zero + max(-zero, min(zero-1, (int(x)+half)/unit)))
}
