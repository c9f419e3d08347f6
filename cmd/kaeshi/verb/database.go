package verb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/store"
)

// OpenStore opens the database at path, or the one in the user's data folder, and makes it where there is none. The
// folder of a path must exist: a misspelt one would begin another database.
func (e *Env) OpenStore(ctx context.Context, path string) (*store.Store, error) {
	if folder := filepath.Dir(path); path != "" {
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			return nil, terminal.Failure("%s: there is no folder %s: make it first", path, folder)
		}
	}
	path, err := e.databasePath(path)
	if err != nil {
		return nil, err
	}
	return named(store.Open(ctx, path))
}

// ExistingStore opens the database as OpenStore does, but a missing one is an error.
func (e *Env) ExistingStore(ctx context.Context, path string) (*store.Store, error) {
	return e.existing(ctx, path, store.Open)
}

// ReadStore opens an existing database for reading. It needs no right to write the file or its folder.
func (e *Env) ReadStore(ctx context.Context, path string) (*store.Store, error) {
	return e.existing(ctx, path, store.OpenToRead)
}

func (e *Env) existing(
	ctx context.Context, path string, open func(context.Context, string) (*store.Store, error),
) (*store.Store, error) {
	path, err := e.databasePath(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && path != ":memory:" {
		return nil, fmt.Errorf("there is no database %s: nothing has been kept there yet; "+
			"another can be named with --db PATH", path)
	}
	return named(open(ctx, path))
}

// named adds to an error how to name another database.
func named(games *store.Store, err error) (*store.Store, error) {
	if err != nil {
		return nil, fmt.Errorf("%w; another file can be named with --db PATH, and --db :memory: keeps nothing", err)
	}
	return games, nil
}

// databasePath is the path, or the usual one.
func (e *Env) databasePath(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	folder, err := e.DataFolder()
	if err != nil {
		return "",
			fmt.Errorf("no place for the games: %w; name a file with --db PATH, or --db :memory: to keep nothing",
				err)
	}
	return filepath.Join(folder, "kaeshi", "games.db"), nil
}

// DataFolder is where programs keep the user's data on this system.
func (e *Env) DataFolder() (string, error) {
	if folder := e.Getenv("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return folder, nil
	}
	switch runtime.GOOS {
	case "windows":
		if folder := e.Getenv("LocalAppData"); folder != "" {
			return folder, nil
		}
		return "", errors.New("the variable LocalAppData is not set")
	case "darwin", "ios":
		return os.UserConfigDir() // ~/Library/Application Support, for data as well
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}
