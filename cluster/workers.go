package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
)

// WorkerState is a worker as it reports itself.
type WorkerState struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Slots    int       `json:"slots"` // units at a time
	Kinds    []string  `json:"kinds"`
	Offers   []string  `json:"offers,omitempty"`
	Busy     int       `json:"busy"` // units that it runs
	Done     int       `json:"done"`
	Failed   int       `json:"failed"`            // runs that ended in an error
	Refused  []string  `json:"refused,omitempty"` // jobs that it cannot run, each with the reason
	Draining bool      `json:"draining,omitempty"`
	Seconds  float64   `json:"seconds"`   // of all runs together
	LastSeen time.Time `json:"last_seen"` // by the server's clock
}

// Workers returns the workers that are connected, by name.
func (c *Client) Workers(ctx context.Context) ([]WorkerState, error) {
	entries, err := list[WorkerState](ctx, c, workerBucket)
	if err != nil {
		return nil, err
	}
	var workers []WorkerState
	for _, e := range entries {
		e.value.LastSeen = e.at
		workers = append(workers, e.value)
	}
	slices.SortFunc(workers, func(a, b WorkerState) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return workers, nil
}

// ErrNoWorker is the error about a worker that is not connected.
var ErrNoWorker = errors.New("it does not answer; 'kaeshi cluster workers' lists the connected workers")

// DrainWorker stops the worker with the ID from taking units. The worker ends when its running units are finished.
func (c *Client) DrainWorker(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, c.timing.Request)
	defer cancel()
	_, err := c.nc.RequestWithContext(ctx, drainSubject(id), nil)
	switch {
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, nats.ErrBadSubject),
		errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("worker %q: %w", id, ErrNoWorker)
	}
	return err
}
