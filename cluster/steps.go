package cluster

import (
	"context"
	"iter"
	"sync"
)

// Step is an element of a sequence whose results are reported in order.
type Step struct {
	Unit *Unit                // nil: the step has nothing to compute
	Keep func(Outcome) error  // called as soon as the outcome of the unit arrives, steps in any order; may be nil
	Show func(*Outcome) error // called in the order of steps; the outcome is nil if the step has no unit
}

// mostAhead is the number of steps that may be read before the first of them is shown.
const mostAhead = 4 * mostOpen

// pendingStep is a step that has not been shown yet.
type pendingStep struct {
	Step

	outcome chan Outcome
}

// Steps runs the units of a sequence and shows all steps in order. The sequence is read in a separate goroutine, and
// Keep is called in another one, so that a slow Show delays neither units nor heartbeats. It ends as [Submission.Do].
func (s *Submission) Steps(ctx context.Context, steps iter.Seq[Step]) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	q := &stepQueue{steps: steps, order: make(chan *pendingStep, max(mostAhead, s.ahead)), over: make(chan struct{})}
	go func() {
		q.err = s.Do(ctx, q.feed, q.arrived)
		close(q.over)
		close(q.order) // feed has ended
	}()
	err := q.show()
	cancel()
	<-q.over
	if err == nil {
		err = q.err
	}
	return err
}

// stepQueue connects the goroutines of one call of Steps.
type stepQueue struct {
	steps iter.Seq[Step]
	order chan *pendingStep
	over  chan struct{} // closed when the work has ended
	err   error         // of the work, once it has ended

	mu    sync.Mutex
	units []*pendingStep // by the index of their unit; nil once they have their outcome
}

// feed reads the sequence.
func (q *stepQueue) feed(ctx context.Context, submit func(Unit) error) error {
	for step := range q.steps {
		w := &pendingStep{step, make(chan Outcome, 1)}
		select {
		case q.order <- w:
		case <-ctx.Done():
			return ctx.Err()
		}
		if step.Unit == nil {
			continue
		}
		q.mu.Lock()
		q.units = append(q.units, w)
		q.mu.Unlock()
		if err := submit(*step.Unit); err != nil {
			return err
		}
	}
	return nil
}

// arrived takes an outcome.
func (q *stepQueue) arrived(o Outcome) error {
	q.mu.Lock()
	w := q.units[o.Index]
	q.units[o.Index] = nil
	q.mu.Unlock()
	if w.Keep != nil {
		if err := w.Keep(o); err != nil {
			return err
		}
	}
	w.outcome <- o
	return nil
}

// show shows the steps until the last one, or until the next one has no outcome when the work has ended.
func (q *stepQueue) show() error {
	for w := range q.order {
		var outcome *Outcome
		if w.Unit != nil {
			if outcome = q.await(w); outcome == nil {
				return nil
			}
		}
		if err := w.Show(outcome); err != nil {
			return err
		}
	}
	return nil
}

// await returns the outcome of a step, or nil if the work ended before it came.
func (q *stepQueue) await(w *pendingStep) *Outcome {
	select {
	case o := <-w.outcome:
		return &o
	case <-q.over:
	}
	select {
	case o := <-w.outcome:
		return &o
	default:
		return nil
	}
}
