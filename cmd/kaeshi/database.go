package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kaeshi/kaeshi/store"
)

// openStore opens the database at path, or the one in the user's data folder, and makes it where there is none.
func (p *program) openStore(ctx context.Context, path string) (*store.Store, error) {
	path, err := p.databasePath(path)
	if err != nil {
		return nil, err
	}
	games, err := store.Open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%w; another file can be named with --db PATH, and --db :memory: keeps nothing", err)
	}
	return games, nil
}

// readStore is openStore for who only reads: where there is no database, there is nothing to read, and none is made.
func (p *program) readStore(ctx context.Context, path string) (*store.Store, error) {
	path, err := p.databasePath(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && path != ":memory:" {
		return nil, fmt.Errorf("there is no database %s: nothing has been kept there yet; another can be named with --db PATH", path)
	}
	return p.openStore(ctx, path)
}

// databasePath is the path, or the usual one.
func (p *program) databasePath(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	folder, err := p.dataFolder()
	if err != nil {
		return "", fmt.Errorf("no place for the games: %w; name a file with --db PATH, or --db :memory: to keep nothing", err)
	}
	return filepath.Join(folder, "kaeshi", "games.db"), nil
}
