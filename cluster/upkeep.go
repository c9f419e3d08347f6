package cluster

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// inspection is the result of an inspection of the cluster.
type inspection struct {
	missing []string // units that are neither queued nor running
	slots   int      // of all workers
	idle    int      // slots
	waiting uint64   // units of the job in the queue
	known   bool     // slots, idle and waiting were found
	err     error    // ends the submission
}

// inspect renews the lease and inspects the cluster. It does so in the background, because a request takes long while a
// link is broken. Inspections are a heartbeat apart.
func (d *doCall) inspect(ctx context.Context) {
	if d.inspecting {
		return
	}
	d.inspecting = true
	var queued []string
	for id, p := range d.open {
		if p.queued {
			queued = append(queued, id)
		}
	}
	d.s.lease.progress = d.s.Progress()
	d.workers.Go(func() {
		v := d.runInspection(ctx, queued)
		select {
		case d.surveys <- v:
		case <-ctx.Done():
		}
	})
}

func (d *doCall) runInspection(ctx context.Context, queued []string) (v inspection) {
	err := d.s.lease.renew(ctx)
	if busy := (*BusyError)(nil); errors.As(err, &busy) {
		v.err = busy
		return v
	}
	v.missing, err = d.missing(ctx, queued)
	if lost(err) || len(v.missing) > 0 {
		_ = d.s.open(ctx, false) // the next inspection shows whether it helped
	}
	workers, err := d.s.c.Workers(ctx)
	if lost(err) {
		_ = d.s.c.ensure(ctx)
	}
	if err != nil {
		return v
	}
	consumer, err := d.s.c.js.Consumer(ctx, workStream, d.s.job.ID)
	if err != nil {
		return v
	}
	v.waiting, v.known = consumer.CachedInfo().NumPending, true
	for _, w := range workers {
		v.slots += w.Slots
		v.idle += w.Slots - w.Busy
	}
	return v
}

// missing returns those of the units that are not in the queue: they have an outcome, or the server lost them.
func (d *doCall) missing(ctx context.Context, queued []string) ([]string, error) {
	stream, err := d.s.c.js.Stream(ctx, workStream)
	if lost(err) {
		return queued, err
	}
	if err != nil {
		return nil, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(workSubjects(d.s.job.ID)))
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for subject := range info.State.Subjects {
		there[unitOf(subject)] = true
	}
	return slices.DeleteFunc(queued, func(id string) bool { return there[id] }), nil
}

// applyInspection acts on the result of an inspection.
func (d *doCall) applyInspection(v inspection) error {
	d.inspecting = false
	if v.err != nil {
		return v.err
	}
	for _, id := range v.missing {
		if p := d.open[id]; p != nil && p.queued {
			p.queued = false
			d.out <- request{unit: id, text: p.text, known: true} // a unit without an outcome is queued again
		}
	}
	if !v.known {
		return nil
	}
	d.window = min(max(leastOpen, 4*v.slots), mostOpen)
	switch {
	case v.waiting > 0 || !d.fed:
		d.tail.empty = time.Time{}
	case d.tail.empty.IsZero():
		d.tail.empty = time.Now()
	case d.tail.slow(time.Now(), d.s.c.timing.Beat):
		d.resend(v.idle)
	}
	return nil
}

// tail finds units that take much longer than others.
type tail struct {
	units int
	spent time.Duration
	empty time.Time // time from which the queue is empty: workers have all open units
}

// add counts an outcome.
func (t *tail) add(o Outcome) {
	if o.Err == nil {
		t.units++
		t.spent += o.Elapsed
	}
}

// slow reports whether units that were taken when the queue became empty are slow: they have taken at least twice the
// mean time and at least a heartbeat.
func (t *tail) slow(now time.Time, beat time.Duration) bool {
	return t.units > 0 && now.Sub(t.empty) >= max(beat, 2*t.spent/time.Duration(t.units))
}

// resend queues a copy of open units, as many as slots are idle. The first result counts.
func (d *doCall) resend(idle int) {
	for _, id := range slices.Sorted(maps.Keys(d.open)) {
		p := d.open[id]
		if idle <= 0 || !p.queued || p.copies > 0 {
			continue
		}
		idle--
		p.copies++
		d.s.count(func(p *Progress) { p.Resent++ })
		d.out <- request{unit: id, text: p.text, duplicate: p.copies}
	}
}
