package verb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/kaeshi/kaeshi/store"
)

// OpenStore opens the database at path, or the one in the user's data folder, and makes it where there is none.
func (e *Env) OpenStore(ctx context.Context, path string) (*store.Store, error) {
	path, err := e.databasePath(path)
	if err != nil {
		return nil, err
	}
	games, err := store.Open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%w; another file can be named with --db PATH, and --db :memory: keeps nothing", err)
	}
	return games, nil
}

// ReadStore opens the database as OpenStore does, for reading alone: a missing one is an error, and none is made.
func (e *Env) ReadStore(ctx context.Context, path string) (*store.Store, error) {
	path, err := e.databasePath(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && path != ":memory:" {
		return nil, fmt.Errorf("there is no database %s: nothing has been kept there yet; "+
			"another can be named with --db PATH", path)
	}
	return e.OpenStore(ctx, path)
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
