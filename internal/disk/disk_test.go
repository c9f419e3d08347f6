package disk_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/disk"
)

// TestFaults checks that each call can fail, names its file, and leaves a part of what it was to write.
func TestFaults(t *testing.T) {
	broken := errors.New("broken")
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	var failing string
	defer disk.SetFault(func(c disk.Call) error {
		if c.Name == failing {
			return broken
		}
		return nil
	})()
	f, err := disk.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for name, call := range map[string]func() error{
		"open":     func() error { _, err := disk.CreateTemp(folder, "x"); return err },
		"write":    func() error { _, err := f.ReadFrom(strings.NewReader("1234")); return err },
		"truncate": func() error { return f.Truncate(0) },
		"sync":     f.Sync,
		"rename":   func() error { return disk.Rename(path, path+"2") },
	} {
		failing = name
		if err := call(); !errors.Is(err, broken) {
			t.Errorf("%s: error %v, want %v", name, err, broken)
		} else {
			got[name] = strings.ReplaceAll(err.Error(), folder, "")
		}
	}
	want := map[string]string{
		"open": "open : broken", "write": "write /file: broken", "truncate": "truncate /file: broken",
		"sync": "sync /file: broken", "rename": "rename /file: broken",
	}
	if filepath.Separator == '/' {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("errors (-want +got):\n%s", diff)
		}
	}
	failing = ""
	if _, err := f.WriteAt([]byte("abcd"), 2); err != nil {
		t.Error(err)
	}
	failing = "write"
	_, err = f.WriteAt([]byte("efgh"), 6)
	failing = "close"
	if closing := f.Close(); !errors.Is(err, broken) || !errors.Is(closing, broken) {
		t.Errorf("errors %v and %v, want %v", err, closing, broken)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "12abcdef" {
		t.Errorf("content %q, error %v; want halves of the failed writes", text, err)
	}
	if err := f.File.Close(); err == nil {
		t.Error("the file is open after a failed Close")
	}
}
