package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/steps"
)

// phaseSum contains the weights of one phase during further training, in discs. They are trained by stochastic gradient
// descent on the squared error, with decreasing learning rates like those of [network].
type phaseSum struct {
	weights, moved []float32
	rate           float32
}

const (
	sumInertia = 100 // initial sum of squared gradients of a weight
	blurred    = 2   // a phase also learns from this many empty squares on either side
)

func newPhaseSum(m *eval.Model, phase int, rate float64) *phaseSum {
	s := &phaseSum{
		weights: make([]float32, eval.Parameters()), moved: make([]float32, eval.Parameters()),
		rate: float32(rate),
	}
	for i, x := range m.Phases[phase] {
		s.weights[i] = float32(int(x)*m.Step) / eval.Disc
	}
	return s
}

// value returns the value of a position in discs. It sets active to its parameters.
func (s *phaseSum) value(x *judged, active *[eval.Active]uint32) float32 {
	state := eval.NewState(x.p, x.o)
	state.Active(x.p, x.o, active)
	sum := float32(0)
	for _, i := range active {
		sum += s.weights[i]
	}
	return sum
}

// learn updates the weights with a position.
func (s *phaseSum) learn(x *judged) {
	var active [eval.Active]uint32
	wrong := (s.value(x, &active) - x.want) / scale
	wrong = max(-maxError, min(maxError, wrong))
	square := float32(wrong * wrong)
	for _, i := range &active {
		s.moved[i] += square
		s.weights[i] -= float32(s.rate * wrong / float32(math.Sqrt(float64(s.moved[i])+sumInertia)))
	}
}

// writeTo stores the weights in the model, rounded to its steps.
func (s *phaseSum) writeTo(m *eval.Model, phase int) {
	for i, v := range s.weights {
		m.Phases[phase][i] = int16(whole(v, eval.Disc/float64(m.Step), math.Floor((1<<15-1)/float64(m.Step))))
	}
}

// trainSums trains the weights of each phase that has positions, down to s.SumTo empty squares.
func (r Run) trainSums(ctx context.Context, m *eval.Model, train []judged, s TuneSettings) error {
	watch := r.Watch("tune", len(m.Phases))
	return steps.Each(ctx, r.Threads, len(m.Phases), func() struct{} { return struct{}{} },
		func(_ struct{}, phase int) error {
			defer watch.Add(1)
			var order []int32
			if fewest(m, phase) >= s.SumTo {
				order = ofPhase(m, train, phase)
			}
			if len(order) == 0 {
				return nil
			}
			sum, shuffle := newPhaseSum(m, phase, s.SumRate), rand.New(rand.NewPCG(s.Seed, uint64(phase)+1))
			for range s.Epochs {
				shuffle.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
				for i, at := range order {
					if i%checkEvery == 0 && ctx.Err() != nil {
						return context.Cause(ctx)
					}
					sum.learn(&train[at])
				}
				sum.rate *= rateDecay
			}
			sum.writeTo(m, phase)
			return nil
		})
}

// ofPhase returns the indices of the positions from which a phase learns, or none if no position is in the phase
// itself.
func ofPhase(m *eval.Model, list []judged, phase int) (order []int32) {
	own := false
	for i := range list {
		empties := list[i].empties()
		near := m.PhaseOf[max(0, empties-blurred) : min(empties+blurred, squaresLeft)+1]
		if slices.Contains(near, uint8(phase)) {
			order = append(order, int32(i))
			own = own || int(m.PhaseOf[empties]) == phase
		}
	}
	if !own {
		return nil
	}
	return order
}
