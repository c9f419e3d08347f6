package main

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
)

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

// logger writes to standard error, as text or as JSON: what went wrong, or every request as well.
func (p *program) logger(verbose, inJSON bool) *slog.Logger {
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelDebug
	}
	o := &slog.HandlerOptions{Level: level}
	if inJSON {
		return slog.New(slog.NewJSONHandler(p.err, o))
	}
	return slog.New(slog.NewTextHandler(p.err, o))
}
