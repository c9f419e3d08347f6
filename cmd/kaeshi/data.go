package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"

	"github.com/kaeshi/kaeshi/store"
)

// openStore opens the database at path, or the one in the user's data folder.
func (p *program) openStore(ctx context.Context, path string) (*store.Store, error) {
	if path == "" {
		folder, err := p.dataFolder()
		if err != nil {
			return nil, fmt.Errorf("no place for the games: %w; name a file with --db PATH, or --db :memory: to keep nothing", err)
		}
		path = filepath.Join(folder, "kaeshi", "games.db")
	}
	games, err := store.Open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%w; another file can be named with --db PATH, and --db :memory: keeps nothing", err)
	}
	return games, nil
}

// dataFolder is where programs keep the user's data on this system.
func (p *program) dataFolder() (string, error) {
	if folder := p.env("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return folder, nil
	}
	switch runtime.GOOS {
	case "windows":
		if folder := p.env("LocalAppData"); folder != "" {
			return folder, nil
		}
		return "", errors.New("the variable LocalAppData is not set")
	case "darwin", "ios":
		return os.UserConfigDir() // ~/Library/Application Support, for data as well
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}

// logger writes to standard error: what went wrong, or every request as well.
func (p *program) logger(verbose bool) *slog.Logger {
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(p.err, &slog.HandlerOptions{Level: level}))
}
