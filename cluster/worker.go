package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	mathrand "math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// WorkerOptions configures a worker.
type WorkerOptions struct {
	Name     string             // for people
	Version  string             // it refuses jobs of another version
	Slots    int                // units at a time; at least 1
	Handlers map[string]Handler // by kind; it refuses jobs of other kinds
	Offers   []string           // what jobs may need
	Memory   int64              // bytes that one unit may take; 0: any
	Cache    *Cache             // of blobs; nil: in memory
	Log      *slog.Logger       // nil: none
	Now      func() time.Time   // nil: [time.Now]
}

// Worker runs units.
type Worker struct {
	c       *Client
	o       WorkerOptions
	id      string
	log     *slog.Logger
	shares  shares
	drained chan struct{}
	drain   sync.Once
	list    jetstream.KeyValue // the bucket of the workers; nil until the first heartbeat

	mu        sync.Mutex
	jobs      map[string]Record
	changed   chan struct{} // closed when jobs change, and replaced
	consumers map[string]jetstream.Consumer
	running   map[*execution]bool
	state     WorkerState
}

// NewWorker returns a worker that is connected by c.
func NewWorker(c *Client, o WorkerOptions) *Worker {
	if o.Cache == nil {
		o.Cache = &Cache{blobs: map[string][]byte{}}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Slots = max(1, o.Slots)
	id := hashOf([]byte(o.Name + rand.Text()))[:12]
	return &Worker{
		c: c, o: o, id: id, log: o.Log.With("worker", id), drained: make(chan struct{}), changed: make(chan struct{}),
		consumers: map[string]jetstream.Consumer{}, running: map[*execution]bool{},
		state: WorkerState{
			ID: id, Name: o.Name, Version: o.Version, Slots: o.Slots, Kinds: slices.Sorted(maps.Keys(o.Handlers)),
			Offers: o.Offers,
		},
	}
}

// ID identifies the worker in the cluster's lists.
func (w *Worker) ID() string { return w.id }

// Drain stops the worker from taking units. Run returns when the running units are finished.
func (w *Worker) Drain() { w.drain.Do(func() { close(w.drained) }) }

// Run takes units and runs them until the worker is drained, and then returns nil. When ctx ends, it returns what it
// runs to the queue and ends with ctx's error.
func (w *Worker) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(withoutDeadline{ctx})
	defer cancel()
	sub, err := w.c.nc.Subscribe(drainSubject(w.id), func(m *nats.Msg) {
		w.Drain()
		_ = m.Respond(nil) // the client may have disconnected
	})
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }() // the connection may be closed
	var background, slots sync.WaitGroup
	background.Go(func() { w.follow(ctx) })
	background.Go(func() { w.beat(ctx) })
	for range w.o.Slots {
		slots.Go(func() { w.slot(ctx) })
	}
	finished := make(chan struct{})
	go func() { slots.Wait(); close(finished) }()
	select {
	case <-finished:
	case <-ctx.Done():
	case <-w.c.closed:
	}
	err = ctx.Err()
	cancel()
	<-finished
	background.Wait()
	select {
	case <-w.c.closed:
		return w.c.lastError()
	default:
		return errors.Join(err, w.unregister()) //nolint:contextcheck // ctx has ended
	}
}

// follow keeps the list of jobs up to date until ctx ends. It begins again after each reconnection, because a server
// that lost its disk has other jobs.
func (w *Worker) follow(ctx context.Context) {
	for ctx.Err() == nil {
		again := w.c.reconnection()
		err := w.followOnce(ctx, again)
		if lost(err) {
			err = w.c.ensure(ctx)
		}
		if err != nil && ctx.Err() == nil {
			w.log.Debug("cannot follow jobs", "error", err)
		}
		if err != nil && !w.c.pause(ctx) {
			return
		}
	}
}

// refreshAfter is the number of heartbeats after which a worker reads the list of jobs again, as a change may have been
// lost between the servers of a cluster.
const refreshAfter = 60

// followOnce reads the list of jobs and applies the changes that the server sends to all workers. It does not watch the
// bucket: the server would keep a consumer for each worker, and 10,000 consumers would take all of its time.
func (w *Worker) followOnce(ctx context.Context, until <-chan struct{}) error {
	changes := make(chan *nats.Msg, 1024)
	sub, err := w.c.nc.ChanSubscribe(jobChanges, changes)
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }() // it ends with the connection
	for {
		records, err := w.c.records(ctx)
		if err != nil {
			return err
		}
		w.setJobs(records)
		// The random part keeps workers that started together from reading the list at the same time.
		refresh := time.After(w.c.timing.Beat * time.Duration(refreshAfter+mathrand.IntN(refreshAfter)))
		for current := true; current; {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-until:
				return nil
			case <-refresh:
				current = false
			case m := <-changes:
				if apply(records, m) {
					w.setJobs(records)
				}
			}
		}
	}
}

// apply updates the records of jobs by the message of a change. It returns false if they contain the change already.
func apply(records map[string]bucketEntry[Record], m *nats.Msg) bool {
	id, ok := strings.CutPrefix(m.Header.Get(jetstream.SubjectHeader), recordSubject(""))
	revision, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
	if !ok || err != nil || revision <= records[id].revision {
		return false
	}
	changed := bucketEntry[Record]{revision: revision}
	if len(m.Data) > 0 { // it is not deleted
		if json.Unmarshal(m.Data, &changed.value) != nil {
			return false
		}
	}
	records[id] = changed
	return true
}

// setJobs replaces the list of jobs with the active ones among the records, and stops units of other jobs.
func (w *Worker) setJobs(records map[string]bucketEntry[Record]) {
	jobs := map[string]Record{}
	for id, r := range records {
		if r.value.active() {
			jobs[id] = r.value
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.jobs = jobs
	w.state.Refused = nil
	for _, id := range slices.Sorted(maps.Keys(jobs)) {
		if reason := w.refusal(jobs[id]); reason != "" {
			w.state.Refused = append(w.state.Refused, fmt.Sprintf("%s: %s", id, reason))
		}
	}
	for id := range w.consumers {
		if _, ok := jobs[id]; !ok {
			delete(w.consumers, id)
		}
	}
	for e := range w.running {
		if _, ok := jobs[e.job.ID]; !ok {
			e.cancel(errJobOver)
		}
	}
	close(w.changed)
	w.changed = make(chan struct{})
}

// refusal returns why the worker cannot run units of a job; empty if it can.
func (w *Worker) refusal(j Record) string {
	switch {
	case slices.Contains(j.Quarantined, w.o.Name):
		return "a worker with this name returned wrong results; check the memory and the program of its machine"
	case j.Version != w.o.Version:
		return fmt.Sprintf("it needs version %s and this worker is %s; install the same version", j.Version,
			w.o.Version)
	case w.o.Handlers[j.Kind] == nil:
		return fmt.Sprintf("this worker does not take work of the kind %q", j.Kind)
	case w.o.Memory > 0 && j.Memory > w.o.Memory:
		return fmt.Sprintf("its units take %d MB each and this worker gives them %d MB; "+
			"start it with a larger --hash, or with fewer --threads", j.Memory>>20, w.o.Memory>>20)
	}
	for _, need := range j.Needs {
		if !slices.Contains(w.o.Offers, need) {
			return fmt.Sprintf("it needs %s, which this worker does not offer", need)
		}
	}
	return ""
}

// candidates returns the jobs whose units the worker may take, the next one first, and a channel that is closed when
// jobs change.
func (w *Worker) candidates() ([]Job, <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var jobs []Job
	for _, r := range w.jobs {
		if r.State == Running && w.refusal(r) == "" {
			jobs = append(jobs, r.Job)
		}
	}
	return w.shares.order(jobs), w.changed
}

// beat reports the worker's state until ctx ends.
func (w *Worker) beat(ctx context.Context) {
	for {
		if err := w.report(ctx); lost(err) {
			_ = w.c.ensure(ctx) // the next heartbeat shows whether it helped
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(w.c.timing.Beat):
		case <-w.c.reconnection():
		}
	}
}

func (w *Worker) report(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, w.c.timing.Request)
	defer cancel()
	w.mu.Lock()
	select {
	case <-w.drained:
		w.state.Draining = true
	default:
	}
	text, err := json.Marshal(w.state)
	w.mu.Unlock()
	if err != nil {
		return err
	}
	if w.list == nil { // asking for it with each heartbeat would double the requests to the server
		if w.list, err = w.c.js.KeyValue(ctx, workerBucket); err != nil {
			return err
		}
	}
	_, err = w.list.Put(ctx, w.id, text)
	return err
}

// unregister removes the worker from the list.
func (w *Worker) unregister() error {
	ctx, cancel := context.WithTimeout(context.Background(), w.c.timing.Beat)
	defer cancel()
	kv, err := w.c.js.KeyValue(ctx, workerBucket)
	if err == nil {
		err = kv.Delete(ctx, w.id)
	}
	if err != nil {
		w.log.Debug("cannot leave the list of workers", "error", err)
	}
	return nil
}
