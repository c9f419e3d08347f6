package store

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestNoDatabase(t *testing.T) {
	folder := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text := write("notes.txt", strings.Repeat("this is not a database\n", 100))
	for path, word := range map[string]string{
		text:                            "not an SQLite database",
		filepath.Join(text, "games.db"): "notes.txt",
		folder:                          "it is a folder",
	} {
		s, err := Open(t.Context(), path)
		if err == nil {
			_ = s.Close()
			t.Errorf("Open(%s) succeeded, want an error", path)
			continue
		}
		if !strings.Contains(err.Error(), word) || !strings.Contains(err.Error(), path) {
			t.Errorf("error %v, want one with %q and %s", err, word, path)
		}
	}
	if content, err := os.ReadFile(text); err != nil || !strings.HasPrefix(string(content), "this is not a database") {
		t.Errorf("the file was changed to %q, error %v", content, err)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	if err := os.Mkdir(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "games.db")
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		// Permissions do not restrict root, but files cannot be created in /proc.
		if runtime.GOOS != "linux" {
			t.Skip("every folder is writable for this user")
		}
		path = "/proc/kaeshi/games.db"
	}
	s, err := Open(t.Context(), path)
	if err == nil {
		_ = s.Close()
		t.Fatal("a file was created in a read-only folder")
	}
	if !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
}

func TestForeignDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bookmarks.sqlite")
	runSQL(t, path, "CREATE TABLE bookmarks (address TEXT)")
	if _, err := Open(t.Context(), path); !errors.Is(err, errForeign) {
		t.Errorf("the database of another program: error %v, want %v", err, errForeign)
	}
}
