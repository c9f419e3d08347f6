// Package store keeps persistent data in one SQLite file: finished games of Othello and tic-tac-toe, the times at which
// the win records were reset, tournaments, imported games indexed by position, cached analyses of positions, and
// long-running analysis jobs.
//
// [Open] creates the file and its folder, migrates an older schema and rejects a newer one. A [Store] is safe for
// concurrent use, and several processes may open the same file. Rows are stored without validation: the caller checks
// that a game is legal and finished. Only imported games are checked, because the position index replays them.
//
// The file is in write-ahead mode with synchronous=FULL. Killing the process loses no acknowledged write with any
// setting. FULL also protects the last games against a power failure, at the cost of one fsync per game.
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

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/diskfree"
)

// Errors that callers can test for with [errors.Is].
var (
	// ErrNotFound reports that nothing is stored under an id or a number. Errors that wrap it name the missing entry.
	ErrNotFound = errors.New("not found")
	// ErrConflict reports that the id is already used for something else.
	ErrConflict = errors.New("the id is already in use")
	// ErrBusy reports that other changes, of this or of another process, took too long. A later attempt may succeed.
	ErrBusy = errors.New("another program is writing to the database")
	// ErrReadOnly reports that the file cannot be changed.
	ErrReadOnly = errors.New("it is read-only")
	// ErrFull reports that the disk is full.
	ErrFull = errors.New("the disk is full")
	// ErrDisk reports that the operating system cannot read or write the file, as on a disk that was removed.
	ErrDisk = errors.New("the file cannot be read or written; check its disk")
)

// Store is an open database.
type Store struct {
	write *sql.DB // one connection: writers queue here, in order, instead of polling SQLite's lock
	read  *sql.DB // equal to write for a database in memory, which exists in one connection only
	now   func() time.Time

	path     string        // empty for a database in memory
	patience time.Duration // how long a change waits for the write connection

	// returns an error if a file that is read without locks has changed; nil: the file is read with locks
	unchanged func() error
}

// memory is the path of an in-memory database, which exists until Close.
const memory = ":memory:"

const (
	busyMillis = 5000 // how long to wait for a lock held by another process
	// pollMillis is how long SQLite waits for the write lock at a time. It ignores contexts while it waits.
	pollMillis = 100
	readers    = 4
)

// Open opens the database file at path and creates it and its folder if they are missing. The path ":memory:" opens a
// database that is discarded by Close. Errors name the path.
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
	if _, err := os.Stat(path); err == nil && path != memory && !disk.Writable(path) {
		return nil, fmt.Errorf("%w; choose a file that you may write", ErrReadOnly)
	}
	write, err := connect(address, 1, pollMillis, "journal_mode(WAL)", "synchronous(FULL)")
	if err != nil {
		return nil, err
	}
	if err := begin(ctx, write); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	if err := migrate(ctx, write, steps()); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	s := &Store{write: write, read: write, now: time.Now, patience: busyMillis * time.Millisecond}
	if path == memory {
		return s, nil
	}
	s.path = path
	if s.read, err = connect(address, readers, busyMillis, "query_only(1)"); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return s, nil
}

// addressOf returns the SQLite URI of the file at path. A folder is an error, for which SQLite has no clear message.
func addressOf(path string) (string, error) {
	if path == memory {
		return "file::memory:", nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", errors.New("it is a folder; choose a file")
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

// connect opens a SQLite URI, which may already have query parameters. busy is the time in milliseconds that SQLite
// waits for a lock.
func connect(address string, connections, busy int, pragmas ...string) (*sql.DB, error) {
	separator := "?"
	if strings.Contains(address, "?") { // addressOf escapes question marks in paths
		separator = "&"
	}
	pragmas = append([]string{fmt.Sprintf("busy_timeout(%d)", busy), "foreign_keys(1)"}, pragmas...)
	query := url.Values{"_pragma": pragmas, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", address+separator+query.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// begin opens the first connection. It retries while other processes open a new file at the same time: SQLite ignores
// busy_timeout when it switches to write-ahead mode.
func begin(ctx context.Context, db *sql.DB) error {
	for deadline := time.Now().Add(busyMillis * time.Millisecond); ; {
		err := db.PingContext(ctx)
		if !busy(err) || time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

// Close waits for running queries and closes the file.
func (s *Store) Close() error {
	if s.read == s.write {
		err := s.write.Close()
		if s.unchanged != nil {
			err = errors.Join(err, s.unchanged())
		}
		return err
	}
	return errors.Join(s.read.Close(), s.write.Close())
}

// change runs fn in a transaction on the write connection. It waits for the connection, and then for the lock of
// another process, up to the time limit of the store; then the error is [ErrBusy].
func (s *Store) change(ctx context.Context, fn func(*sql.Tx) error) error {
	waiting, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	c, err := s.write.Conn(waiting)
	if err != nil {
		if ctx.Err() == nil && waiting.Err() != nil {
			return ErrBusy
		}
		return err
	}
	defer func() { _ = c.Close() }() // returns it to the pool
	err = transact(ctx, c, s.patience, fn)
	if s.path == "" {
		return err
	}
	switch codeOf(err) {
	case codeFull, codeIO, codeReadOnly, codeCorrupt: // a fault of the file, so name it
		return fmt.Errorf("database %s: %w", s.path, err)
	}
	return err
}

// exec runs one statement that changes the database.
func (s *Store) exec(ctx context.Context, statement string, args ...any) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement, args...)
		return err
	})
}

// Writable returns nil if the database can be changed at present. Otherwise the error says why, such as [ErrBusy] and
// [ErrFull].
func (s *Store) Writable(ctx context.Context) error {
	const least = 1 << 20                                    // bytes
	err := s.change(ctx, func(*sql.Tx) error { return nil }) // takes the write lock
	if err == nil && s.path != "" {
		if n, unknown := diskfree.Bytes(filepath.Dir(s.path)); unknown == nil && n < least {
			err = ErrFull
		}
	}
	return explain(err)
}

// beginner begins transactions: a [sql.DB] or a [sql.Conn].
type beginner interface {
	BeginTx(ctx context.Context, options *sql.TxOptions) (*sql.Tx, error)
}

// transact runs fn in a transaction. It waits for the write lock of another process up to patience.
func transact(ctx context.Context, db beginner, patience time.Duration, fn func(*sql.Tx) error) error {
	deadline := time.Now().Add(patience)
	tx, err := db.BeginTx(ctx, nil)
	for busy(err) && ctx.Err() == nil && time.Now().Before(deadline) { // SQLite waits for pollMillis each time
		tx, err = db.BeginTx(ctx, nil)
	}
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // no effect after Commit
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Primary result codes of SQLite: https://www.sqlite.org/rescode.html
const (
	codeBusy     = 5
	codeReadOnly = 8
	codeIO       = 10
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeNotADB   = 26

	codeIOIndex = codeIO | 19<<8 // extended code: the file games.db-shm cannot grow
)

// driverError is an error of the SQLite driver.
type driverError interface {
	error
	Code() int // SQLite result code
}

// codeOf returns the primary result code of a driver error, or 0 for any other error. If the shared memory of the
// database cannot grow, the disk is full, although SQLite returns another code.
func codeOf(err error) int {
	e, ok := errors.AsType[driverError](err)
	switch {
	case !ok:
		return 0
	case e.Code() == codeIOIndex:
		return codeFull
	}
	return e.Code() & 0xff
}

// busy reports whether the database is locked by another connection.
func busy(err error) bool { return codeOf(err) == codeBusy || errors.Is(err, ErrBusy) }

// explain adds a remedy to errors that a user can fix. It returns [ErrNotFound] for [sql.ErrNoRows].
func explain(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	switch codeOf(err) {
	case codeReadOnly:
		return fmt.Errorf("%w; choose a file in a writable folder (%w)", ErrReadOnly, err)
	case codeCantOpen:
		return fmt.Errorf("it cannot be opened or created; check that its folder exists and is writable (%w)", err)
	case codeNotADB:
		return fmt.Errorf("it is not an SQLite database; choose another file (%w)", err)
	case codeCorrupt:
		return fmt.Errorf("the file is damaged; restore a backup or move it away (%w)", err)
	case codeIO:
		return fmt.Errorf("%w (%w)", ErrDisk, err)
	case codeFull:
		return fmt.Errorf("%w (%w)", ErrFull, err)
	case codeBusy:
		return fmt.Errorf("%w (%w)", ErrBusy, err)
	}
	return err
}
