package cluster

import (
	"context"
	"errors"
)

// Calls runs units for goroutines that wait for the results. It suits work whose next units depend on earlier results.
type Calls struct {
	requests chan call
	settling chan chan bool
	over     chan struct{} // closed when the work has ended
	err      error         // of the work, once it has ended
	cancel   context.CancelFunc
}

// call is a unit and the channel for its outcome.
type call struct {
	unit   Unit
	answer chan Outcome
}

// errNoCalls is the error of calls after Close.
var errNoCalls = errors.New("the job takes no more units")

// Calls begins to run units of calls. The caller calls Close.
func (s *Submission) Calls(ctx context.Context) *Calls {
	ctx, cancel := context.WithCancel(ctx)
	c := &Calls{
		requests: make(chan call), settling: make(chan chan bool), over: make(chan struct{}), cancel: cancel,
	}
	next := make(chan call, mostAhead) // in the order of indexes
	open := map[int]chan Outcome{}     // by index
	go func() {
		defer close(c.over)
		index := 0
		c.err = s.do(ctx, func(ctx context.Context, submit func(Unit) error) error {
			for {
				select {
				case r := <-c.requests:
					next <- r
					if err := submit(r.unit); err != nil {
						return err
					}
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}, func(o Outcome) error {
			for ; index <= o.Index; index++ {
				open[index] = (<-next).answer
			}
			if answer := open[o.Index]; answer != nil { // nil for a later outcome that replaces the answer
				answer <- o
				delete(open, o.Index)
			}
			return nil
		}, c.settling)
	}()
	return c
}

// Do runs a unit and returns its outcome. If results are verified, the outcome may change until Settle confirms it. The
// error is that of ctx or of [Submission.Do].
func (c *Calls) Do(ctx context.Context, u Unit) (Outcome, error) {
	r := call{u, make(chan Outcome, 1)}
	select {
	case c.requests <- r:
	case <-c.over:
		return Outcome{}, c.failure()
	case <-ctx.Done():
		return Outcome{}, ctx.Err()
	}
	select {
	case o := <-r.answer:
		return o, nil
	case <-c.over:
		return Outcome{}, c.failure()
	case <-ctx.Done():
		return Outcome{}, ctx.Err()
	}
}

// Settle waits until all units have an outcome, and those that were chosen are verified. It reports whether all
// outcomes of Do since the last call are confirmed. If not, the caller must repeat the work that used them. Do then
// returns known outcomes at once and waits only for units that are computed again. After Settle has returned true, Do
// runs new units on this machine, so that no outcome changes. Results must be verified, and no call of Do may be
// running.
func (c *Calls) Settle(ctx context.Context) (stands bool, err error) {
	reply := make(chan bool, 1)
	select {
	case c.settling <- reply:
		return <-reply, nil
	case <-c.over:
		return false, c.failure()
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// failure returns why the work has ended.
func (c *Calls) failure() error {
	if errors.Is(c.err, context.Canceled) {
		return errNoCalls
	}
	return c.err
}

// Close ends the calls. No call may be running. It returns the error that ended the work earlier, or nil.
func (c *Calls) Close() error {
	select {
	case <-c.over:
		return c.err
	default:
	}
	c.cancel()
	<-c.over
	if errors.Is(c.err, context.Canceled) {
		return nil
	}
	return c.err
}
