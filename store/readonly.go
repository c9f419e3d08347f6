package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/kaeshi/kaeshi/internal/disk"
)

// OpenToRead opens an existing database for reading. It needs no write permission for the file or its folder. Methods
// that modify the database fail. A file with an older schema is opened with [Open], which migrates it. Errors name the
// path.
func OpenToRead(ctx context.Context, path string) (*Store, error) {
	if path == memory {
		return Open(ctx, path)
	}
	s, err := openToRead(ctx, path)
	if errors.Is(err, errOlder) {
		if info, fault := os.Stat(path); fault == nil && info.Size() == 0 {
			return nil, fmt.Errorf("database %s: %w", path, errEmpty)
		}
		return Open(ctx, path)
	}
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, explain(err))
	}
	return s, nil
}

// openToRead opens the file so that reading leaves no auxiliary files of SQLite beside it:
//   - A user who may write the file opens it in mode=rw, in which the last connection removes these files.
//   - Another user opens it in mode=ro if a writer has made the files, and otherwise with immutable=1. In mode=ro
//     SQLite would make files that belong to this user, and the owner of the database could then not write it.
func openToRead(ctx context.Context, path string) (*Store, error) {
	refused := func(err error) bool { return codeOf(err) == codeCantOpen || codeOf(err) == codeReadOnly }
	if disk.Writable(path) {
		if s, err := openAs(ctx, path, "rw"); !refused(err) {
			return s, err
		}
	}
	if log, fault := os.Stat(path + "-wal"); fault == nil {
		s, err := openAs(ctx, path, "ro")
		switch {
		case !refused(err):
			return s, err
		case log.Size() > 0:
			return nil, fmt.Errorf(
				"%s-wal contains changes that only a user with write access to the folder can read (%w)", path, err)
		}
	}
	before, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	s, err := openAs(ctx, path, "ro&immutable=1")
	if err != nil {
		return nil, err
	}
	s.unchanged = func() error {
		after, err := os.Stat(path)
		if err != nil || after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime()) {
			return fmt.Errorf("database %s changed while it was read; try again", path)
		}
		return nil
	}
	return s, nil
}

// openAs opens the file in one of SQLite's read-only modes.
func openAs(ctx context.Context, path, mode string) (s *Store, err error) {
	address, err := addressOf(path)
	if err != nil {
		return nil, err
	}
	read, err := connect(address+"?mode="+mode, readers, busyMillis, "query_only(1)")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, read.Close())
		}
	}()
	if err := begin(ctx, read); err != nil {
		return nil, err
	}
	if err := current(ctx, read, len(steps())); err != nil {
		return nil, err
	}
	return &Store{write: read, read: read, now: time.Now, patience: busyMillis * time.Millisecond}, nil
}
