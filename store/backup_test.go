package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// newDatabase returns the path of a database with the given jobs.
func newDatabase(t *testing.T, ids ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		err = errors.Join(err, add(t.Context(), s, id))
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// jobsIn returns the ids of the jobs in a database, oldest first.
func jobsIn(t *testing.T, path string) (ids []string) {
	t.Helper()
	s, err := OpenToRead(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	jobs, err := s.Jobs(t.Context(), 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		ids = append([]string{j.ID}, ids...)
	}
	return ids
}

// TestBackup checks a backup that is made while the database is open and has changes in the write-ahead log only.
func TestBackup(t *testing.T) {
	path := newDatabase(t, "first")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := add(t.Context(), s, "second"); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "backup.db")
	got, err := Backup(t.Context(), path, to)
	if err != nil {
		t.Fatal(err)
	}
	want := Contents{Jobs: 2, OpenJobs: 2, Version: len(steps())}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Contents{}, "Bytes")); diff != "" {
		t.Errorf("contents (-want +got):\n%s", diff)
	}
	if info, err := os.Stat(to); err != nil || info.Size() != got.Bytes {
		t.Errorf("size %d, error %v; want the size of the file", got.Bytes, err)
	}
	if diff := cmp.Diff([]string{"first", "second"}, jobsIn(t, to)); diff != "" {
		t.Errorf("jobs in the backup (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"backup.db"}, mainFiles(t, filepath.Dir(to))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// mainFiles returns the files of a folder without those that SQLite makes while a database is open.
func mainFiles(t *testing.T, folder string) (list []string) {
	t.Helper()
	for _, name := range names(t, folder) {
		if !strings.HasSuffix(name, "-wal") && !strings.HasSuffix(name, "-shm") {
			list = append(list, name)
		}
	}
	return list
}

func TestBackupRefuses(t *testing.T) {
	path := newDatabase(t, "only")
	folder := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	live, err := Open(t.Context(), filepath.Join(folder, "live.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name, from, to, want string
		ctx                  context.Context
	}{
		{"no database", filepath.Join(folder, "none.db"), "", "no such file", nil},
		{"an empty file", write("empty.db", ""), "", "the file is empty", nil},
		{"another file", write("text.db", strings.Repeat("text ", 500)), "", "not an SQLite database", nil},
		{"a folder", folder, "", "it is a folder", nil},
		{"the database itself", path, path, "is the database itself", nil},
		{"a database in use as the backup", path, filepath.Join(folder, "live.db"), "is a database in use", nil},
		{"a missing folder", path, filepath.Join(folder, "none", "backup.db"), "unable to open", nil},
		{"an interruption", path, "", "context canceled", cancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			to := c.to
			if to == "" {
				to = filepath.Join(t.TempDir(), "backup.db")
			}
			ctx := t.Context()
			if c.ctx != nil {
				ctx = c.ctx
			}
			_, err := Backup(ctx, c.from, to)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if _, err := os.Stat(to + ".part"); err == nil {
				t.Error("the incomplete file is still there")
			}
		})
	}
}

func TestRestore(t *testing.T) {
	backup := newDatabase(t, "kept")
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	t.Run("in place of a database", func(t *testing.T) {
		path := newDatabase(t, "old", "older")
		kept, c, err := Restore(t.Context(), backup, path, now)
		if err != nil {
			t.Fatal(err)
		}
		if c.Jobs != 1 || kept != path+".before-20260102-030405" {
			t.Errorf("%d jobs, old database %s; want 1 and the name with the time", c.Jobs, kept)
		}
		got := [][]string{jobsIn(t, path), jobsIn(t, kept)}
		if diff := cmp.Diff([][]string{{"kept"}, {"old", "older"}}, got); diff != "" {
			t.Errorf("jobs in the new and in the old database (-want +got):\n%s", diff)
		}
		again, _, err := Restore(t.Context(), backup, path, now)
		if err != nil || again != kept+"-2" {
			t.Errorf("a second restore in the same second keeps %q, error %v; want %s-2", again, err, kept)
		}
	})
	t.Run("without a database", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "games.db")
		kept, _, err := Restore(t.Context(), backup, path, now)
		if err != nil || kept != "" {
			t.Errorf("old database %q, error %v; want none", kept, err)
		}
		if diff := cmp.Diff([]string{"kept"}, jobsIn(t, path)); diff != "" {
			t.Errorf("jobs (-want +got):\n%s", diff)
		}
	})
	t.Run("in place of a damaged database", func(t *testing.T) {
		path := newDatabase(t, "lost")
		damage(t, path, 0)
		if err := os.WriteFile(path+"-wal", []byte("log"), 0o600); err != nil {
			t.Fatal(err)
		}
		kept, _, err := Restore(t.Context(), backup, path, now)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"kept"}, jobsIn(t, path)); diff != "" {
			t.Errorf("jobs (-want +got):\n%s", diff)
		}
		if log, err := os.ReadFile(kept + "-wal"); err != nil || string(log) != "log" {
			t.Errorf("log %q of the damaged database, error %v; want it kept", log, err)
		}
	})
}

// damage overwrites a database file from an offset on.
func damage(t *testing.T, path string, from int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data[from:] {
		data[from+i] = 0xaa
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRestoreRefuses(t *testing.T) {
	backup := newDatabase(t, "kept")
	damaged := newDatabase(t, "lost")
	damage(t, damaged, 4096) // the pages after the first one
	newer := newDatabase(t, "newer")
	runSQL(t, newer, fmt.Sprint("PRAGMA user_version = ", len(steps())+1))
	inUse := newDatabase(t, "used")
	s, err := Open(t.Context(), inUse)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	foreign := filepath.Join(t.TempDir(), "other.db")
	runSQL(t, foreign, "CREATE TABLE bookmarks (address TEXT)")
	for _, c := range []struct{ name, backup, path, want string }{
		{"a damaged backup", damaged, newDatabase(t, "old"), "damaged"},
		{"a backup with a newer schema", newer, newDatabase(t, "old"), "newer version of Kaeshi"},
		{"the database itself", backup, backup, "is the database itself"},
		{"a database in use", backup, inUse, "another program has the database open"},
		{"a database of another program", backup, foreign, "not a Kaeshi database"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, err := os.ReadFile(c.path)
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = Restore(t.Context(), c.backup, c.path, time.Now())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if after, err := os.ReadFile(c.path); err != nil || string(after) != string(before) {
				t.Errorf("the database was changed (error %v)", err)
			}
			if diff := cmp.Diff([]string{filepath.Base(c.path)}, mainFiles(t, filepath.Dir(c.path))); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

// runSQL runs statements in a database file, which it creates if it is missing.
func runSQL(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), statements); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
