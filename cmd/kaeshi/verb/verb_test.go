package verb_test

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

// env returns an environment with only these variables.
func env(variables map[string]string) *verb.Env {
	return &verb.Env{Getenv: func(name string) string { return variables[name] }}
}

func TestDataFolder(t *testing.T) {
	folder := t.TempDir()
	if got, err := env(map[string]string{"XDG_DATA_HOME": folder}).DataFolder(); err != nil || got != folder {
		t.Errorf("DataFolder() = %q, %v; want %q", got, err, folder)
	}
	if runtime.GOOS != "linux" {
		return
	}
	t.Setenv("HOME", folder)
	want := filepath.Join(folder, ".local", "share")
	for _, relative := range []string{"", "relative"} { // the standard requires that relative paths are ignored
		if got, err := env(map[string]string{"XDG_DATA_HOME": relative}).DataFolder(); err != nil || got != want {
			t.Errorf("DataFolder() with XDG_DATA_HOME=%q = %q, %v; want %q", relative, got, err, want)
		}
	}
	t.Setenv("HOME", "")
	if _, err := env(nil).OpenStore(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "--db PATH") {
		t.Errorf("without a home folder: error %v, want one with --db PATH", err)
	}
}
