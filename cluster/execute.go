package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"runtime/debug"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var (
	errJobOver = errors.New("the job is over")
	errLimit   = errors.New("the unit exceeded its time limit")
)

// slot runs units one after the other, until ctx ends or the worker is drained.
func (w *Worker) slot(ctx context.Context) {
	taking, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-w.drained:
			stop()
		case <-taking.Done():
		}
	}()
	idle, last := w.c.timing.Idle, (<-chan struct{})(nil)
	for taking.Err() == nil {
		jobs, changed := w.candidates()
		if changed != last {
			idle, last = w.c.timing.Idle, changed
		}
		if len(jobs) == 0 {
			select {
			case <-changed:
			case <-taking.Done():
			}
			continue
		}
		job, m := w.next(taking, jobs, idle)
		if m == nil {
			idle = min(2*idle, mostIdle*w.c.timing.Idle)
			continue
		}
		w.execute(ctx, job, m)
		idle = w.c.timing.Idle
	}
}

// mostIdle limits how long a worker waits for a unit of one job, as a multiple of the usual time. The time doubles with
// each wait in vain, so that thousands of workers without units do not keep the server busy.
const mostIdle = 4

// next takes a unit of the first job that has one. If no job has one, it waits for a unit of the first job, and returns
// nil after about the idle time.
func (w *Worker) next(ctx context.Context, jobs []Job, idle time.Duration) (Job, jetstream.Msg) {
	if len(jobs) > 1 { // a single job needs no request that does not wait
		for _, job := range jobs {
			if m := w.fetch(ctx, job.ID, func(c jetstream.Consumer) (jetstream.MessageBatch, error) {
				return c.FetchNoWait(1)
			}); m != nil {
				return job, m
			}
		}
	}
	wait := idle/2 + mathrand.N(idle) // workers that begin to wait together do not end together
	again, over := w.c.reconnection(), time.After(wait)
	m := w.fetch(ctx, jobs[0].ID, func(c jetstream.Consumer) (jetstream.MessageBatch, error) {
		return c.Fetch(1, jetstream.FetchMaxWait(wait))
	})
	if m == nil {
		select { // waits even if the request failed at once, as on a broken connection or if too many workers wait
		case <-over:
		case <-again:
		case <-ctx.Done():
		}
	}
	return jobs[0], m
}

// tooManyWait is part of the error of a request that the server refuses because of [mostWaiting].
const tooManyWait = "Exceeded MaxWaiting"

// fetch gets a message of a job by a request, or nil. A message that arrives after ctx is done goes back to the queue.
func (w *Worker) fetch(ctx context.Context, job string,
	request func(jetstream.Consumer) (jetstream.MessageBatch, error),
) jetstream.Msg {
	consumer, err := w.consumer(ctx, job)
	if err != nil {
		return nil
	}
	batch, err := request(consumer)
	if err == nil {
		select {
		case m := <-batch.Messages():
			if m != nil {
				return m
			}
			err = batch.Error()
		case <-ctx.Done():
			go func() {
				for m := range batch.Messages() {
					_ = m.Nak() // without it, the unit waits until this worker counts as silent
				}
			}()
			return nil
		}
	}
	if err != nil && ctx.Err() == nil && !strings.Contains(err.Error(), tooManyWait) {
		w.mu.Lock()
		delete(w.consumers, job) // the server may have lost it with its disk
		w.mu.Unlock()
	}
	return nil
}

// consumer returns the consumer of a job's units, which its submitter makes.
func (w *Worker) consumer(ctx context.Context, job string) (jetstream.Consumer, error) {
	w.mu.Lock()
	known := w.consumers[job]
	w.mu.Unlock()
	if known != nil {
		return known, nil
	}
	consumer, err := w.c.js.Consumer(ctx, workStream, job)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.consumers[job] = consumer
	return consumer, nil
}

// execution is one run of a unit.
type execution struct {
	job    Job
	id     string // of the unit
	m      jetstream.Msg
	tries  uint64 // deliveries, this one included
	cancel context.CancelCauseFunc
}

// execute runs a unit and stores its outcome.
func (w *Worker) execute(ctx context.Context, job Job, m jetstream.Msg) {
	about, err := m.Metadata()
	if err != nil {
		return // not from a stream
	}
	e := &execution{job: job, id: unitOf(m.Subject()), m: m, tries: about.NumDelivered}
	if w.known(ctx, e) {
		_ = m.Ack() // if this is lost, the unit is delivered again, and its result is known
		return
	}
	running, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	e.cancel = cancel
	w.began(e)
	stopBeats := w.keepAlive(running, m)
	defer stopBeats()
	end, start := w.shares.begin(job.ID), w.o.Now()
	result, err := w.attempt(running, e)
	took := max(0, w.o.Now().Sub(start))
	end(took)
	w.ended(e, took, err)
	w.storeOutcome(ctx, e, runResult{result, took, err, context.Cause(running)})
}

// known reports whether a unit that was delivered before has its result.
func (w *Worker) known(ctx context.Context, e *execution) bool {
	if e.tries == 1 && strings.HasSuffix(e.m.Subject(), ".0") {
		return false
	}
	found, err := w.c.stored(ctx, e.job.ID, e.id)
	return err == nil && found != nil
}

// attempt calls the handler. It fails without a call if the unit probably crashes workers, because too many of them
// stopped responding while they ran it.
func (w *Worker) attempt(ctx context.Context, e *execution) (result []byte, err error) {
	if _, crashes := e.job.attempts(); e.tries > crashes {
		return nil, &unresponsiveError{e.tries - 1}
	}
	var u Unit
	if err := json.Unmarshal(e.m.Data(), &u); err != nil {
		return nil, fmt.Errorf("not a unit: %w", err)
	}
	if e.job.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, e.job.Limit, errLimit)
		defer cancel()
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		} else if err != nil && errors.Is(context.Cause(ctx), errLimit) {
			err = fmt.Errorf("%w, %s", errLimit, e.job.Limit)
		}
	}()
	return w.o.Handlers[e.job.Kind](ctx, Task{u.Spec, func(ctx context.Context, id string) ([]byte, error) {
		return w.o.Cache.get(ctx, w.c, id)
	}})
}

// unresponsiveError is the failure of a unit whose workers stopped responding.
type unresponsiveError struct{ workers uint64 }

func (e *unresponsiveError) Error() string {
	return fmt.Sprintf("%d workers stopped responding during the unit; "+
		"it probably crashes the program or uses all memory", e.workers)
}

// runResult is the result of a run of a unit.
type runResult struct {
	result []byte
	took   time.Duration
	err    error
	cause  error // why the run was stopped, or nil
}

// storeOutcome stores a result or a dead letter, or returns the unit to the queue. It takes the unit off the queue only
// when its result is stored.
func (w *Worker) storeOutcome(ctx context.Context, e *execution, a runResult) {
	failures, _ := e.job.attempts()
	silent, tooLarge := (*unresponsiveError)(nil), (*tooLargeError)(nil)
	switch {
	case errors.Is(a.cause, errJobOver):
		_ = e.m.Term()
		return
	case a.err != nil && ctx.Err() != nil:
		_ = e.m.Nak() // the worker stops: another one takes it at once
		return
	case a.err == nil:
		m := nats.NewMsg(resultSubject(e.job.ID, e.id))
		m.Data = a.result
		m.Header.Set(workerHeader, w.o.Name)
		m.Header.Set(elapsedHeader, a.took.String())
		a.err = w.finish(ctx, m)
	case e.tries < failures && !errors.As(a.err, &silent):
		w.log.Warn("a unit failed", "job", e.job.ID, "unit", e.id, "attempt", e.tries, "error", a.err)
		_ = e.m.NakWithDelay(w.c.timing.Retry)
		return
	default:
		a.err = w.storeDeadLetter(ctx, e, a.err)
	}
	if errors.As(a.err, &tooLarge) {
		a.err = w.storeDeadLetter(ctx, e, tooLarge)
	}
	if a.err != nil {
		w.log.Warn("a result was not stored", "job", e.job.ID, "unit", e.id, "error", a.err)
		return // it is delivered again
	}
	_ = e.m.Ack() // if this is lost, the unit is delivered again, and its result is known
}

// finish stores a result. A worker that is stopping takes at most the time of a heartbeat for it.
func (w *Worker) finish(ctx context.Context, m *nats.Msg) error {
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), w.c.timing.Beat)
		defer cancel()
	}
	return w.c.store(ctx, m)
}

// storeDeadLetter stores a dead letter.
func (w *Worker) storeDeadLetter(ctx context.Context, e *execution, reason error) error {
	w.log.Error("a unit is given up", "job", e.job.ID, "unit", e.id, "attempts", e.tries, "error", reason)
	text, err := json.Marshal(DeadLetter{
		Unit: e.m.Data(), Reason: reason.Error(), Worker: w.o.Name, Attempts: e.tries,
	})
	if err != nil {
		return err
	}
	return w.c.store(ctx, &nats.Msg{Subject: deadSubject(e.job.ID, e.id), Data: text})
}

// keepAlive keeps a unit from going to another worker until the function that it returns is called.
func (w *Worker) keepAlive(ctx context.Context, m jetstream.Msg) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		beat := time.NewTicker(w.c.timing.AckWait / 3)
		defer beat.Stop()
		for {
			select {
			case <-beat.C:
				_ = m.InProgress() // a heartbeat that is lost has two more chances
			case <-ctx.Done():
				return
			}
		}
	}()
	return cancel
}

func (w *Worker) began(e *execution) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running[e] = true
	w.state.Busy++
	if _, ok := w.jobs[e.job.ID]; !ok {
		e.cancel(errJobOver)
	}
}

func (w *Worker) ended(e *execution, took time.Duration, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.running, e)
	w.state.Busy--
	w.state.Seconds += took.Seconds()
	if err != nil {
		w.state.Failed++
	} else {
		w.state.Done++
	}
}
