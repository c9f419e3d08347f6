package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
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
	db, err := connect("file::memory:", 1, busyMillis)
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

// sampleRows are rows of the tables that a schema version introduced, in columns that this version has.
var sampleRows = map[int]string{
	1: `INSERT INTO games (id, played, size, start, position, moves, black, white, mixed, score_black, discs_black,
			discs_white) VALUES ('a', 5, 8, 'usual', '', 'f5d6', 'human', 'greedy', 0, 2, 33, 31);
		INSERT INTO resets (at, number) VALUES (6, 1)`,
	2: `INSERT INTO tictactoe_games (id, played, moves, human, result) VALUES ('t', 7, 'a1b2', 'x', 0);
		INSERT INTO tictactoe_resets (at, number) VALUES (8, 0)`,
	3: `INSERT INTO archive_names VALUES (1, 'Tastet');
		INSERT INTO archive_games
			VALUES (1, x'01', 8, '', x'25', 1, 1, 1, 1, '2', '1999-05-01', 1999, 4, 0, '', x'', NULL);
		INSERT INTO archive_segments VALUES (1, 1, 3, x'00');
		INSERT INTO archive_positions VALUES (1, 0, x'0203')`,
	4: `INSERT INTO tournaments (id, name, spec, began) VALUES (3, 'club', '{}', 9);
		INSERT INTO tournament_openings VALUES (3, 0, 'p', 'f5');
		INSERT INTO tournament_pairings VALUES (3, 0, 0, 0, 1, 2);
		INSERT INTO tournament_games VALUES (3, 0, 0, 0, 0, 1, 'd6', -2, '', '', '10 20', 11, 12);
		INSERT INTO tournament_boards VALUES (3, 1, 1, 0, 'p', 'f5', 13)`,
	5: `INSERT INTO analyses (position, found, seen) VALUES (x'0801', '{"lines":[]}', 14);
		INSERT INTO jobs (id, kind, game, level, total, state, created)
			VALUES ('j', 'review', '{}', 16, 3, 'queued', 15);
		INSERT INTO job_parts VALUES (1, 3, '{"depth":4}')`,
	10: `INSERT INTO online_games VALUES ('o', x'01', x'02', '{}', 16);
		INSERT INTO online_events VALUES ('o', 1, '{"kind":"join"}')`,
	11: `INSERT INTO tournament_runs VALUES (3, 'queued', '', 17)`,
}

// TestMigrationsKeepData fills a database of each older schema version and opens it. All rows must be unchanged in the
// columns that they had, and the database must be sound.
func TestMigrationsKeepData(t *testing.T) {
	for version := 1; version <= len(steps()); version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "old.db")
			var statements []string
			for v := 1; v <= version; v++ {
				statements = append(statements, steps()[v-1], sampleRows[v])
			}
			statements = append(statements, fmt.Sprintf("PRAGMA application_id = %d", applicationID),
				fmt.Sprintf("PRAGMA user_version = %d", version))
			runSQL(t, path, strings.Join(statements, ";"))
			tables := tableColumns(t, path)
			before := tableRows(t, path, tables)
			if err := openAt(t, path).Close(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, tableRows(t, path, tables)); diff != "" {
				t.Errorf("rows after the migration (-before +after):\n%s", diff)
			}
			for table, rows := range before {
				if len(rows) == 0 {
					t.Errorf("the test has no row of the table %s", table)
				}
			}
			if c, err := Check(t.Context(), path); err != nil || c.Version != len(steps()) {
				t.Errorf("version %d, error %v; want %d", c.Version, err, len(steps()))
			}
		})
	}
}

// tableColumns returns the names of the columns of each table in a database file, separated by commas.
func tableColumns(t *testing.T, path string) map[string]string {
	t.Helper()
	tables := map[string]string{}
	query(t, path, `SELECT m.name, group_concat(c.name) FROM sqlite_master m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' GROUP BY m.name`, func(row []string) {
		tables[row[0]] = row[1]
	})
	return tables
}

// tableRows returns the rows of tables in the given columns, as text.
func tableRows(t *testing.T, path string, tables map[string]string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for table, columns := range tables {
		found[table] = []string{}
		query(t, path, fmt.Sprintf("SELECT quote(%s) FROM %s ORDER BY 1", strings.ReplaceAll(columns, ",",
			") || ' ' || quote("), table), func(row []string) { found[table] = append(found[table], row[0]) })
	}
	return found
}

// query runs a query of text columns on a database file.
func query(t *testing.T, path, statement string, each func(row []string)) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		texts := make([]string, len(columns))
		values := make([]any, len(columns))
		for i := range texts {
			values[i] = &texts[i]
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		each(texts)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
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
