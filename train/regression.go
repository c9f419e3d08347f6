package train

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/steps"
)

// regression computes the weights of one phase that minimise the sum of the squared errors plus ridge times the squared
// weights. The value of a position is the sum of a few weights. It uses the conjugate gradient method (Hestenes and
// Stiefel 1952), with each weight scaled by its frequency. The ridge and early stopping limit rarely seen weights.
//
// Vectors are float32 and products are rounded before they are added, so the result is the same on every machine.
type regression struct {
	threads int
	ridge   float32
	train   [blocks]samples
	check   [blocks]samples
	seen    []uint32 // parameters that occur in training positions, the most frequent first
	scale   []float32

	delta, best              []float32 // current weights, and those with the smallest validation error
	residual, along, product []float32
	parts                    [blocks][]float32
	predicted                [blocks][]float32 // predictions for the validation positions
}

// newRegression returns a regression for positions whose want is the error of the prior.
func newRegression(threads int, ridge float64, train, check [blocks]samples) *regression {
	r := &regression{threads: threads, ridge: float32(ridge), train: train, check: check}
	counts := make([]uint32, eval.Parameters())
	for b := range train {
		for _, n := range train[b].active {
			counts[n]++
		}
	}
	for n, count := range counts {
		if count > 0 {
			r.seen = append(r.seen, uint32(n))
		}
	}
	slices.SortFunc(r.seen,
		func(a, b uint32) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	// index of each parameter in the vectors; parameters that do not occur share the last one
	place := counts
	r.scale = make([]float32, len(r.seen)+1)
	for i, n := range r.seen {
		r.scale[i] = float32(counts[n]) + r.ridge
	}
	r.scale[len(r.seen)] = 1
	for n := range place {
		place[n] = uint32(len(r.seen))
	}
	for i, n := range r.seen {
		place[n] = uint32(i)
	}
	for b := range blocks {
		for _, s := range []*samples{&r.train[b], &r.check[b]} {
			for i, n := range s.active {
				s.active[i] = place[n]
			}
		}
		r.predicted[b] = make([]float32, len(r.check[b].want))
	}
	return r
}

// solve iterates until validation has not improved for patience iterations, or for at most the given number of
// iterations. It returns the root mean square errors of the validation positions before and after each iteration, in
// discs.
func (r *regression) solve(ctx context.Context, iterations, patience int) (errors []float64, err error) {
	n := len(r.seen) + 1
	for _, v := range []*[]float32{&r.delta, &r.best, &r.residual, &r.along, &r.product} {
		*v = make([]float32, n)
	}
	for b := range r.parts {
		r.parts[b] = make([]float32, n)
	}
	if err := r.gather(ctx, r.residual, func(s *samples, i int) float32 { return s.want[i] }); err != nil {
		return nil, err
	}
	old := r.turn(0)
	errors, at := []float64{r.checkError()}, 0
	for i := 1; i <= iterations && i-at <= patience && old > 0; i++ {
		if err := r.gather(ctx, r.product, func(s *samples, i int) float32 { return sum(r.along, s.at(i)) }); err !=
			nil {
			return nil, err
		}
		r.step(float32(old / r.curvature()))
		now := r.turn(old)
		old = now
		if errors = append(errors, r.checkError()); errors[i] < errors[at] {
			at = i
			copy(r.best, r.delta)
		}
	}
	return errors, nil
}

// at returns the parameters of a position.
func (s *samples) at(i int) *[eval.Active]uint32 {
	return (*[eval.Active]uint32)(s.active[i*eval.Active:])
}

func sum(v []float32, active *[eval.Active]uint32) float32 {
	var x float32
	for _, n := range active {
		x += v[n]
	}
	return x
}

// gather adds the value of each training position to all of its parameters.
func (r *regression) gather(ctx context.Context, into []float32, value func(s *samples, i int) float32) error {
	none := func() struct{} { return struct{}{} }
	err := steps.Each(ctx, r.threads, blocks, none, func(_ struct{}, b int) error {
		part, s := r.parts[b], &r.train[b]
		clear(part)
		for i := range s.want {
			x := value(s, i)
			for _, n := range s.at(i) {
				part[n] += x
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return steps.Each(ctx, r.threads, blocks, none, func(_ struct{}, b int) error {
		for i := b * len(into) / blocks; i < (b+1)*len(into)/blocks; i++ {
			x := r.parts[0][i]
			for _, part := range r.parts[1:] {
				x += part[i]
			}
			into[i] = x
		}
		return nil
	})
}

// curvature adds the ridge to the product and returns its inner product with the direction.
func (r *regression) curvature() (x float64) {
	for i, p := range r.along {
		r.product[i] += float32(r.ridge * p)
		x += float64(float64(p) * float64(r.product[i]))
	}
	return x
}

// step moves by x along the direction.
func (r *regression) step(x float32) {
	for i, p := range r.along {
		r.delta[i] += float32(x * p)
		r.residual[i] -= float32(x * r.product[i])
	}
	for b := range r.check {
		for i := range r.predicted[b] {
			r.predicted[b][i] += float32(x * sum(r.along, r.check[b].at(i)))
		}
	}
}

// turn computes the next direction and returns the squared norm of the scaled residual. old is its previous result, or
// 0 at first.
func (r *regression) turn(old float64) (now float64) {
	for i, x := range r.residual {
		now += float64(float64(x) * float64(x) / float64(r.scale[i]))
	}
	var keep float32
	if old > 0 {
		keep = float32(now / old)
	}
	for i, x := range r.residual {
		r.along[i] = float32(x/r.scale[i]) + float32(keep*r.along[i])
	}
	return now
}

func (r *regression) checkError() float64 {
	var sum float64
	count := 0
	for b := range r.check {
		for i, want := range r.check[b].want {
			e := float64(want - r.predicted[b][i])
			sum += float64(e * e)
			count++
		}
	}
	return math.Sqrt(sum / float64(max(count, 1)))
}

// addTo returns the sum of the prior and the weights found.
func (r *regression) addTo(prior []float32) []float32 {
	list := slices.Clone(prior)
	for i, n := range r.seen {
		list[n] += r.best[i]
	}
	return list
}
