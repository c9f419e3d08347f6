package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSteps(t *testing.T) {
	if list := steps(); len(list) == 0 || !strings.Contains(list[0], "CREATE TABLE games") {
		t.Errorf("steps %v, want the table games first", list)
	}
}

// TestInterruptedMigration checks that a failed step leaves no changes, and that the next run resumes with it.
func TestInterruptedMigration(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	mustAdd(t, s, game("a", 2))
	done, before := len(steps()), tables(t, s)
	with := func(more ...string) []string { return slices.Sorted(slices.Values(append(more, before...))) }
	next := append(steps(), "CREATE TABLE one (x)",
		"CREATE TABLE two (x); INSERT INTO two VALUES (1); CREATE TABLE one (x)")
	if err := migrate(t.Context(), s.write, next); err == nil || !strings.Contains(err.Error(),
		fmt.Sprintf("schema %d", done+2)) {
		t.Fatalf("failed step: error %v, want one about the step", err)
	}
	if got, want := tables(t, s), with("one"); !slices.Equal(got, want) || version(t, s) != done+1 {
		t.Errorf("after a failed step: version %d with %v, want %d with %v", version(t, s), got, done+1, want)
	}
	next[done+1] = "CREATE TABLE two (x)"
	if err := migrate(t.Context(), s.write, next); err != nil {
		t.Fatal(err)
	}
	if got, want := tables(t, s), with("one", "two"); !slices.Equal(got, want) || version(t, s) != done+2 {
		t.Errorf("after the last step: version %d with %v, want %d with %v", version(t, s), got, done+2, want)
	}
	if _, err := s.Game(t.Context(), "a"); err != nil {
		t.Error(err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := migrate(ctx, s.write, append(next, "CREATE TABLE three (x)")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled migration: error %v, want context.Canceled", err)
	}
}

// TestWeightsMigration checks that analyses and jobs that were stored before weights were recorded are kept with
// unknown weights.
func TestWeightsMigration(t *testing.T) {
	db, err := connect("file::memory:", 1)
	if err != nil {
		t.Fatal(err)
	}
	s := &Store{write: db, read: db, now: time.Now}
	t.Cleanup(func() { _ = s.Close() })
	if err := migrate(t.Context(), db, steps()[:6]); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(),
		`INSERT INTO analyses (position, found, seen) VALUES (x'0801', '{"lines":[]}', 1);
		INSERT INTO jobs (id, kind, game, level, total, state, created) VALUES ('one', 'review', '{}', 16, 3,
		'running', 1);
		INSERT INTO job_parts (job, part, found) VALUES (1, 3, '{}')`); err != nil {
		t.Fatal(err)
	}
	if err := migrate(t.Context(), db, steps()); err != nil {
		t.Fatal(err)
	}
	if a, err := s.Analysis(t.Context(), []byte{8, 1}); err != nil || a != (Analysis{Found: `{"lines":[]}`}) {
		t.Errorf("analysis %+v, error %v; want the old one without weights", a, err)
	}
	j, err := s.NextJob(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	want := Job{
		Number: 1, ID: "one", Kind: "review", Game: "{}", Level: 16, Done: 1, Total: 3, State: JobRunning,
		Created: time.UnixMilli(1).UTC(),
	}
	if diff := cmp.Diff(want, j); diff != "" {
		t.Errorf("the job (-want +got):\n%s", diff)
	}
}

// TestNewerDatabase checks that a file of a newer version is reported and left unchanged.
func TestNewerDatabase(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	if err := migrate(t.Context(), s.write, append(steps(), "CREATE TABLE future (x)")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), path)
	if !errors.Is(err, errNewer) {
		t.Fatalf("error %v, want %v", err, errNewer)
	}
	for _, want := range []string{path, "update the program"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

func tables(t *testing.T, s *Store) (names []string) {
	t.Helper()
	rows, err := s.write.QueryContext(t.Context(),
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return names
}

func version(t *testing.T, s *Store) (v int) {
	t.Helper()
	if err := s.write.QueryRowContext(t.Context(), "PRAGMA user_version").Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
