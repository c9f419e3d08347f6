package cluster

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Verification makes a submission check results. The program itself runs some units a second time. A worker with a
// wrong result is quarantined for the job: it gets no more units, and others run those that it has run. Results are
// reported when all units are done, so that they contain no result of a worker that is quarantined later. [Calls]
// returns results at once, and the program repeats its work until [Calls.Settle] confirms them.
//
// Workers are identified by their names. Verification detects faulty machines, but not an attacker that changes its
// name.
type Verification struct {
	Choose  func(Unit) bool // reports whether a unit is run a second time; called in the goroutine of Do
	Handler Handler         // of the units
	Threads int             // units to run in parallel; at least 1
	Caught  func(WrongResult)
	Equal   func(got, want []byte) bool // compares results; nil: they are equal if their bytes are
	// Valid returns why a result cannot belong to its unit, or nil if it can. Every result is examined, so such wrong
	// results are always found. If Valid is nil, no result is examined.
	Valid func(u Unit, result []byte) error
}

// WrongResult is a result of a worker that differs from that of this program.
type WrongResult struct {
	Worker    string
	Unit      Unit
	Got, Want []byte
	Malformed error // why Got is not a result of the unit; nil if it is one
	Discarded int   // results of the worker that others compute again
}

// Share returns a function that chooses the share of all units at random. Workers cannot predict the choice.
func Share(share float64) func(Unit) bool {
	return func(Unit) bool { return rand.Float64() < share }
}

// Verify makes the following calls of Do and Steps verify results. Steps may read the given number of steps before the
// first of them is shown; it must be at least the number of all steps.
func (s *Submission) Verify(v Verification, steps int) {
	s.verification, s.ahead = &v, max(steps, mostAhead)
}

// held is a unit with an outcome that has not been reported.
type held struct {
	text      []byte
	indexes   []int
	outcome   Outcome
	malformed error // why the outcome is not one of the unit, or nil
	checking  bool  // this program runs it
	here      bool  // only this program runs it
	reported  bool  // before the verification has ended
}

// checkRequest is a unit to run on this machine.
type checkRequest struct {
	id   string
	unit Unit
}

// checked is the result of a unit on this machine.
type checked struct {
	checkRequest

	result  []byte
	err     error
	elapsed time.Duration
}

// verifier is the state of the verification of one call of Do. The loop of Do uses all fields but the channels.
type verifier struct {
	Verification

	held     map[string]*held
	order    []string       // of units to report, once there are no others
	queue    []checkRequest // not sent to checks
	running  int            // checks that were sent
	checks   chan checkRequest
	results  chan checked
	released chan struct{} // closed

	settling  chan chan bool // requests to settle; nil: outcomes are reported when all units are done
	retracted bool           // an outcome that was reported since the last request has changed
	final     bool           // all outcomes that were reported are confirmed
}

// newVerifier returns nil if results are not verified.
func newVerifier(v *Verification, settling chan chan bool) *verifier {
	if v == nil {
		return nil
	}
	x := &verifier{
		Verification: *v, held: map[string]*held{}, checks: make(chan checkRequest), results: make(chan checked),
		released: make(chan struct{}), settling: settling,
	}
	if x.Equal == nil {
		x.Equal = bytes.Equal
	}
	close(x.released)
	return x
}

// beginChecks starts the goroutines that run units until ctx ends.
func (d *doCall) beginChecks(ctx context.Context) {
	if d.verifier == nil {
		return
	}
	cache := &Cache{blobs: map[string][]byte{}}
	blob := func(ctx context.Context, id string) ([]byte, error) { return cache.get(ctx, d.s.c, id) }
	for range max(1, d.verifier.Threads) {
		d.workers.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case r := <-d.verifier.checks:
					c, began := checked{checkRequest: r}, time.Now()
					c.result, c.err = d.verifier.Handler(ctx, Task{r.unit.Spec, blob})
					c.elapsed = time.Since(began)
					select {
					case d.verifier.results <- c:
					case <-ctx.Done():
						return
					}
				}
			}
		})
	}
}

// pending returns the number of units that wait for a check or are being checked.
func (v *verifier) pending() int {
	if v == nil {
		return 0
	}
	return len(v.queue) + v.running
}

// next returns the next check and the channel to send it to, which is nil when no check waits.
func (v *verifier) next() (chan<- checkRequest, checkRequest) {
	if v == nil || len(v.queue) == 0 {
		return nil, checkRequest{}
	}
	return v.checks, v.queue[0]
}

// done returns the channel of the results of checks.
func (v *verifier) done() <-chan checked {
	if v == nil {
		return nil
	}
	return v.results
}

// sent notes that the next check was sent.
func (v *verifier) sent() {
	v.queue = v.queue[1:]
	v.running++
}

// hold keeps an outcome until all units are done. It checks those that were chosen, those that are malformed, and all
// of workers in quarantine, which may have stored them before they received the notice. Early reports do not contain
// the last two.
func (d *doCall) hold(id string, p *pending, o Outcome, malformed error) error {
	v := d.verifier
	var u Unit
	if err := json.Unmarshal(p.text, &u); err != nil {
		return err
	}
	if malformed == nil && o.Err == nil {
		malformed = v.examine(u, o.Result)
	}
	h := &held{text: p.text, indexes: p.indexes, outcome: o, malformed: malformed}
	v.held[id] = h
	suspect := d.s.caught[o.Worker] || malformed != nil
	if suspect || o.Err == nil && v.Choose(u) {
		h.checking = true
		v.queue = append(v.queue, checkRequest{id, u})
	}
	if suspect {
		return nil
	}
	return d.reportEarly(h)
}

// examine returns why a result is malformed, or nil.
func (v *verifier) examine(u Unit, result []byte) error {
	if v.Valid == nil {
		return nil
	}
	return v.Valid(u, result)
}

// check compares the result of a unit on this machine with that of a worker, which it replaces if they differ.
func (d *doCall) check(ctx context.Context, c checked) error {
	v := d.verifier
	v.running--
	h := v.held[c.id]
	h.checking = false
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case h.here:
		h.outcome = c.outcome(h.text)
		d.countOutcome(h.outcome, 1)
		return d.reportEarly(h)
	case c.err != nil && h.outcome.Err != nil:
		return d.reportEarly(h) // it failed on the worker too
	case c.err != nil:
		return fmt.Errorf("worker %s has a result for a unit that fails on this machine, so that it cannot be "+
			"verified: %w", h.outcome.Worker, c.err)
	}
	if err := v.examine(c.unit, c.result); err != nil {
		return fmt.Errorf("the result of this machine is malformed: %w", err)
	}
	got, malformed, failed := h.outcome.Result, h.malformed, h.outcome.Err != nil
	if !failed && malformed == nil && v.Equal(got, c.result) {
		return d.reportEarly(h)
	}
	v.retract(h)
	h.outcome.Result, h.outcome.Err, h.malformed = c.result, nil, nil
	if failed || d.s.caught[h.outcome.Worker] {
		return d.reportEarly(h)
	}
	w := WrongResult{Worker: h.outcome.Worker, Unit: c.unit, Got: got, Want: c.result, Malformed: malformed}
	w.Discarded = d.quarantine(ctx, w.Worker)
	if v.Caught != nil {
		v.Caught(w)
	}
	return nil
}

// quarantine stops giving units to a worker, and queues the units again whose outcomes came from it.
func (d *doCall) quarantine(ctx context.Context, worker string) (discarded int) {
	d.s.caught[worker] = true
	d.workers.Go(func() {
		_ = d.s.Quarantine(ctx, worker) // without the notice, its results are computed on this machine
	})
	for id, h := range d.verifier.held {
		if h.outcome.Worker != worker || h.checking {
			continue
		}
		n := d.verifier.count(h.indexes)
		discarded += n
		d.verifier.retract(h)
		delete(d.verifier.held, id)
		delete(d.known, id)
		d.countOutcome(h.outcome, -n)
		d.open[id] = &pending{text: h.text, indexes: h.indexes}
		d.discards = append(d.discards, request{unit: id, text: h.text, discard: true})
	}
	return discarded
}

// Quarantine stops the worker with the name from taking units of the job. Results of the worker are not computed again.
// The error is that of ctx, or of the connection.
func (s *Submission) Quarantine(ctx context.Context, worker string) error {
	return s.c.retry(ctx, func() error {
		return s.c.change(ctx, s.job.ID, func(r *Record) error {
			if !slices.Contains(r.Quarantined, worker) {
				r.Quarantined = append(r.Quarantined, worker)
			}
			return nil
		})
	})
}

// nextDiscard returns the channel for the next request of discards, and the request. The channel is nil if there is
// none.
func (d *doCall) nextDiscard() (chan<- request, request) {
	if len(d.discards) == 0 {
		return nil, request{}
	}
	return d.out, d.discards[0]
}

// ready returns a channel that is closed if all units are done and outcomes wait for being reported.
func (d *doCall) ready() <-chan struct{} {
	if d.verifier == nil || !d.done() || len(d.verifier.held) == 0 {
		return nil
	}
	return d.verifier.released
}

// release reports an outcome, those of earlier units first.
func (d *doCall) release() error {
	v := d.verifier
	if v.order == nil {
		for id := range v.held {
			v.order = append(v.order, id)
		}
		slices.SortFunc(v.order, func(a, b string) int {
			return cmp.Compare(v.held[a].indexes[0], v.held[b].indexes[0])
		})
	}
	id := v.order[0]
	h := v.held[id]
	v.order = v.order[1:]
	delete(v.held, id)
	return d.report(h.indexes, h.outcome)
}

// discard removes the outcomes of a unit from the cluster until it succeeds or ctx ends.
func (d *doCall) discard(ctx context.Context, unit string) {
	for {
		err := errors.Join(d.s.c.clear(ctx, d.s.job.ID, resultStream, resultSubject(d.s.job.ID, unit)),
			d.s.c.clear(ctx, d.s.job.ID, resultStream, deadSubject(d.s.job.ID, unit)))
		if err == nil || lost(err) || !d.s.c.pause(ctx) {
			return
		}
	}
}
