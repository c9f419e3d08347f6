// Package store keeps what must survive a restart in one SQLite file: finished games of Othello and of tic-tac-toe,
// since when the record of wins and losses at each counts, tournaments, games imported from elsewhere, which are found
// by position, what was found about positions, and long analyses that were asked for.
//
// [Open] makes the file and its folder, brings an older schema up to date and refuses a newer one. A [Store] is safe
// for use by many goroutines, and several processes may have the same file open. Rows are taken as they come: whoever
// adds a game has checked that it is legal and finished. Only imported games are checked here, since their index plays
// them through.
//
// The file is in write-ahead mode with synchronous=FULL. A process that is killed loses nothing that was acknowledged,
// whatever the setting; FULL rather than NORMAL also keeps the last games when the power fails, for one fsync a game,
// which takes minutes to play.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Errors that callers tell apart.
var (
	// ErrNotFound reports that nothing is stored under an id or a number. Errors that wrap it name what is missing.
	ErrNotFound = errors.New("not found")
	// ErrConflict: the id belongs to another game.
	ErrConflict = errors.New("another game has this id")
)

// Store is an open database.
type Store struct {
	write *sql.DB // one connection: writers queue here, in order, rather than wait for SQLite's lock
	read  *sql.DB // equal to write for a database in memory, which exists in one connection only
	now   func() time.Time
}

// memory is the name of a database that lives as long as its Store.
const memory = ":memory:"

const (
	busyMillis = 5000 // how long to wait for another process that writes
	readers    = 4
)

// Open opens the database file at path, making it and its folder where they are missing; ":memory:" is a database that
// is gone after Close. Errors name the path.
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, explain(err))
	}
	return s, nil
}

func open(ctx context.Context, path string) (*Store, error) {
	if path != memory {
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return nil, err
		}
	}
	address, err := addressOf(path)
	if err != nil {
		return nil, err
	}
	write, err := connect(address, 1, "journal_mode(WAL)", "synchronous(FULL)")
	if err != nil {
		return nil, err
	}
	if err := begin(ctx, write); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	if err := migrate(ctx, write, steps()); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	s := &Store{write: write, read: write, now: time.Now}
	if path == memory {
		return s, nil
	}
	if s.read, err = connect(address, readers, "query_only(1)"); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return s, nil
}

// addressOf is the file's address for SQLite.
func addressOf(path string) (string, error) {
	if path == memory {
		return "file::memory:", nil
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	slashed := filepath.ToSlash(full)
	if !strings.HasPrefix(slashed, "/") { // C:/games.db
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String(), nil
}

// connect opens an address, which may have parameters.
func connect(address string, connections int, pragmas ...string) (*sql.DB, error) {
	separator := "?"
	if strings.Contains(address, "?") { // addressOf escapes those of paths
		separator = "&"
	}
	pragmas = append([]string{fmt.Sprintf("busy_timeout(%d)", busyMillis), "foreign_keys(1)"}, pragmas...)
	query := url.Values{"_pragma": pragmas, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", address+separator+query.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// begin makes the first connection. Where others make theirs to a new file at the same moment, it tries again: for the
// change to write-ahead mode SQLite does not wait, whatever busy_timeout says.
func begin(ctx context.Context, db *sql.DB) error {
	for late := time.Now().Add(busyMillis * time.Millisecond); ; {
		err := db.PingContext(ctx)
		if !busy(err) || time.Now().After(late) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

// Close waits for what is running and closes the file.
func (s *Store) Close() error {
	if s.read == s.write {
		return s.write.Close()
	}
	return errors.Join(s.read.Close(), s.write.Close())
}

// change runs fn in a transaction on the writing connection.
func (s *Store) change(ctx context.Context, fn func(*sql.Tx) error) error {
	return transact(ctx, s.write, fn)
}

func transact(ctx context.Context, db *sql.DB, fn func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Primary result codes of SQLite: https://www.sqlite.org/rescode.html
const (
	codeBusy     = 5
	codeReadOnly = 8
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeNotADB   = 26
)

// coded is an error of the driver.
type coded interface {
	error
	Code() int // of SQLite
}

// codeOf is the primary result code of an error of the driver, 0 for any other.
func codeOf(err error) int {
	if e, ok := errors.AsType[coded](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

// busy reports whether the error is that another program holds the lock.
func busy(err error) bool { return codeOf(err) == codeBusy }

// explain puts into words what a person can mend. A missing row is [ErrNotFound].
func explain(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	switch codeOf(err) {
	case codeReadOnly:
		return fmt.Errorf("it may not be written: choose a file in a folder of your own (%w)", err)
	case codeCantOpen:
		return fmt.Errorf("it cannot be opened or made: is its folder there and yours to write? (%w)", err)
	case codeNotADB:
		return fmt.Errorf("this file is no SQLite database: choose another file (%w)", err)
	case codeCorrupt:
		return fmt.Errorf("the file is damaged: move it away to begin anew, or restore a copy (%w)", err)
	case codeFull:
		return fmt.Errorf("the disk is full (%w)", err)
	}
	return err
}
