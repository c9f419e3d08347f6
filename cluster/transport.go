package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	publishers = 16      // units that are being sent
	leastOpen  = 64      // units without an outcome that may be open, whatever workers there are
	mostOpen   = 1 << 14 // at any number of workers
)

// request is a request to queue a unit.
type request struct {
	unit      string
	text      []byte
	known     bool // it has an outcome, which is to be delivered instead
	duplicate int  // number of the copy
	discard   bool // its outcome is wrong and is to be removed first
}

// sent is the result of a request.
type sent struct {
	unit string
	err  error
}

// publish works off requests until ctx ends.
func (d *doCall) publish(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case r := <-d.out:
			if r.known {
				d.deliverStored(ctx, r.unit)
				continue
			}
			if r.discard {
				d.discard(ctx, r.unit)
			}
			err := d.s.c.store(ctx, &nats.Msg{Subject: workSubject(d.s.job.ID, r.unit, r.duplicate), Data: r.text})
			select {
			case d.sent <- sent{r.unit, err}:
			case <-ctx.Done():
			}
		}
	}
}

// deliverStored delivers the stored outcome of a unit, or reports that it has none.
func (d *doCall) deliverStored(ctx context.Context, unit string) {
	for {
		m, err := d.s.c.stored(ctx, d.s.job.ID, unit)
		switch {
		case err == nil && m == nil, lost(err):
			d.deliver(ctx, delivery{unit: unit, missing: true})
			return
		case err == nil:
			d.deliver(ctx, delivery{unit: unit, dead: isDead(m.Subject), body: m.Data, header: m.Header})
			return
		}
		if !d.s.c.pause(ctx) {
			return
		}
	}
}

func (d *doCall) deliver(ctx context.Context, o delivery) {
	select {
	case d.outcomes <- o:
	case <-ctx.Done():
	}
}

// outcomesSoFar returns the units of the job that have an outcome, and the sequence number from which on outcomes are
// new. Some may be in both.
func (s *Submission) outcomesSoFar(ctx context.Context) (from uint64, known map[string]bool, err error) {
	stream, err := s.c.js.Stream(ctx, resultStream)
	if err != nil {
		return 0, nil, err
	}
	from, known = stream.CachedInfo().State.LastSeq+1, map[string]bool{}
	for _, subjects := range []string{resultSubjects(s.job.ID), deadSubjects(s.job.ID)} {
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subjects))
		if err != nil {
			return 0, nil, err
		}
		for subject := range info.State.Subjects {
			known[unitOf(subject)] = true
		}
	}
	return from, known, nil
}

// receive delivers outcomes as they are stored, until ctx ends. It begins again after each reconnection: a server that
// lost its disk begins with other sequence numbers.
func (d *doCall) receive(ctx context.Context, from uint64) {
	for ctx.Err() == nil {
		again := d.s.c.reconnection()
		last, err := d.receiveFrom(ctx, from, again)
		from = last + 1
		if err != nil && !d.s.c.pause(ctx) {
			return
		}
		if stream, err := d.s.c.js.Stream(ctx, resultStream); err == nil {
			from = min(from, stream.CachedInfo().State.LastSeq+1)
		} else if lost(err) {
			from = 1
		}
	}
}

func (d *doCall) receiveFrom(ctx context.Context, from uint64, until <-chan struct{}) (last uint64, err error) {
	last = from - 1
	consumer, err := d.s.c.js.OrderedConsumer(ctx, resultStream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultSubjects(d.s.job.ID), deadSubjects(d.s.job.ID)},
		DeliverPolicy:  jetstream.DeliverByStartSequencePolicy, OptStartSeq: max(1, from),
	})
	if err != nil {
		return last, err
	}
	messages := make(chan jetstream.Msg)
	stop := make(chan struct{})
	consuming, err := consumer.Consume(func(m jetstream.Msg) {
		select {
		case messages <- m:
		case <-stop:
		}
	})
	if err != nil {
		return last, err
	}
	defer consuming.Stop()
	defer close(stop)
	for {
		select {
		case <-ctx.Done():
			return last, ctx.Err()
		case <-until:
			return last, nil
		case <-consuming.Closed():
			return last, errClosed
		case m := <-messages:
			if about, err := m.Metadata(); err == nil {
				last = about.Sequence.Stream
			}
			d.deliver(ctx, delivery{
				unit: unitOf(m.Subject()), dead: isDead(m.Subject()), body: m.Data(), header: m.Headers(),
			})
		}
	}
}

// watch reports when the job is cancelled, until ctx ends. A record that is missing, as when the server lost its disk,
// is made again.
func (d *doCall) watch(ctx context.Context) {
	for {
		again := d.s.c.reconnection()
		var r Record
		kv, err := d.s.c.js.KeyValue(ctx, jobBucket)
		var entry jetstream.KeyValueEntry
		if err == nil {
			entry, err = kv.Get(ctx, d.s.job.ID)
		}
		if err == nil {
			err = json.Unmarshal(entry.Value(), &r)
		}
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound), lost(err):
			_ = d.s.open(ctx, false) // the next round shows whether it helped
		case err == nil && r.State == Cancelled:
			select {
			case d.trouble <- ErrCancelled:
			case <-ctx.Done():
			}
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-again:
		case <-time.After(d.s.c.timing.Beat):
		}
	}
}
