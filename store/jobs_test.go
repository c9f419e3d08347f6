package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func review(id string) Job {
	return Job{ID: id, Kind: "review", Game: `{"moves":"f5"}`, Level: 16, Total: 3}
}

// jobs is what a Store and JobsInMemory have in common.
type jobs interface {
	AddJob(ctx context.Context, j Job) (Job, bool, error)
	Job(ctx context.Context, id string) (Job, error)
	NextJob(ctx context.Context) (Job, error)
	Jobs(ctx context.Context, before int64, limit int) ([]Job, error)
	OpenJobs(ctx context.Context) (int, error)
	StartJob(ctx context.Context, number int64, weights string) error
	EndJob(ctx context.Context, number int64, state JobState, problem string) error
	AddJobPart(ctx context.Context, number int64, part int, found string) error
	JobParts(ctx context.Context, number int64) ([]JobPart, error)
	DeleteJob(ctx context.Context, number int64) error
}

// eachKeeper runs a test on whatever keeps jobs.
func eachKeeper(t *testing.T, test func(*testing.T, jobs)) {
	both(t, func(t *testing.T, s *Store) { test(t, s) })
	t.Run("no database", func(t *testing.T) { test(t, NewJobsInMemory()) })
}

func mustAddJob(t *testing.T, s jobs, id string) Job {
	t.Helper()
	j, added, err := s.AddJob(t.Context(), review(id))
	if err != nil || !added {
		t.Fatalf("%s: added %v, %v", id, added, err)
	}
	return j
}

func TestJobs(t *testing.T) {
	eachKeeper(t, func(t *testing.T, s jobs) {
		ctx := t.Context()
		first, second := mustAddJob(t, s, "first"), mustAddJob(t, s, "second")
		if first.State != JobQueued || first.Queue != 1 || second.Queue != 2 || first.Created.IsZero() ||
			!first.Started.IsZero() {
			t.Errorf("%+v and %+v", first, second)
		}
		if again, added, err := s.AddJob(ctx, review("first")); err != nil || added || !cmp.Equal(again, first) {
			t.Errorf("again: %+v, %v, %v", again, added, err)
		}
		other := review("first")
		other.Level = 17
		if _, _, err := s.AddJob(ctx, other); !errors.Is(err, ErrConflict) {
			t.Errorf("another job with the id: %v", err)
		}
		wantNext(t, s, "first")
		if err := s.StartJob(ctx, first.Number, ""); err != nil {
			t.Fatal(err)
		}
		wantNext(t, s, "first") // it goes on after a kill
		if j, err := s.Job(ctx, "second"); err != nil || j.Queue != 2 {
			t.Errorf("behind the one that runs: %+v, %v", j, err)
		}
		for part := 3; part > 0; part-- {
			for range 2 { // the second time changes nothing
				if err := s.AddJobPart(ctx, first.Number, part, fmt.Sprintf(`{"ply":%d}`, part)); err != nil {
					t.Fatal(err)
				}
			}
		}
		parts, err := s.JobParts(ctx, first.Number)
		if want := []JobPart{{1, `{"ply":1}`}, {2, `{"ply":2}`}, {3, `{"ply":3}`}}; err != nil ||
			!cmp.Equal(parts, want) {
			t.Errorf("parts %v, %v", parts, err)
		}
		if err := s.EndJob(ctx, first.Number, JobDone, ""); err != nil {
			t.Fatal(err)
		}
		if err := s.EndJob(ctx, first.Number, JobFailed, "late"); err != nil {
			t.Fatal(err)
		}
		done, err := s.Job(ctx, "first")
		if err != nil || done.State != JobDone || done.Done != 3 || done.Problem != "" || done.Ended.IsZero() ||
			done.Started.IsZero() || done.Queue != 0 {
			t.Errorf("done: %+v, %v", done, err)
		}
		wantNext(t, s, "second")
		if n, err := s.OpenJobs(ctx); n != 1 || err != nil {
			t.Errorf("%d open, %v", n, err)
		}
		if err := s.DeleteJob(ctx, first.Number); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Job(ctx, "first"); !errors.Is(err, ErrNotFound) {
			t.Errorf("deleted: %v", err)
		}
		if parts, err := s.JobParts(ctx, first.Number); err != nil || len(parts) != 0 {
			t.Errorf("parts of a deleted job: %v, %v", parts, err)
		}
		if err := s.AddJobPart(ctx, first.Number, 1, "{}"); err != nil {
			t.Errorf("a part of a deleted job: %v", err)
		}
		if err := s.EndJob(ctx, second.Number, JobCancelled, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := s.NextJob(ctx); !errors.Is(err, ErrNotFound) {
			t.Errorf("next of none: %v", err)
		}
	})
}

func wantNext(t *testing.T, s jobs, id string) {
	t.Helper()
	if j, err := s.NextJob(t.Context()); err != nil || j.ID != id {
		t.Errorf("next is %+v, %v, want %s", j, err, id)
	}
}

func TestListJobs(t *testing.T) {
	eachKeeper(t, func(t *testing.T, s jobs) {
		var numbers []int64
		for i := range 5 {
			numbers = append(numbers, mustAddJob(t, s, fmt.Sprint("job ", i)).Number)
		}
		list, err := s.Jobs(t.Context(), 0, 2)
		if err != nil || len(list) != 2 || list[0].ID != "job 4" {
			t.Fatalf("%+v, %v", list, err)
		}
		if list, err = s.Jobs(t.Context(), numbers[3], 10); err != nil || len(list) != 3 || list[0].ID != "job 2" {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// However often and at once a job is asked for, it is there once.
func TestAddJobAtOnce(t *testing.T) {
	eachKeeper(t, func(t *testing.T, s jobs) {
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
		if list, err := s.Jobs(t.Context(), 0, 10); err != nil || len(list) != 1 || count != 1 {
			t.Errorf("%d added, %d there, %v", count, len(list), err)
		}
	})
}

// A name that was given up is free again, for a job with a number of its own.
func TestJobAgain(t *testing.T) {
	eachKeeper(t, func(t *testing.T, s jobs) {
		ctx, first := t.Context(), mustAddJob(t, s, "again")
		if err := errors.Join(s.StartJob(ctx, first.Number, ""), s.AddJobPart(ctx, first.Number, 1, "{}"),
			s.EndJob(ctx, first.Number, JobFailed, "why"), s.DeleteJob(ctx, first.Number)); err != nil {
			t.Fatal(err)
		}
		other := mustAddJob(t, s, "other")
		again := mustAddJob(t, s, "again")
		if again.State != JobQueued || again.Problem != "" || again.Done != 0 || again.Queue != 2 || other.Queue != 1 ||
			again.Number <= other.Number {
			t.Errorf("%+v after %+v", again, other)
		}
		if j, err := s.Job(ctx, "again"); err != nil || !cmp.Equal(j, again) {
			t.Errorf("%+v, %v, want %+v", j, err, again)
		}
	})
}

// Without a database the jobs that ended longest ago go; what is still to be done never does.
func TestJobsInMemoryAreBounded(t *testing.T) {
	m := NewJobsInMemory()
	ctx, now := t.Context(), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m.now = func() time.Time { now = now.Add(time.Second); return now }
	waiting, late := mustAddJob(t, m, "waiting"), mustAddJob(t, m, "late")
	for i := range MostEnded {
		j := mustAddJob(t, m, fmt.Sprint("job ", i))
		if err := m.EndJob(ctx, j.Number, JobDone, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.EndJob(ctx, late.Number, JobDone, ""); err != nil { // asked for early, ended last
		t.Fatal(err)
	}
	for id, there := range map[string]bool{"waiting": true, "late": true, "job 0": false, "job 1": true} {
		if _, err := m.Job(ctx, id); errors.Is(err, ErrNotFound) == there {
			t.Errorf("%s: %v", id, err)
		}
	}
	list, err := m.Jobs(ctx, 0, 1000)
	if n, _ := m.OpenJobs(ctx); err != nil || len(list) != MostEnded+1 || n != 1 {
		t.Errorf("%d jobs, %d of them open, %v", len(list), n, err)
	}
	wantNext(t, m, waiting.ID)
}

// A job has its parts from one set of weights: what others found is given up when it goes on, and when a finished one
// is asked for again.
func TestJobWeights(t *testing.T) {
	eachKeeper(t, func(t *testing.T, s jobs) {
		ctx := t.Context()
		j := mustAddJob(t, s, "one")
		start := func(weights string, parts int) {
			t.Helper()
			if err := s.StartJob(ctx, j.Number, weights); err != nil {
				t.Fatal(err)
			}
			if now, err := s.Job(ctx, "one"); err != nil || now.Done != parts || now.Weights != weights ||
				now.State != JobRunning {
				t.Errorf("with the weights %q: %+v, %v; want %d parts", weights, now, err, parts)
			}
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
		if now, err := s.Job(ctx, "one"); err != nil || now.Done != 1 || now.Weights != "new" || now.State != JobDone {
			t.Errorf("a finished job is started: %+v, %v", now, err)
		}
		ask := review("one")
		ask.Weights = "new"
		if now, added, err := s.AddJob(ctx, ask); err != nil || added || now.Done != 1 {
			t.Errorf("asked again with the same weights: %+v, %v, %v", now, added, err)
		}
		ask.Weights = "newer"
		later := mustAddJob(t, s, "two")
		if now, added, err := s.AddJob(ctx, ask); err != nil || !added || now.Done != 0 || now.State != JobQueued ||
			now.Number <= later.Number || now.Weights != "newer" {
			t.Errorf("asked again with other weights: %+v, %v, %v", now, added, err)
		}
	})
}

func TestAnalyses(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		ctx, key := t.Context(), []byte{8, 1, 2, 3}
		if a, err := s.Analysis(ctx, key); a != (Analysis{}) || err != nil {
			t.Errorf("none: %+v, %v", a, err)
		}
		for _, want := range []Analysis{{`{"depth":4}`, "one"}, {`{"depth":9}`, "one"}, {`{"depth":3}`, "another"}} {
			if err := s.KeepAnalysis(ctx, key, want); err != nil {
				t.Fatal(err)
			}
			if a, err := s.Analysis(ctx, key); a != want || err != nil {
				t.Errorf("%+v, %v, want %+v", a, err, want)
			}
		}
		if a, err := s.Analysis(ctx, []byte{8, 1, 2}); a != (Analysis{}) || err != nil {
			t.Errorf("another key: %+v, %v", a, err)
		}
	})
}
