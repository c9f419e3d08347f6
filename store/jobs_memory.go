package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// MaxEnded is the number of ended jobs that [JobsInMemory] keeps.
const MaxEnded = 32

// JobsInMemory has the job methods of a [Store] but keeps the jobs in memory, and of the ended jobs only the latest
// [MaxEnded]. It is for environments without files, such as browsers. It is safe for concurrent use.
type JobsInMemory struct {
	now func() time.Time

	mu   sync.Mutex
	last int64
	kept []*jobInMemory // in the order in which they were added
}

type jobInMemory struct {
	Job

	parts []JobPart // in order
}

// NewJobsInMemory returns an empty job store.
func NewJobsInMemory() *JobsInMemory { return &JobsInMemory{now: time.Now} }

// AddJob is like [Store.AddJob].
func (m *JobsInMemory) AddJob(_ context.Context, j Job) (stored Job, added bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at := m.at(j.ID); at >= 0 {
		known := m.kept[at]
		if known.Kind != j.Kind || known.Game != j.Game || known.Level != j.Level {
			return Job{}, false, fmt.Errorf("store job %q: %w", j.ID, ErrConflict)
		}
		if known.State.Open() || known.Weights == j.Weights {
			return m.snapshot(at), false, nil
		}
		m.kept = slices.Delete(m.kept, at, at+1)
	}
	m.last++
	m.kept = append(m.kept, &jobInMemory{Job: Job{
		Number: m.last, ID: j.ID, Kind: j.Kind, Game: j.Game, Level: j.Level, Total: j.Total, Weights: j.Weights,
		State: JobQueued, Created: m.timestamp(),
	}})
	return m.snapshot(len(m.kept) - 1), true, nil
}

// Job is like [Store.Job].
func (m *JobsInMemory) Job(_ context.Context, id string) (Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := m.at(id)
	if at < 0 {
		return Job{}, fmt.Errorf("job %q: %w", id, ErrNotFound)
	}
	return m.snapshot(at), nil
}

// NextJob is like [Store.NextJob].
func (m *JobsInMemory) NextJob(_ context.Context, after int64) (Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := slices.IndexFunc(m.kept, func(j *jobInMemory) bool { return isOpen(j) && j.Number > after })
	if at < 0 {
		at = slices.IndexFunc(m.kept, isOpen)
	}
	if at < 0 {
		return Job{}, fmt.Errorf("next job: %w", ErrNotFound)
	}
	return m.snapshot(at), nil
}

// Jobs is like [Store.Jobs].
func (m *JobsInMemory) Jobs(_ context.Context, before int64, limit int) (list []Job, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for at, j := range slices.Backward(m.kept) {
		if len(list) < limit && (before == 0 || j.Number < before) {
			list = append(list, m.snapshot(at))
		}
	}
	return list, nil
}

// OpenJobs is like [Store.OpenJobs].
func (m *JobsInMemory) OpenJobs(context.Context) (n int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.openUpTo(len(m.kept)), nil
}

// StartJob is like [Store.StartJob].
func (m *JobsInMemory) StartJob(_ context.Context, number int64, weights string) error {
	m.change(number, func(j *jobInMemory) {
		if j.State.Open() && j.Weights != weights {
			j.Weights, j.parts = weights, nil
		}
		if j.State == JobQueued {
			j.State = JobRunning
			if j.Started.IsZero() {
				j.Started = m.timestamp()
			}
		}
	})
	return nil
}

// EndJob is like [Store.EndJob]. It drops the job that ended first when more than [MaxEnded] have ended.
func (m *JobsInMemory) EndJob(_ context.Context, number int64, state JobState, problem string) error {
	m.change(number, func(j *jobInMemory) {
		if j.State.Open() {
			j.State, j.Problem, j.Ended = state, problem, m.timestamp()
		}
	})
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.kept)-m.openUpTo(len(m.kept)) > MaxEnded {
		ended := slices.DeleteFunc(slices.Clone(m.kept), isOpen)
		oldest := slices.MinFunc(ended, func(a, b *jobInMemory) int {
			return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.Number, b.Number))
		})
		m.kept = slices.DeleteFunc(m.kept, func(j *jobInMemory) bool { return j == oldest })
	}
	return nil
}

// AddJobPart is like [Store.AddJobPart].
func (m *JobsInMemory) AddJobPart(_ context.Context, number int64, part int, found string) error {
	m.change(number, func(j *jobInMemory) {
		at, known := slices.BinarySearchFunc(j.parts, part, func(p JobPart, part int) int {
			return cmp.Compare(p.Part, part)
		})
		if !known {
			j.parts = slices.Insert(j.parts, at, JobPart{part, found})
		}
	})
	return nil
}

// DeleteJob is like [Store.DeleteJob].
func (m *JobsInMemory) DeleteJob(_ context.Context, number int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = slices.DeleteFunc(m.kept, func(j *jobInMemory) bool { return j.Number == number })
	return nil
}

// JobParts is like [Store.JobParts].
func (m *JobsInMemory) JobParts(_ context.Context, number int64) (parts []JobPart, err error) {
	m.change(number, func(j *jobInMemory) { parts = slices.Clone(j.parts) })
	return parts, nil
}

// change calls do with the job of that number, if it exists.
func (m *JobsInMemory) change(number int64, do func(*jobInMemory)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, j := range m.kept {
		if j.Number == number {
			do(j)
		}
	}
}

// at returns the index of the job with that id, or -1. The caller of this and of the methods below holds m.mu.
func (m *JobsInMemory) at(id string) int {
	return slices.IndexFunc(m.kept, func(j *jobInMemory) bool { return j.ID == id })
}

// snapshot returns the job at an index with Done and Queue filled in.
func (m *JobsInMemory) snapshot(at int) Job {
	j := m.kept[at].Job
	if j.Done = len(m.kept[at].parts); j.State == JobQueued {
		j.Queue = m.openUpTo(at + 1)
	}
	return j
}

// openUpTo returns the number of queued and running jobs among the first n.
func (m *JobsInMemory) openUpTo(n int) (count int) {
	for _, j := range m.kept[:n] {
		if isOpen(j) {
			count++
		}
	}
	return count
}

func isOpen(j *jobInMemory) bool { return j.State.Open() }

// timestamp returns the current time with the precision of a Store.
func (m *JobsInMemory) timestamp() time.Time { return m.now().UTC().Truncate(time.Millisecond) }
