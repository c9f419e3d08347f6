package filelock

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func open(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestLock(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the platform has no file locks")
	}
	path := filepath.Join(t.TempDir(), "file")
	first := open(t, path)
	if err := Lock(first); err != nil {
		t.Fatal(err)
	}
	if err := Lock(open(t, path)); !errors.Is(err, ErrLocked) {
		t.Errorf("locked twice: error %v, want ErrLocked", err)
	}
	if _, err := first.WriteString("text"); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); string(text) != "text" {
		t.Errorf("reading the locked file: %q, error %v; want its text", text, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Lock(open(t, path)); err != nil {
		t.Errorf("Lock after the first file is closed: error %v, want none", err)
	}
}

func TestDiscard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	f := open(t, path)
	if err := Lock(f); err != nil {
		t.Fatal(err)
	}
	if err := Discard(f); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the discarded file: error %v, want that it does not exist", err)
	}
}
