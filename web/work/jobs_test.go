package work

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/store"
)

// jobsOn returns the jobs of a server on a store. It looks and tries again at once.
func jobsOn(t *testing.T, kept JobStore) *Jobs {
	t.Helper()
	jobs := NewJobs(scheduler(t, slog.New(slog.DiscardHandler)), kept, func(moves string) (*record.Game, error) {
		return transcript.Parse(othello.Start(othello.Size8, othello.Usual), moves)
	})
	jobs.intervals = intervals{time.Millisecond, time.Millisecond, 2 * time.Millisecond}
	return jobs
}

// ended waits until the runner of the jobs has ended.
func ended(t *testing.T, jobs *Jobs) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		jobs.Close()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("the job still runs after a minute")
	}
}

// TestJobEndedByAnotherServer checks that a running job ends when another server on the same database cancels, deletes,
// replaces or finishes it.
func TestJobEndedByAnotherServer(t *testing.T) {
	// No position of the game has a proved value, which would end its search at once.
	endless := store.Job{ID: "endless-1", Kind: "review", Game: "d3c5f6f5f4c3c4d2e2b4d1f3", Level: 60, Total: 12}
	for name, end := range map[string]func(context.Context, *Jobs, store.Job) error{
		"cancels": func(ctx context.Context, other *Jobs, j store.Job) error { return other.Drop(ctx, j) },
		"deletes": func(ctx context.Context, other *Jobs, j store.Job) error {
			return other.store.DeleteJob(ctx, j.Number)
		},
		"replaces": func(ctx context.Context, other *Jobs, j store.Job) error {
			if err := other.store.DeleteJob(ctx, j.Number); err != nil {
				return err
			}
			again, _, err := other.store.AddJob(ctx, j)
			if err != nil {
				return err
			}
			return other.store.EndJob(ctx, again.Number, store.JobDone, "")
		},
		"finishes": func(ctx context.Context, other *Jobs, j store.Job) error {
			return other.store.EndJob(ctx, j.Number, store.JobDone, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "games.db")
			var servers [2]*Jobs
			for i := range servers {
				kept, err := store.Open(t.Context(), path)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = kept.Close() })
				servers[i] = jobsOn(t, kept)
			}
			row, _, err := servers[0].Add(t.Context(), "a client", endless)
			if err != nil {
				t.Fatal(err)
			}
			for row.State != store.JobRunning {
				if row, err = servers[1].Job(t.Context(), row.ID); err != nil || !row.State.Open() {
					t.Fatalf("the job before its start: %+v, error %v", row, err)
				}
			}
			if err := end(t.Context(), servers[1], row); err != nil {
				t.Fatal(err)
			}
			ended(t, servers[0])
		})
	}
}

// unreliable is a store that fails a number of times.
type unreliable struct {
	JobStore

	left atomic.Int32
}

func (u *unreliable) fails() error {
	if u.left.Add(-1) >= 0 {
		return fmt.Errorf("store: %w", store.ErrFull)
	}
	return nil
}

func (u *unreliable) NextJob(ctx context.Context, after int64) (store.Job, error) {
	if err := u.fails(); err != nil {
		return store.Job{}, err
	}
	return u.JobStore.NextJob(ctx, after)
}

func (u *unreliable) StartJob(ctx context.Context, number int64, weights string) error {
	if err := u.fails(); err != nil {
		return err
	}
	return u.JobStore.StartJob(ctx, number, weights)
}

func (u *unreliable) AddJobPart(ctx context.Context, number int64, part int, found string) error {
	if err := u.fails(); err != nil {
		return err
	}
	return u.JobStore.AddJobPart(ctx, number, part, found)
}

func (u *unreliable) EndJob(ctx context.Context, number int64, state store.JobState, problem string) error {
	if err := u.fails(); err != nil {
		return err
	}
	return u.JobStore.EndJob(ctx, number, state, problem)
}

// TestJobsOutlastAFullDisk checks that a job continues by itself after the store has failed at any place, and that the
// failures are logged with pauses between them.
func TestJobsOutlastAFullDisk(t *testing.T) {
	for failures := range int32(8) {
		kept := &unreliable{JobStore: store.NewJobsInMemory()}
		jobs := jobsOn(t, kept)
		log := &strings.Builder{}
		jobs.log = slog.New(slog.NewTextHandler(log, nil))
		row, _, err := kept.AddJob(t.Context(),
			store.Job{ID: "patient-1", Kind: "review", Game: "f5d6c3", Level: 1, Total: 3})
		if err != nil {
			t.Fatal(err)
		}
		kept.left.Store(failures)
		jobs.Resume()
		ended(t, jobs)
		got, err := jobs.Job(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		want := got
		want.State, want.Problem, want.Done = store.JobDone, "", 3
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("after %d failures (-want +got):\n%s", failures, diff)
		}
		if n := strings.Count(log.String(), "the disk is full"); n != int(failures) {
			t.Errorf("%d failures are logged, want %d:\n%s", n, failures, log)
		}
	}
}
