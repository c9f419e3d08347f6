package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/newfile"
)

// ErrInUse reports that another process has the database open.
var ErrInUse = errors.New("another program has the database open; stop it first")

// Contents counts what a database holds.
type Contents struct {
	Games       int   `json:"games"`         // games of Othello that were played against the server
	TicTacToe   int   `json:"ticTacToe"`     // games of tic-tac-toe
	Imported    int   `json:"imported"`      // imported games
	Tournaments int   `json:"tournaments"`   // including unfinished ones
	Jobs        int   `json:"jobs"`          // reviews, in any state
	OpenJobs    int   `json:"openJobs"`      // those that are queued or running
	Version     int   `json:"schemaVersion"` // of the schema
	Bytes       int64 `json:"bytes"`         // size of the file
}

// Check reads a whole database file and returns its contents. The error says what is damaged, or that the file is not a
// database of Kaeshi or has a newer schema. The file is not changed.
func Check(ctx context.Context, path string) (Contents, error) {
	c, err := check(ctx, path)
	if err != nil {
		return c, fmt.Errorf("database %s: %w", path, explain(err))
	}
	return c, nil
}

func check(ctx context.Context, path string) (c Contents, err error) {
	db, err := openUnchanged(ctx, path)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if c, err = contentsOf(ctx, db); err != nil {
		return c, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return c, err
	}
	c.Bytes = info.Size()
	return c, errors.Join(
		intact(ctx, db, "PRAGMA integrity_check", "ok"), intact(ctx, db, "PRAGMA foreign_key_check", ""))
}

// openUnchanged opens an existing database of Kaeshi, of this or an older schema, for reading.
func openUnchanged(ctx context.Context, path string) (*sql.DB, error) {
	address, err := addressOf(path)
	if err != nil {
		return nil, err
	}
	switch info, err := os.Stat(path); {
	case err != nil:
		return nil, err
	case info.Size() == 0:
		return nil, errEmpty
	}
	db, err := connect(address+"?mode=ro", 1, busyMillis)
	if err != nil {
		return nil, err
	}
	err = begin(ctx, db)
	if err == nil {
		err = current(ctx, db, len(steps()))
	}
	if err != nil && !errors.Is(err, errOlder) {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// intact runs a check of SQLite and returns its first complaint as an error. A sound database yields only rows with the
// text ok.
func intact(ctx context.Context, db *sql.DB, check, ok string) (err error) {
	rows, err := db.QueryContext(ctx, check)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		values := make([]any, len(columns))
		texts := make([]sql.NullString, len(columns))
		for i := range texts {
			values[i] = &texts[i]
		}
		if err := rows.Scan(values...); err != nil {
			return err
		}
		if texts[0].String != ok {
			return fmt.Errorf("the file is damaged (%s: %s); restore a backup", check, texts[0].String)
		}
	}
	return rows.Err()
}

// contentsOf counts the rows of a database of any schema version. Tables that an older schema lacks count as empty.
func contentsOf(ctx context.Context, db *sql.DB) (c Contents, err error) {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return c, err
	}
	defer func() { _ = tx.Rollback() }()
	if c.Version, err = versionOf(ctx, tx); err != nil {
		return c, err
	}
	for _, count := range []struct {
		table, where string
		n            *int
	}{
		{"games", "", &c.Games},
		{"tictactoe_games", "", &c.TicTacToe},
		{"archive_games", "", &c.Imported},
		{"tournaments", "", &c.Tournaments},
		{"jobs", "", &c.Jobs},
		{"jobs", " WHERE state IN ('queued', 'running')", &c.OpenJobs},
	} {
		var exists int
		err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?",
			count.table).Scan(&exists)
		if err == nil && exists == 1 {
			err = tx.QueryRowContext(ctx, "SELECT count(*) FROM "+count.table+count.where).Scan(count.n)
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

// Backup copies the database at path to a new file and checks the copy. The copy is the state of the database at one
// time, even while other processes change it. The file at to appears only when it is complete; an existing file is
// replaced.
func Backup(ctx context.Context, path, to string) (Contents, error) {
	if sameFile(path, to) {
		return Contents{}, fmt.Errorf("%s is the database itself; choose another file for the backup", to)
	}
	if _, err := os.Stat(to + "-wal"); err == nil {
		return Contents{}, fmt.Errorf("%s is a database in use; choose another file for the backup", to)
	}
	part, c, err := copied(ctx, path, to)
	if err == nil {
		err = newfile.Named(newfile.Rename(part, to), to)
	}
	if err != nil {
		_ = os.Remove(part) // the first error is returned
	}
	return c, err
}

// Restore replaces the database at path with a backup, which it checks first. It keeps the previous database, if any,
// and returns its new name. The error is [ErrInUse] if another process has the database open.
func Restore(ctx context.Context, backup, path string, now time.Time) (kept string, c Contents, err error) {
	if sameFile(backup, path) {
		return "", c, fmt.Errorf("%s is the database itself; choose a backup", backup)
	}
	part, c, err := copied(ctx, backup, path)
	if err == nil {
		kept, err = retire(ctx, path, path+".before-"+now.Format("20060102-150405"))
	}
	if err == nil {
		err = newfile.Named(newfile.Rename(part, path), path)
	}
	if err != nil {
		_ = os.Remove(part) // the first error is returned
	}
	return kept, c, err
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// copied writes a synced copy of a database beside the file at to, checks it, and returns its name and its contents.
func copied(ctx context.Context, path, to string) (part string, c Contents, err error) {
	part = to + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return part, c, err
	}
	if err := vacuumInto(ctx, path, part); err != nil {
		return part, c, fmt.Errorf("copy database %s to %s: %w", path, to, explain(err))
	}
	f, err := disk.OpenFile(part, os.O_RDWR, 0)
	if err != nil {
		return part, c, err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return part, c, newfile.Named(err, to)
	}
	c, err = Check(ctx, part)
	return part, c, err
}

func vacuumInto(ctx context.Context, path, to string) (err error) {
	db, err := openUnchanged(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", to)
	return err
}

// retire keeps the database at path under another name and returns that name, or "" if there is no file. The file at
// path is to be replaced at once: until then both names may denote the same file. If the database is damaged, so that
// its write-ahead log cannot be merged, the log is kept as well.
func retire(ctx context.Context, path, name string) (string, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	db, err := openUnchanged(ctx, path)
	if err == nil {
		err = errors.Join(db.Close(), mergeLog(ctx, path))
	}
	if errors.Is(err, ErrInUse) || errors.Is(err, errForeign) {
		return "", fmt.Errorf("database %s: %w", path, err)
	}
	free := name
	for i := 2; ; i++ {
		if _, err := os.Lstat(free); errors.Is(err, fs.ErrNotExist) {
			break
		}
		free = fmt.Sprintf("%s-%d", name, i)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := disk.Rename(path+suffix, free+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	if os.Link(path, free) == nil {
		return free, nil
	}
	return free, disk.Rename(path, free) // some file systems have no links
}

// mergeLog moves the write-ahead log into the database file and deletes it. SQLite refuses while another process has
// the file open.
func mergeLog(ctx context.Context, path string) (err error) {
	address, err := addressOf(path)
	if err != nil {
		return err
	}
	db, err := connect(address+"?mode=rw", 1, busyMillis)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var mode string
	err = db.QueryRowContext(ctx, "PRAGMA journal_mode = DELETE").Scan(&mode)
	if busy(err) || err == nil && mode != "delete" {
		return ErrInUse
	}
	return err
}
