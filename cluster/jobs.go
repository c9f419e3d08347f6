package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// State is the state of a job.
type State string

// The states of a job.
const (
	Running   State = "running"
	Paused    State = "paused"    // workers finish their running units and take no more
	Cancelled State = "cancelled" // workers stop what they run
	Ended     State = "ended"     // the submitter has all results
)

// Record is the stored state of a job.
type Record struct {
	Job

	State   State     `json:"state"`
	Created time.Time `json:"created"` // by the submitter's clock
	Done    int       `json:"done"`    // units, when the job ended
	Failed  int       `json:"failed"`  // dead letters, when the job ended

	Quarantined []string `json:"quarantined,omitempty"` // names of workers that returned wrong results
}

// active reports whether workers may run units of the job.
func (r Record) active() bool { return r.State == Running || r.State == Paused }

// Progress is the progress of a running job, as its submitter reports it.
type Progress struct {
	Owner string `json:"owner"` // of the lease: one run of a submitter
	Host  string `json:"host"`
	PID   int    `json:"pid"`

	Submitted int     `json:"submitted"` // units
	Done      int     `json:"done"`      // units with a result
	Failed    int     `json:"failed"`    // dead letters
	Resent    int     `json:"resent"`    // slow units that were sent to a second worker
	PerSecond float64 `json:"per_second"`
}

// JobStatus is a job as lists show it.
type JobStatus struct {
	Record

	Progress *Progress // nil: no submitter is connected
	Waiting  int       // units in the queue
	Active   int       // units that workers run
}

// Jobs returns the jobs that the cluster keeps, the newest first.
func (c *Client) Jobs(ctx context.Context) ([]JobStatus, error) {
	ctx = withoutDeadline{ctx}
	records, err := list[Record](ctx, c, jobBucket)
	if err != nil {
		return nil, err
	}
	runs, err := list[Progress](ctx, c, runBucket)
	if err != nil {
		return nil, err
	}
	var jobs []JobStatus
	for id, r := range records {
		status := JobStatus{Record: r.value}
		if run, ok := runs[id]; ok {
			status.Progress = &run.value
			if consumer, err := c.js.Consumer(ctx, workStream, id); err == nil {
				info := consumer.CachedInfo()
				status.Waiting, status.Active = int(info.NumPending), info.NumAckPending
			}
		}
		jobs = append(jobs, status)
	}
	slices.SortFunc(jobs, func(a, b JobStatus) int {
		return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID))
	})
	return jobs, nil
}

// bucketEntry is an entry of a bucket.
type bucketEntry[T any] struct {
	value    T
	at       time.Time // by the server's clock
	revision uint64    // grows with each change of the bucket
}

// list reads all entries of a bucket.
func list[T any](ctx context.Context, c *Client, bucket string) (map[string]bucketEntry[T], error) {
	ctx = withoutDeadline{ctx}
	kv, err := c.js.KeyValue(ctx, bucket)
	if c.observes && errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, nil // no other client has connected
	}
	if err != nil {
		return nil, err
	}
	watch, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer func() {
		_ = watch.Stop() // it ends with the connection
		go func() {
			for range watch.Updates() { // until it is closed, because the library waits until each entry is received
			}
		}()
	}()
	entries := map[string]bucketEntry[T]{}
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case entry, open := <-watch.Updates():
			switch {
			case !open:
				return nil, nats.ErrConnectionClosed
			case entry == nil:
				return entries, nil
			}
			k := bucketEntry[T]{at: entry.Created(), revision: entry.Revision()}
			if json.Unmarshal(entry.Value(), &k.value) == nil {
				entries[entry.Key()] = k
			}
		}
	}
}

// ErrNoJob is the error about a job that the cluster does not have.
var ErrNoJob = errors.New("no such job; 'kaeshi cluster jobs' lists them")

// StateError is the error about a change that is not possible in the state of a job.
type StateError struct {
	Job   string
	State State
}

func (e *StateError) Error() string { return fmt.Sprintf("job %s is %s", e.Job, e.State) }

// Pause stops workers from taking units of a job.
func (c *Client) Pause(ctx context.Context, job string) error {
	return c.setState(ctx, job, Running, Paused)
}

// Resume ends a pause.
func (c *Client) Resume(ctx context.Context, job string) error {
	return c.setState(ctx, job, Paused, Running)
}

// setState changes the state of a job from one to another. It does nothing if the job has the other state already.
func (c *Client) setState(ctx context.Context, job string, from, to State) error {
	return c.change(ctx, job, func(r *Record) error {
		if r.State != from && r.State != to {
			return &StateError{job, r.State}
		}
		r.State = to
		return nil
	})
}

// Cancel ends a job. Workers stop its running units, and its submitter ends with [ErrCancelled].
func (c *Client) Cancel(ctx context.Context, job string) error {
	err := c.change(ctx, job, func(r *Record) error {
		if !r.active() {
			return &StateError{job, r.State}
		}
		r.State = Cancelled
		return nil
	})
	if err != nil {
		return err
	}
	return c.clear(ctx, job, workStream, workSubjects(job))
}

// clear removes the messages of a job from a stream.
func (c *Client) clear(ctx context.Context, job, stream, subjects string) error {
	ctx = withoutDeadline{ctx}
	s, err := c.js.Stream(ctx, stream)
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject(subjects))
	}
	if err != nil {
		return fmt.Errorf("job %s: %w", job, err)
	}
	return nil
}

// State returns the state of a job. The error is [ErrNoJob] if the cluster does not have it.
func (c *Client) State(ctx context.Context, job string) (State, error) {
	kv, err := c.js.KeyValue(ctx, jobBucket)
	if err != nil {
		return "", err
	}
	r, _, err := readRecord(ctx, kv, job)
	return r.State, err
}

// readRecord returns the record of a job and its revision.
func readRecord(ctx context.Context, kv jetstream.KeyValue, job string) (r Record, revision uint64, err error) {
	entry, err := kv.Get(ctx, job)
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		return r, 0, fmt.Errorf("job %q: %w", job, ErrNoJob)
	}
	if err != nil {
		return r, 0, err
	}
	return r, entry.Revision(), json.Unmarshal(entry.Value(), &r)
}

// change changes the record of a job. It tries again after a concurrent change.
func (c *Client) change(ctx context.Context, job string, edit func(*Record) error) error {
	ctx = withoutDeadline{ctx}
	kv, err := c.js.KeyValue(ctx, jobBucket)
	if err != nil {
		return err
	}
	for {
		r, revision, err := readRecord(ctx, kv, job)
		if err == nil {
			err = edit(&r)
		}
		if err != nil {
			return err
		}
		text, err := json.Marshal(r)
		if err != nil {
			return err
		}
		_, err = kv.Update(ctx, job, text, revision)
		if !errors.Is(err, jetstream.ErrKeyExists) && !errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
			return err
		}
	}
}

// DeadLetters returns the units of a job that were given up, in no particular order.
func (c *Client) DeadLetters(ctx context.Context, job string) (letters []DeadLetter, err error) {
	ctx = withoutDeadline{ctx}
	stream, err := c.js.Stream(ctx, resultStream)
	if err != nil {
		return nil, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(deadSubjects(job)))
	if err != nil {
		return nil, err
	}
	for subject := range info.State.Subjects {
		message, err := stream.GetLastMsgForSubject(ctx, subject)
		var letter DeadLetter
		if err == nil {
			err = json.Unmarshal(message.Data, &letter)
		}
		if err != nil {
			return nil, fmt.Errorf("dead letter %s: %w", subject, err)
		}
		letters = append(letters, letter)
	}
	return letters, nil
}
