package eval

import (
	"errors"
	"fmt"
	"sync"
)

// Model is what is learned, as it is kept in a file: a few numbers for each phase of the game. [Model.Weights] makes it
// ready for use.
type Model struct {
	Step    int                   // what 1 is worth, in hundredths of a disc
	PhaseOf [maxEmpties + 1]uint8 // the phase of each number of empty squares
	Phases  [][]int16             // for each phase its [Parameters]
	Network *Network              // nil: there is none
}

// Phases divides the game: the phase of each number of empty squares when one is plies moves long, the last phase ends
// at last empty squares and the first begins at first; what lies beyond belongs to them. It fails unless plies is 1 or
// more and last ≤ first lie on the board.
func Phases(first, last, plies int) (phaseOf [maxEmpties + 1]uint8, count int, err error) {
	if last < 0 || first < last || first > maxEmpties || plies < 1 {
		return phaseOf, 0, fmt.Errorf("phases of %d moves from %d to %d empty squares: expected 1 move or more, and "+
			"%d ≥ from ≥ to ≥ 0", plies, first, last, maxEmpties)
	}
	for empties := range phaseOf {
		phaseOf[empties] = uint8((min(max(empties, last), first) - last) / plies)
	}
	return phaseOf, int(phaseOf[maxEmpties]) + 1, nil
}

// check says why the model cannot be used.
func (m *Model) check() error {
	if m.Step < 1 || m.Step > 64*Disc {
		return fmt.Errorf("a step of %d hundredths of a disc: expected 1 to %d", m.Step, 64*Disc)
	}
	if len(m.Phases) == 0 {
		return errors.New("no phases")
	}
	for empties, phase := range m.PhaseOf {
		if int(phase) >= len(m.Phases) {
			return fmt.Errorf("%d empty squares are of phase %d, and there are %d phases", empties, phase,
				len(m.Phases))
		}
	}
	for i, list := range m.Phases {
		if len(list) != Parameters() {
			return fmt.Errorf("phase %d has %d parameters: expected %d", i, len(list), Parameters())
		}
		for j, x := range list {
			if int(x)*m.Step != int(int16(int(x)*m.Step)) {
				return fmt.Errorf("phase %d, parameter %d is %d steps of %d hundredths: beyond what 16 bits hold", i, j,
					x, m.Step)
			}
		}
	}
	if m.Network != nil {
		return m.Network.check(len(m.Phases))
	}
	return nil
}

// Weights unfolds the model. The error says what is wrong with it.
func (m *Model) Weights() (*Weights, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	size := 0
	for _, n := range board.sizes {
		size += n
	}
	w := &Weights{phaseOf: m.PhaseOf, phases: make([]phaseWeights, len(m.Phases)), refined: -1}
	tables := make([]uint8, size*len(m.Phases)+1<<16) // the last table of 16 bits ends within it
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

// unfold fills the tables of a phase, which begin where tables does.
func (t *phaseWeights) unfold(list []int16, step int16, tables []uint8) {
	f, starts, start := folds(), make([]int, len(board.sizes)), 0
	for shape, size := range board.sizes {
		own := list[f.first[shape]:]
		for index, number := range f.fold[shape] {
			tables[start+index] = inUnits(own[number] * step)
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

// inUnits is hundredths of a disc as a table has them: rounded, halves away from 0.
func inUnits(x int16) uint8 {
	half := unit / 2
	if x < 0 {
		half = -half
	}
	return uint8(zero + max(-zero, min(zero-1, (int(x)+half)/unit)))
}
