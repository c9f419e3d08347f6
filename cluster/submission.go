package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// mostWaiting is the number of requests for a unit of one job that may wait at a time. The server goes through all of
// them for each new request. It refuses other requests, whose workers ask again later.
const mostWaiting = 512

// Submission is a job that this program submits. One program at a time submits a job.
type Submission struct {
	c     *Client
	job   Job
	lease *lease

	verification *Verification   // nil: none
	ahead        int             // steps that may be read before the first is shown
	caught       map[string]bool // names of workers in quarantine; used by one call of Do at a time

	mu       sync.Mutex
	progress Progress
}

// ErrCancelled is the error of a job that was cancelled.
var ErrCancelled = errors.New("the job was cancelled")

// Submit begins a job, or continues the one with its ID: results that arrived meanwhile are not computed again, and
// units that were given up are tried again. It waits for the heartbeat of an earlier submitter that did not end
// properly, and returns a *[BusyError] if that one is alive. The caller calls End or Leave.
func (c *Client) Submit(ctx context.Context, job Job) (*Submission, error) {
	if err := job.check(); err != nil {
		return nil, err
	}
	ctx = withoutDeadline{ctx}
	lease, err := c.acquireLease(ctx, job.ID)
	if err != nil {
		return nil, err
	}
	s := &Submission{c: c, job: job, lease: lease, progress: lease.progress, caught: map[string]bool{}}
	if err := c.retry(ctx, func() error { return s.open(ctx, true) }); err != nil {
		lease.release()
		return nil, fmt.Errorf("job %s: %w", job.ID, err)
	}
	return s, nil
}

// open makes the record and the consumer of the job if they are missing. At the start of a submission, a job that
// ended or was cancelled starts again from the beginning, and units that were given up are tried again.
func (s *Submission) open(ctx context.Context, begin bool) error {
	if err := s.c.ensure(ctx); err != nil {
		return err
	}
	again := false
	edit := func(r *Record) error {
		again = begin && !r.active()
		if again {
			r.State, r.Quarantined = Running, nil
		}
		r.Job = s.job
		if begin {
			for _, name := range r.Quarantined {
				s.caught[name] = true
			}
		}
		return nil
	}
	err := s.c.change(ctx, s.job.ID, edit)
	if errors.Is(err, ErrNoJob) {
		err = s.create(ctx)
	}
	if err == nil && again {
		err = s.c.clear(ctx, s.job.ID, resultStream, resultSubjects(s.job.ID))
	}
	if err == nil && begin {
		err = s.c.clear(ctx, s.job.ID, resultStream, deadSubjects(s.job.ID))
	}
	if err != nil {
		return err
	}
	_, err = s.c.js.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{
		Durable: s.job.ID, FilterSubject: workSubjects(s.job.ID), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: s.c.timing.AckWait, MaxDeliver: -1, MaxAckPending: -1,
		MaxWaiting: mostWaiting,
	})
	return err
}

func (s *Submission) create(ctx context.Context) error {
	kv, err := s.c.js.KeyValue(ctx, jobBucket)
	if err != nil {
		return err
	}
	text, err := json.Marshal(Record{Job: s.job, State: Running, Created: time.Now()})
	if err != nil {
		return err
	}
	_, err = kv.Put(ctx, s.job.ID, text)
	return err
}

// Progress returns the progress of the job.
func (s *Submission) Progress() Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.progress
}

// count changes the progress.
func (s *Submission) count(edit func(*Progress)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	edit(&s.progress)
}

// Leave ends the submission and leaves the job as it is, to be continued by the next [Client.Submit]. Workers continue
// with the units in the queue.
func (s *Submission) Leave() { s.lease.release() }

// End ends the job: units that are left are not run, and results are removed. Dead letters are kept for
// [Client.DeadLetters].
func (s *Submission) End(ctx context.Context) error {
	defer s.lease.release()
	ctx = withoutDeadline{ctx}
	return s.c.retry(ctx, func() error { return s.end(ctx) })
}

// Drop cancels and ends a job that has no submitter. The argument done is its last progress. If the cluster does not
// answer, Drop returns and tries again in the background until it answers or the connection is closed.
func (c *Client) Drop(ctx context.Context, job string, done Progress) {
	ctx = withoutDeadline{context.WithoutCancel(ctx)}
	drop := func() error {
		return c.end(ctx, job, func(r *Record) {
			if r.active() {
				r.State, r.Done, r.Failed = Cancelled, done.Done, done.Failed
			}
		})
	}
	if drop() == nil {
		return
	}
	go func() {
		for c.pauseFor(ctx, longestPause*c.timing.Retry) {
			if drop() == nil {
				return
			}
		}
	}()
}

// end is one attempt.
func (s *Submission) end(ctx context.Context) error {
	done := s.Progress()
	return s.c.end(ctx, s.job.ID, func(r *Record) {
		if r.State != Cancelled {
			r.State = Ended
		}
		r.Done, r.Failed = done.Done, done.Failed
	})
}

// end changes the record of a job that ends, and removes its units and results. Data that the server has lost need not
// be removed.
func (c *Client) end(ctx context.Context, job string, edit func(*Record)) error {
	err := c.change(ctx, job, func(r *Record) error {
		edit(r)
		return nil
	})
	for _, step := range []func() error{
		func() error { return err },
		func() error { return c.clear(ctx, job, workStream, workSubjects(job)) },
		func() error { return c.js.DeleteConsumer(ctx, workStream, job) },
		func() error { return c.clear(ctx, job, resultStream, resultSubjects(job)) },
	} {
		err := step()
		if err != nil && !lost(err) && !errors.Is(err, ErrNoJob) && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return err
		}
	}
	return nil
}

// Run submits a job, runs all its units and ends it. When it returns an error, the job can be continued by another
// call, unless it was cancelled.
func (c *Client) Run(ctx context.Context, job Job, feed Feed, each func(Outcome) error) (Progress, error) {
	s, err := c.Submit(ctx, job)
	if err != nil {
		return Progress{}, err
	}
	err = s.Finish(ctx, s.Do(ctx, feed, each))
	return s.Progress(), err
}

// Finish ends the job after its work has ended with err. The job ends if err is nil or the job was cancelled. After any
// other error it can be continued. Finish returns err, or the error of ending the job.
func (s *Submission) Finish(ctx context.Context, err error) error {
	if err != nil && !errors.Is(err, ErrCancelled) {
		s.Leave()
		return err
	}
	return errors.Join(err, s.End(ctx))
}

// stored returns the result of a unit, or its dead letter, or nil if there is neither.
func (c *Client) stored(ctx context.Context, job, unit string) (*jetstream.RawStreamMsg, error) {
	stream, err := c.js.Stream(ctx, resultStream)
	if err != nil {
		return nil, err
	}
	for _, subject := range []string{resultSubject(job, unit), deadSubject(job, unit)} {
		m, err := stream.GetLastMsgForSubject(ctx, subject)
		if !errors.Is(err, jetstream.ErrMsgNotFound) {
			return m, err
		}
	}
	return nil, nil
}
