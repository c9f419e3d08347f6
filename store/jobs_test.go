package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func review(id string) Job {
	return Job{ID: id, Kind: "review", Game: `{"moves":"f5"}`, Level: 16, Total: 3}
}

// jobs is the common interface of Store and JobsInMemory.
type jobs interface {
	AddJob(ctx context.Context, j Job) (Job, bool, error)
	Job(ctx context.Context, id string) (Job, error)
	NextJob(ctx context.Context, after int64) (Job, error)
	Jobs(ctx context.Context, before int64, limit int) ([]Job, error)
	OpenJobs(ctx context.Context) (int, error)
	StartJob(ctx context.Context, number int64, weights string) error
	EndJob(ctx context.Context, number int64, state JobState, problem string) error
	AddJobPart(ctx context.Context, number int64, part int, found string) error
	JobParts(ctx context.Context, number int64) ([]JobPart, error)
	DeleteJob(ctx context.Context, number int64) error
}

// eachStore runs a test on both implementations.
func eachStore(t *testing.T, test func(*testing.T, jobs)) {
	both(t, func(t *testing.T, s *Store) { test(t, s) })
	t.Run("no database", func(t *testing.T) { test(t, NewJobsInMemory()) })
}

func mustAddJob(t *testing.T, s jobs, id string) Job {
	t.Helper()
	j, added, err := s.AddJob(t.Context(), review(id))
	if err != nil || !added {
		t.Fatalf("AddJob(%s): added %t, error %v; want true", id, added, err)
	}
	return j
}

func mustJob(t *testing.T, s jobs, id string) Job {
	t.Helper()
	j, err := s.Job(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// mustNotAddJob adds a job that already exists.
func mustNotAddJob(t *testing.T, s jobs, j Job) Job {
	t.Helper()
	again, added, err := s.AddJob(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	if added {
		t.Errorf("AddJob(%s) added a job that exists", j.ID)
	}
	return again
}

// jobAt returns the job of review in the given state.
func jobAt(id string, state JobState, done, queue int) Job {
	j := review(id)
	j.State, j.Done, j.Queue = state, done, queue
	return j
}

// checkJob compares jobs without their numbers and times.
func checkJob(t *testing.T, when string, want, got Job) {
	t.Helper()
	ignored := cmpopts.IgnoreFields(Job{}, "Number", "Created", "Started", "Ended")
	if diff := cmp.Diff(want, got, ignored); diff != "" {
		t.Errorf("%s (-want +got):\n%s", when, diff)
	}
}

func TestJobs(t *testing.T) {
	eachStore(t, func(t *testing.T, s jobs) {
		ctx := t.Context()
		first, second := mustAddJob(t, s, "first"), mustAddJob(t, s, "second")
		checkJob(t, "first", jobAt("first", JobQueued, 0, 1), first)
		checkJob(t, "second", jobAt("second", JobQueued, 0, 2), second)
		if first.Created.IsZero() {
			t.Error("the creation time is missing")
		}
		if !first.Started.IsZero() {
			t.Errorf("a queued job has the start time %v", first.Started)
		}
		again := mustNotAddJob(t, s, review("first"))
		if diff := cmp.Diff(first, again); diff != "" {
			t.Errorf("again (-want +got):\n%s", diff)
		}
		other := review("first")
		other.Level = 17
		if _, _, err := s.AddJob(ctx, other); !errors.Is(err, ErrConflict) {
			t.Errorf("a different job with the same id: error %v, want %v", err, ErrConflict)
		}
		wantNext(t, s, "first")
		wantNextAfter(t, s, first.Number, "second")
		wantNextAfter(t, s, second.Number, "first")
		if err := s.StartJob(ctx, first.Number, ""); err != nil {
			t.Fatal(err)
		}
		wantNext(t, s, "first") // so that it continues after a restart
		if j, err := s.Job(ctx, "second"); err != nil || j.Queue != 2 {
			t.Errorf("place %d behind the running job, want 2; error %v", j.Queue, err)
		}
		for part := 3; part > 0; part-- {
			for range 2 { // the second time has no effect
				if err := s.AddJobPart(ctx, first.Number, part, fmt.Sprintf(`{"ply":%d}`, part)); err != nil {
					t.Fatal(err)
				}
			}
		}
		parts, err := s.JobParts(ctx, first.Number)
		if want := []JobPart{{1, `{"ply":1}`}, {2, `{"ply":2}`}, {3, `{"ply":3}`}}; err != nil ||
			!cmp.Equal(parts, want) {
			t.Errorf("parts %v, want %v; error %v", parts, want, err)
		}
		if err := s.EndJob(ctx, first.Number, JobDone, ""); err != nil {
			t.Fatal(err)
		}
		if err := s.EndJob(ctx, first.Number, JobFailed, "late"); err != nil {
			t.Fatal(err)
		}
		done := mustJob(t, s, "first")
		checkJob(t, "done", jobAt("first", JobDone, 3, 0), done)
		if done.Started.IsZero() || done.Ended.IsZero() {
			t.Errorf("finished job: started %v, ended %v; want both times", done.Started, done.Ended)
		}
		wantNext(t, s, "second")
		if n, err := s.OpenJobs(ctx); n != 1 || err != nil {
			t.Errorf("%d open jobs, want 1; error %v", n, err)
		}
		if err := s.DeleteJob(ctx, first.Number); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Job(ctx, "first"); !errors.Is(err, ErrNotFound) {
			t.Errorf("a deleted job: error %v, want %v", err, ErrNotFound)
		}
		if parts, err := s.JobParts(ctx, first.Number); err != nil || len(parts) != 0 {
			t.Errorf("parts of a deleted job: %v, error %v; want none", parts, err)
		}
		if err := s.AddJobPart(ctx, first.Number, 1, "{}"); err != nil {
			t.Errorf("adding a part of a deleted job: error %v, want none", err)
		}
		if err := s.EndJob(ctx, second.Number, JobCancelled, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := s.NextJob(ctx, 0); !errors.Is(err, ErrNotFound) {
			t.Errorf("NextJob without open jobs: error %v, want %v", err, ErrNotFound)
		}
	})
}

func wantNext(t *testing.T, s jobs, id string) {
	t.Helper()
	wantNextAfter(t, s, 0, id)
}

func wantNextAfter(t *testing.T, s jobs, after int64, id string) {
	t.Helper()
	if j, err := s.NextJob(t.Context(), after); err != nil || j.ID != id {
		t.Errorf("NextJob(%d) = %+v, %v; want %s", after, j, err, id)
	}
}

func TestListJobs(t *testing.T) {
	eachStore(t, func(t *testing.T, s jobs) {
		var numbers []int64
		for i := range 5 {
			numbers = append(numbers, mustAddJob(t, s, fmt.Sprint("job ", i)).Number)
		}
		idsOf := func(before int64, limit int) (ids []string) {
			list, err := s.Jobs(t.Context(), before, limit)
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range list {
				ids = append(ids, j.ID)
			}
			return ids
		}
		if diff := cmp.Diff([]string{"job 4", "job 3"}, idsOf(0, 2)); diff != "" {
			t.Errorf("the last two (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"job 2", "job 1", "job 0"}, idsOf(numbers[3], 10)); diff != "" {
			t.Errorf("before job 3 (-want +got):\n%s", diff)
		}
	})
}

// TestAddJobAtOnce checks that concurrent additions of the same job store it once.
func TestAddJobAtOnce(t *testing.T) {
	eachStore(t, func(t *testing.T, s jobs) {
		var clients sync.WaitGroup
		var mu sync.Mutex
		count := 0
		for range 20 {
			clients.Go(func() {
				_, added, err := s.AddJob(context.Background(), review("one"))
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if added {
					count++
				}
			})
		}
		clients.Wait()
		list, err := s.Jobs(t.Context(), 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != 1 {
			t.Errorf("%d jobs are stored, want 1: %+v", len(list), list)
		}
		if count != 1 {
			t.Errorf("%d jobs were added, want 1", count)
		}
	})
}

// TestJobAgain checks that the id of a deleted job can be used again, and that the new job gets a new number.
func TestJobAgain(t *testing.T) {
	eachStore(t, func(t *testing.T, s jobs) {
		ctx, first := t.Context(), mustAddJob(t, s, "again")
		if err := errors.Join(s.StartJob(ctx, first.Number, ""), s.AddJobPart(ctx, first.Number, 1, "{}"),
			s.EndJob(ctx, first.Number, JobFailed, "why"), s.DeleteJob(ctx, first.Number)); err != nil {
			t.Fatal(err)
		}
		other := mustAddJob(t, s, "other")
		again := mustAddJob(t, s, "again")
		checkJob(t, "other", jobAt("other", JobQueued, 0, 1), other)
		checkJob(t, "again", jobAt("again", JobQueued, 0, 2), again)
		if again.Number <= other.Number {
			t.Errorf("number %d, want more than %d", again.Number, other.Number)
		}
		if j, err := s.Job(ctx, "again"); err != nil || !cmp.Equal(j, again) {
			t.Errorf("Job(again) = %+v, %v; want %+v", j, err, again)
		}
	})
}

// TestJobsInMemoryAreBounded checks that JobsInMemory removes the jobs that ended first, and no queued or running job.
func TestJobsInMemoryAreBounded(t *testing.T) {
	m := NewJobsInMemory()
	ctx, now := t.Context(), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m.now = func() time.Time { now = now.Add(time.Second); return now }
	waiting, late := mustAddJob(t, m, "waiting"), mustAddJob(t, m, "late")
	for i := range MaxEnded {
		j := mustAddJob(t, m, fmt.Sprint("job ", i))
		if err := m.EndJob(ctx, j.Number, JobDone, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.EndJob(ctx, late.Number, JobDone, ""); err != nil { // added early, ended last
		t.Fatal(err)
	}
	for id, there := range map[string]bool{"waiting": true, "late": true, "job 0": false, "job 1": true} {
		if _, err := m.Job(ctx, id); errors.Is(err, ErrNotFound) == there {
			t.Errorf("%s: error %v, want the job to exist: %t", id, err, there)
		}
	}
	list, err := m.Jobs(ctx, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if want := MaxEnded + 1; len(list) != want {
		t.Errorf("%d jobs, want %d", len(list), want)
	}
	if n, err := m.OpenJobs(ctx); err != nil || n != 1 {
		t.Errorf("%d jobs are open, want 1; error %v", n, err)
	}
	wantNext(t, m, waiting.ID)
}

// TestJobWeights checks that all parts of a job come from the same weights. Parts from other weights are removed when
// the job continues, and when an ended job is added again.
func TestJobWeights(t *testing.T) {
	eachStore(t, func(t *testing.T, s jobs) {
		ctx := t.Context()
		j := mustAddJob(t, s, "one")
		start := func(weights string, parts int) {
			t.Helper()
			if err := s.StartJob(ctx, j.Number, weights); err != nil {
				t.Fatal(err)
			}
			now := mustJob(t, s, "one")
			want := jobAt("one", JobRunning, parts, 0)
			want.Weights = weights
			checkJob(t, fmt.Sprintf("with the weights %q", weights), want, now)
		}
		start("old", 0)
		if err := s.AddJobPart(ctx, j.Number, 3, "{}"); err != nil {
			t.Fatal(err)
		}
		start("old", 1)
		start("new", 0)
		if err := errors.Join(s.AddJobPart(ctx, j.Number, 3, "{}"), s.EndJob(ctx, j.Number, JobDone, ""),
			s.StartJob(ctx, j.Number, "newer")); err != nil {
			t.Fatal(err)
		}
		now := mustJob(t, s, "one")
		want := jobAt("one", JobDone, 1, 0)
		want.Weights = "new"
		checkJob(t, "a finished job is started", want, now)
		ask := review("one")
		ask.Weights = "new"
		now = mustNotAddJob(t, s, ask)
		checkJob(t, "requested again with the same weights", want, now)
		ask.Weights = "newer"
		later := mustAddJob(t, s, "two")
		now, added, err := s.AddJob(ctx, ask)
		if err != nil {
			t.Fatal(err)
		}
		if !added {
			t.Error("a job with other weights is not added")
		}
		want = jobAt("one", JobQueued, 0, 2)
		want.Weights = "newer"
		checkJob(t, "requested again with other weights", want, now)
		if now.Number <= later.Number {
			t.Errorf("added with other weights: number %d, want more than %d", now.Number, later.Number)
		}
	})
}

func TestAnalyses(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		ctx, key := t.Context(), []byte{8, 1, 2, 3}
		if a, err := s.Analysis(ctx, key); a != (Analysis{}) || err != nil {
			t.Errorf("before any analysis: %+v, error %v; want none", a, err)
		}
		for _, want := range []Analysis{{`{"depth":4}`, "one"}, {`{"depth":9}`, "one"}, {`{"depth":3}`, "another"}} {
			if err := s.KeepAnalysis(ctx, key, want); err != nil {
				t.Fatal(err)
			}
			if a, err := s.Analysis(ctx, key); a != want || err != nil {
				t.Errorf("Analysis() = %+v, %v; want %+v", a, err, want)
			}
		}
		if a, err := s.Analysis(ctx, []byte{8, 1, 2}); a != (Analysis{}) || err != nil {
			t.Errorf("another key: analysis %+v, error %v; want none", a, err)
		}
	})
}
