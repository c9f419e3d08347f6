package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Feed emits the units of a job by calling submit, which waits while enough units are in the queue and returns an error
// when the job stops. It runs in a separate goroutine, and must return soon after ctx ends.
type Feed func(ctx context.Context, submit func(Unit) error) error

// pending is a unit without an outcome.
type pending struct {
	text    []byte
	indexes []int // in the feed; equal units are one
	queued  bool  // the server has it
	copies  int   // additional copies in the queue
}

// delivery is an outcome as it arrives.
type delivery struct {
	unit    string
	dead    bool
	body    []byte
	header  nats.Header
	missing bool // not an outcome: the unit is not queued and has no outcome
}

// doCall is the state of one call of Do. The fields below the line are used by its loop only.
type doCall struct {
	s        *Submission
	units    chan Unit
	feedEnd  chan error
	outcomes chan delivery
	out      chan request
	sent     chan sent
	trouble  chan error // of the background tasks; fatal
	surveys  chan inspection
	workers  sync.WaitGroup
	each     func(Outcome) error
	verifier *verifier // nil: outcomes are reported at once

	// ----
	open       map[string]*pending // by unit
	known      map[string]bool     // units with an outcome
	index      int                 // of the next unit
	fed        bool                // there are no more units
	window     int                 // units that may be open
	inspecting bool
	tail       tail
	began      time.Time
	finished   int       // units since began
	discards   []request // not sent to out
}

// Do runs the units of feed and calls each with every outcome, in the order of arrival, in the goroutine of Do. A unit
// counts once, however often it was run. A unit that was given up has an outcome with an error, and the other units
// continue. Do ends when all units have an outcome, when each or feed returns an error, when ctx ends, or when the job
// is cancelled. It may be called again with more units.
func (s *Submission) Do(ctx context.Context, feed Feed, each func(Outcome) error) error {
	return s.do(ctx, feed, each, nil)
}

// do is Do. With a channel of requests to settle, verified outcomes are reported early.
func (s *Submission) do(ctx context.Context, feed Feed, each func(Outcome) error, settling chan chan bool) error {
	ctx, cancel := context.WithCancel(withoutDeadline{ctx})
	d := &doCall{
		s: s, units: make(chan Unit), feedEnd: make(chan error, 1), outcomes: make(chan delivery, 64),
		out: make(chan request, 4*mostOpen), sent: make(chan sent, 64), trouble: make(chan error, 1),
		surveys: make(chan inspection, 1), each: each,
		open: map[string]*pending{}, window: leastOpen, began: time.Now(),
		verifier: newVerifier(s.verification, settling),
	}
	defer d.workers.Wait()
	defer cancel()
	if err := d.start(ctx, feed); err != nil {
		return fmt.Errorf("job %s: %w", s.job.ID, err)
	}
	return d.loop(ctx)
}

func (d *doCall) start(ctx context.Context, feed Feed) error {
	var from uint64
	err := d.s.c.retry(ctx, func() (err error) {
		from, d.known, err = d.s.outcomesSoFar(ctx)
		return err
	})
	if err != nil {
		return err
	}
	for range publishers {
		d.workers.Go(func() { d.publish(ctx) })
	}
	d.beginChecks(ctx)
	d.workers.Go(func() { d.receive(ctx, from) })
	d.workers.Go(func() { d.watch(ctx) })
	d.workers.Go(func() {
		d.feedEnd <- feed(ctx, func(u Unit) error {
			select {
			case d.units <- u:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	return nil
}

func (d *doCall) loop(ctx context.Context) error {
	beat := time.NewTicker(d.s.c.timing.Beat)
	defer beat.Stop()
	d.inspect(ctx) // the number of workers determines how many units are open
	for !d.done() || d.ready() != nil {
		units := d.units
		if len(d.open)+d.verifier.pending() >= d.window {
			units = nil
		}
		checks, check := d.verifier.next()
		discards, discard := d.nextDiscard()
		var err error
		select {
		case u := <-units:
			err = d.submit(u)
		case err = <-d.feedEnd:
			d.fed = true
		case o := <-d.outcomes:
			err = d.finishUnit(o)
		case p := <-d.sent:
			err = d.wasSent(p)
		case v := <-d.surveys:
			err = d.applyInspection(v)
		case checks <- check:
			d.verifier.sent()
		case c := <-d.verifier.done():
			err = d.check(ctx, c)
		case discards <- discard:
			d.discards = d.discards[1:]
		case reply := <-d.settling():
			reply <- d.verifier.settle()
		case <-d.ready():
			err = d.release()
		case err = <-d.trouble:
		case <-beat.C:
			d.inspect(ctx)
		case <-d.s.c.closed:
			err = d.s.c.lastError()
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// done reports whether all units have an outcome, and those that were chosen are verified.
func (d *doCall) done() bool {
	return d.fed && len(d.open) == 0 && d.verifier.pending() == 0
}

// submit queues a unit. If the unit is open already, it gets another index. If it has an outcome, that is fetched.
func (d *doCall) submit(u Unit) error {
	text, id, err := u.encode()
	if err != nil {
		return fmt.Errorf("unit %d: %w", d.index, err)
	}
	if limit := d.s.c.nc.MaxPayload(); int64(len(text)) > limit {
		return fmt.Errorf("unit %d: %w", d.index, &tooLargeError{len(text), limit})
	}
	index := d.index
	d.index++
	p, h := d.open[id], d.verifier.find(id)
	if p == nil && h == nil || !d.verifier.reportsEarly() {
		d.s.count(func(p *Progress) { p.Submitted++ })
	}
	if p != nil {
		p.indexes = append(p.indexes, index)
		return nil
	}
	if h != nil {
		return d.submitHeld(h, index)
	}
	if d.verifier.settled() {
		d.runHere(id, u, &held{text: text, indexes: []int{index}})
		return nil
	}
	d.open[id] = &pending{text: text, indexes: []int{index}}
	d.out <- request{unit: id, text: text, known: d.known[id]} // it has room for all requests about open units
	return nil
}

// finishUnit passes an outcome on, unless the unit has one.
func (d *doCall) finishUnit(o delivery) error {
	if o.missing { // the server lost a known result with its disk
		if p := d.open[o.unit]; p != nil {
			d.out <- request{unit: o.unit, text: p.text}
		}
		return nil
	}
	d.known[o.unit] = true
	p := d.open[o.unit]
	if p == nil {
		return nil
	}
	delete(d.open, o.unit)
	outcome, err := o.outcome()
	if err != nil && d.verifier == nil {
		return err
	}
	d.tail.add(outcome)
	d.countOutcome(outcome, d.verifier.count(p.indexes))
	if d.verifier != nil {
		return d.hold(o.unit, p, outcome, err)
	}
	return d.report(p.indexes, outcome)
}

// countOutcome counts n units with an outcome.
func (d *doCall) countOutcome(o Outcome, n int) {
	d.finished += n
	d.s.count(func(p *Progress) {
		if o.Err == nil {
			p.Done += n
		} else {
			p.Failed += n
		}
		p.PerSecond = float64(d.finished) / time.Since(d.began).Seconds()
	})
}

// report passes an outcome on for each index of its unit.
func (d *doCall) report(indexes []int, o Outcome) error {
	for _, o.Index = range indexes {
		if err := d.each(o); err != nil {
			return err
		}
	}
	return nil
}

// outcome decodes a delivery. With an error, the outcome has what could be read.
func (o delivery) outcome() (Outcome, error) {
	if o.dead {
		letter := &DeadLetter{}
		err := json.Unmarshal(o.body, letter)
		if err != nil {
			err = fmt.Errorf("dead letter of unit %s: %w", o.unit, err)
			letter = &DeadLetter{Reason: err.Error()}
		}
		return Outcome{Err: letter, Worker: letter.Worker}, err
	}
	elapsed, err := time.ParseDuration(o.header.Get(elapsedHeader))
	if err != nil {
		err = fmt.Errorf("result of unit %s: %w", o.unit, err)
	}
	return Outcome{Result: o.body, Worker: o.header.Get(workerHeader), Elapsed: elapsed}, err
}

// wasSent notes that the server has a unit.
func (d *doCall) wasSent(s sent) error {
	if s.err != nil {
		return s.err
	}
	if p := d.open[s.unit]; p != nil {
		p.queued = true
	}
	return nil
}

// isDead reports whether a message on the subject is a dead letter.
func isDead(subject string) bool { return strings.HasPrefix(subject, "kaeshi.dead.") }
