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

// OpenStore opens the database at path or, if path is empty, in the user's data folder. A missing database is created.
// The folder of path must exist, so that a misspelt path does not create another database.
func (e *Env) OpenStore(ctx context.Context, path string) (*store.Store, error) {
	path, err := e.NewDatabase(path)
	if err != nil {
		return nil, err
	}
	return named(store.Open(ctx, path))
}

// NewDatabase returns path or, if it is empty, the path of the database in the user's data folder. The database may be
// missing. The folder of path must exist.
func (e *Env) NewDatabase(path string) (string, error) {
	if folder := filepath.Dir(path); path != "" {
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			return "", terminal.Failure("%s: folder %s does not exist", path, folder)
		}
	}
	return e.databasePath(path)
}

// ExistingStore opens the database as OpenStore does, except that a missing database is an error.
func (e *Env) ExistingStore(ctx context.Context, path string) (*store.Store, error) {
	return e.existing(ctx, path, store.Open)
}

// ReadStore opens an existing database for reading. It requires no write permission for the file or its folder.
func (e *Env) ReadStore(ctx context.Context, path string) (*store.Store, error) {
	return e.existing(ctx, path, store.OpenToRead)
}

func (e *Env) existing(
	ctx context.Context, path string, open func(context.Context, string) (*store.Store, error),
) (*store.Store, error) {
	path, err := e.ExistingDatabase(path)
	if err != nil {
		return nil, err
	}
	return named(open(ctx, path))
}

// ExistingDatabase returns path or, if it is empty, the path of the database in the user's data folder. A missing
// database is an error.
func (e *Env) ExistingDatabase(path string) (string, error) {
	path, err := e.databasePath(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && path != ":memory:" {
		return "", fmt.Errorf("no database at %s; use --db PATH to open another file", path)
	}
	return path, nil
}

// named adds a hint about --db to an error.
func named(games *store.Store, err error) (*store.Store, error) {
	if err != nil {
		return nil, fmt.Errorf("%w; use --db PATH for another file, or --db :memory: to store nothing on disk", err)
	}
	return games, nil
}

// databasePath returns path or, if it is empty, the default path.
func (e *Env) databasePath(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	folder, err := e.DataFolder()
	if err != nil {
		return "",
			fmt.Errorf("no folder for the database: %w; use --db PATH, or --db :memory: to store nothing on disk",
				err)
	}
	return filepath.Join(folder, "kaeshi", "games.db"), nil
}

// DataFolder returns the folder for user data on this system, following the XDG Base Directory Specification on Unix.
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

// ConfigFolder returns the folder for user configuration on this system, following the XDG Base Directory Specification
// on Unix.
func (e *Env) ConfigFolder() (string, error) {
	if folder := e.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(folder) {
		return folder, nil
	}
	switch runtime.GOOS {
	case "windows", "darwin", "ios":
		return os.UserConfigDir()
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".config"), err
}
