package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/nats-io/nats.go/jetstream"
)

// lease is the right to submit a job. Its holder renews it with each heartbeat, and the server lets it expire.
type lease struct {
	c        *Client
	job      string
	revision uint64
	progress Progress
}

// BusyError is the refusal of a job that another program submits.
type BusyError struct {
	Job, Host string
	PID       int
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("job %s is being submitted by process %d on %s; wait for it, stop it, or cancel the job with "+
		"'kaeshi cluster cancel %s'", e.Job, e.PID, e.Host, e.Job)
}

// acquireLease gets the lease of a job. If another submitter holds it, acquireLease waits, and returns a *[BusyError]
// if the holder renews it meanwhile.
func (c *Client) acquireLease(ctx context.Context, job string) (*lease, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	l := &lease{c: c, job: job, progress: Progress{Owner: rand.Text(), Host: host, PID: os.Getpid()}}
	var first uint64
	for {
		var found *Progress
		var revision uint64
		err := c.retry(ctx, func() (err error) {
			found, revision, err = l.create(ctx)
			return err
		})
		switch {
		case err != nil:
			return nil, err
		case found == nil:
			return l, nil
		case first == 0:
			first = revision
		case first != revision:
			return nil, &BusyError{job, found.Host, found.PID}
		}
		if !c.pause(ctx) {
			return nil, errors.Join(ctx.Err(), errors.New("interrupted while waiting for the lease of the job"))
		}
	}
}

// create makes the lease, or returns the present owner and the revision.
func (l *lease) create(ctx context.Context) (found *Progress, revision uint64, err error) {
	kv, err := l.c.js.KeyValue(ctx, runBucket)
	if err != nil {
		return nil, 0, err
	}
	text, err := json.Marshal(l.progress)
	if err != nil {
		return nil, 0, err
	}
	var entry jetstream.KeyValueEntry
	for {
		l.revision, err = kv.Create(ctx, l.job, text)
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return nil, 0, err
		}
		entry, err = kv.Get(ctx, l.job)
		if err == nil {
			break
		}
		if !errors.Is(err, jetstream.ErrKeyNotFound) { // otherwise it has expired meanwhile
			return nil, 0, err
		}
	}
	found = &Progress{}
	if err := json.Unmarshal(entry.Value(), found); err != nil {
		return nil, 0, fmt.Errorf("lease of job %s: %w", l.job, err)
	}
	if found.Owner == l.progress.Owner { // the answer to an earlier request was lost
		l.revision = entry.Revision()
		return nil, 0, nil
	}
	return found, entry.Revision(), nil
}

// renew renews the lease with the progress so far. It returns a *[BusyError] when another program has taken it, as
// after a long outage.
func (l *lease) renew(ctx context.Context) error {
	kv, err := l.c.js.KeyValue(ctx, runBucket)
	if err != nil {
		return err
	}
	text, err := json.Marshal(l.progress)
	if err != nil {
		return err
	}
	revision, err := kv.Update(ctx, l.job, text, l.revision)
	if err == nil {
		l.revision = revision
		return nil
	}
	found, _, createErr := l.create(ctx) // it may have expired
	if found != nil {
		return &BusyError{l.job, found.Host, found.PID}
	}
	return createErr
}

// release gives the lease back, so that the next submitter need not wait.
func (l *lease) release() {
	ctx, cancel := context.WithTimeout(context.Background(), l.c.timing.Beat)
	defer cancel()
	if kv, err := l.c.js.KeyValue(ctx, runBucket); err == nil {
		_ = kv.Delete(ctx, l.job, jetstream.LastRevision(l.revision)) // it expires by itself as well
	}
}
