package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Job is a long-running analysis. Its input and its results are opaque text to this package.
type Job struct {
	Number                  int64 // increasing in the order in which jobs were added
	ID                      string
	Kind                    string
	Game                    string // JSON, as submitted
	Level                   int
	Done, Total             int    // parts
	Weights                 string // checksum of the evaluation weights in use; empty: unknown
	State                   JobState
	Problem                 string    // reason of a failure
	Created, Started, Ended time.Time // UTC, milliseconds; zero: not yet
	Queue                   int       // 1-based position in the queue while it waits, else 0
}

// JobState is the state of a job.
type JobState string

// The states of a job. Queued and running jobs continue after a restart of the program.
const (
	JobQueued    JobState = "queued"
	JobRunning   JobState = "running"
	JobDone      JobState = "done"
	JobCancelled JobState = "cancelled"
	JobFailed    JobState = "failed"
)

// Open reports whether the job is queued or running.
func (s JobState) Open() bool { return s == JobQueued || s == JobRunning }

const selectJob = `SELECT number, id, kind, game, level, (SELECT count(*) FROM job_parts WHERE job = number), total,
	weights, state, problem, created, started, ended,
	CASE state WHEN 'queued' THEN (SELECT count(*) FROM jobs AS other WHERE other.state IN ('queued', 'running')
	AND other.number <= jobs.number) ELSE 0 END FROM jobs `

func scanJob(row scanner) (j Job, err error) {
	var created int64
	var started, ended sql.NullInt64
	err = row.Scan(&j.Number, &j.ID, &j.Kind, &j.Game, &j.Level, &j.Done, &j.Total, &j.Weights, &j.State, &j.Problem,
		&created, &started, &ended, &j.Queue)
	j.Created = time.UnixMilli(created).UTC()
	if started.Valid {
		j.Started = time.UnixMilli(started.Int64).UTC()
	}
	if ended.Valid {
		j.Ended = time.UnixMilli(ended.Int64).UTC()
	}
	return j, err
}

// AddJob queues a job and returns it as stored. Adding the same job again has no effect and returns added = false,
// unless the stored one ended with other weights: then it is replaced. The error is [ErrConflict] if another job has
// the id.
func (s *Store) AddJob(ctx context.Context, j Job) (stored Job, added bool, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		stored, err = scanJob(tx.QueryRowContext(ctx, selectJob+"WHERE id = ?", j.ID))
		switch {
		case err == nil && (stored.Kind != j.Kind || stored.Game != j.Game || stored.Level != j.Level):
			return ErrConflict
		case err == nil && !stored.State.Open() && stored.Weights != j.Weights:
			if _, err = tx.ExecContext(ctx, "DELETE FROM jobs WHERE number = ?", stored.Number); err != nil {
				return err
			}
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		added = true
		if _, err = tx.ExecContext(ctx,
			"INSERT INTO jobs (id, kind, game, level, total, weights, state, created) VALUES (?, ?, ?, ?, ?, ?, "+
				"'queued', ?)",
			j.ID, j.Kind, j.Game, j.Level, j.Total, j.Weights, s.now().UnixMilli()); err != nil {
			return err
		}
		stored, err = scanJob(tx.QueryRowContext(ctx, selectJob+"WHERE id = ?", j.ID))
		return err
	})
	if err != nil {
		return Job{}, false, fmt.Errorf("store job %q: %w", j.ID, explain(err))
	}
	return stored, added, nil
}

// Job returns the job with that id, or [ErrNotFound].
func (s *Store) Job(ctx context.Context, id string) (Job, error) {
	return s.job(ctx, fmt.Sprintf("job %q", id), "WHERE id = ?", id)
}

// NextJob returns the oldest job that is queued or running and has a number above after; without one, the oldest of the
// others, or [ErrNotFound].
func (s *Store) NextJob(ctx context.Context, after int64) (Job, error) {
	return s.job(ctx, "next job", "WHERE state IN ('queued', 'running') ORDER BY number <= ?, number LIMIT 1", after)
}

func (s *Store) job(ctx context.Context, what, where string, args ...any) (Job, error) {
	j, err := scanJob(s.read.QueryRowContext(ctx, selectJob+where, args...))
	if err != nil {
		return Job{}, fmt.Errorf("%s: %w", what, explain(err))
	}
	return j, nil
}

// Jobs returns at most limit jobs with numbers below before, newest first. If before is 0, it starts with the newest
// job.
func (s *Store) Jobs(ctx context.Context, before int64, limit int) ([]Job, error) {
	return list(ctx, s, "jobs", scanJob,
		selectJob+"WHERE number < coalesce(nullif(?, 0), number + 1) ORDER BY number DESC LIMIT ?", before, limit)
}

// OpenJobs returns the number of queued and running jobs.
func (s *Store) OpenJobs(ctx context.Context) (n int, err error) {
	if err = s.read.QueryRowContext(ctx, "SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')").Scan(
		&n); err != nil {
		return 0, fmt.Errorf("open jobs: %w", explain(err))
	}
	return n, nil
}

// StartJob marks the job as running with the given weights. Results computed with other or unknown weights are deleted,
// because all parts of a job must come from the same weights.
func (s *Store) StartJob(ctx context.Context, number int64, weights string) error {
	err := s.change(ctx, func(tx *sql.Tx) error {
		for _, statement := range []string{
			"DELETE FROM job_parts WHERE job = (SELECT number FROM jobs WHERE number = ?1 AND weights <> ?2 AND " +
				"state IN ('queued', 'running'))",
			"UPDATE jobs SET weights = ?2 WHERE number = ?1 AND state IN ('queued', 'running')",
			"UPDATE jobs SET state = 'running', started = coalesce(started, ?3) WHERE number = ?1 AND state = 'queued'",
		} {
			if _, err := tx.ExecContext(ctx, statement, number, weights, s.now().UnixMilli()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("start job %d: %w", number, explain(err))
	}
	return nil
}

// EndJob sets the final state of a queued or running job; problem is the reason of a failure. It does not change a job
// that has ended.
func (s *Store) EndJob(ctx context.Context, number int64, state JobState, problem string) error {
	return s.alter(ctx, number, "end",
		"UPDATE jobs SET state = ?, problem = ?, ended = ? WHERE number = ? AND state IN ('queued', 'running')",
		state, problem, s.now().UnixMilli(), number)
}

// AddJobPart stores the result of one part. It has no effect if the part is already stored or the job was deleted.
func (s *Store) AddJobPart(ctx context.Context, number int64, part int, found string) error {
	return s.alter(ctx, number, "add to",
		"INSERT OR IGNORE INTO job_parts (job, part, found) SELECT number, ?, ? FROM jobs WHERE number = ?", part,
		found, number)
}

// DeleteJob deletes a job and its results.
func (s *Store) DeleteJob(ctx context.Context, number int64) error {
	return s.alter(ctx, number, "delete", "DELETE FROM jobs WHERE number = ?", number)
}

func (s *Store) alter(ctx context.Context, number int64, what, query string, args ...any) error {
	if err := s.exec(ctx, query, args...); err != nil {
		return fmt.Errorf("%s job %d: %w", what, number, explain(err))
	}
	return nil
}

// JobPart is the result of one part of a job.
type JobPart struct {
	Part  int
	Found string // JSON
}

// JobParts returns the parts that are finished, in order.
func (s *Store) JobParts(ctx context.Context, number int64) ([]JobPart, error) {
	return list(ctx, s, "parts of a job", func(row scanner) (p JobPart, err error) {
		err = row.Scan(&p.Part, &p.Found)
		return p, err
	}, "SELECT part, found FROM job_parts WHERE job = ? ORDER BY part", number)
}
