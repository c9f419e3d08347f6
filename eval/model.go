package eval

import (
	"errors"
	"fmt"
	"math"
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
	if err := m.checkHeader(len(m.Phases)); err != nil {
		return err
	}
	for i, list := range m.Phases {
		if err := checkPhase(i, list, m.Step); err != nil {
			return err
		}
	}
	if m.Network != nil {
		return m.Network.check(len(m.Phases))
	}
	return nil
}

// checkHeader returns an error if the model is invalid for any parameters of the phases.
func (m *Model) checkHeader(phases int) error {
	if m.Step < 1 || m.Step > 64*Disc {
		return fmt.Errorf("step %d: want 1 to %d hundredths of a disc", m.Step, 64*Disc)
	}
	if phases == 0 {
		return errors.New("no phases")
	}
	for empties, phase := range m.PhaseOf {
		if int(phase) >= phases {
			return fmt.Errorf("%d empty squares have phase %d: want less than %d", empties, phase, phases)
		}
	}
	return nil
}

// checkPhase returns an error if the parameters of a phase are invalid.
func checkPhase(i int, list []int16, step int) error {
	if len(list) != Parameters() {
		return fmt.Errorf("phase %d has %d parameters: want %d", i, len(list), Parameters())
	}
	least, greatest := int16(math.MinInt16/step), int16(math.MaxInt16/step)
	for j, x := range list {
		if x < least || x > greatest {
			return fmt.Errorf("phase %d: parameter %d is %d steps of %d hundredths: want a 16-bit number",
				i, j, x, step)
		}
	}
	return nil
}

// Weights converts the model to lookup tables. It returns an error if the model is invalid.
func (m *Model) Weights() (*Weights, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	b := newBuilder(m, len(m.Phases))
	for i, list := range m.Phases {
		b.addPhase(i, list)
	}
	if m.Network != nil {
		for _, rows := range m.Network.Rows {
			b.addRows(rows)
		}
	}
	return b.weights(m.Network), nil
}

// inUnits converts hundredths of a disc to the encoding of the tables, rounding halves away from 0.
func inUnits(x int16) uint8 {
	half := unit/2 + int(x>>15)*unit // with the sign of x
	return uint8(zero + max(-zero, min(zero-1, (int(x)+half)/unit)))
}
