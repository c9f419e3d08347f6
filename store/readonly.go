package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
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

// openToRead opens the file in mode=ro, which allows concurrent changes but requires SQLite to create auxiliary files
// next to it. Where SQLite cannot create them and the write-ahead log is empty, the file is opened with immutable=1.
func openToRead(ctx context.Context, path string) (*Store, error) {
	s, err := openAs(ctx, path, "ro")
	if code := codeOf(err); code != codeCantOpen && code != codeReadOnly {
		return s, err
	}
	if info, fault := os.Stat(path + "-wal"); fault == nil && info.Size() > 0 {
		return nil, fmt.Errorf("%s-wal contains changes that only a user with write access to the folder can read (%w)",
			path, err)
	}
	return openAs(ctx, path, "ro&immutable=1")
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
