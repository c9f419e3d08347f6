package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCompressed(t *testing.T) {
	want := []byte(strings.Repeat("module ", 1000))
	once, err := compressed(want)
	if err != nil {
		t.Fatal(err)
	}
	again, err := compressed(want)
	if err != nil || !bytes.Equal(once, again) {
		t.Fatalf("the same bytes become %d and %d others (%v)", len(once), len(again), err)
	}
	z, err := gzip.NewReader(bytes.NewReader(once))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%d bytes are read again as %d others", len(want), len(got))
	}
	if len(once) > len(want)/10 {
		t.Errorf("%d bytes became %d, want a tenth or less", len(want), len(once))
	}
	if !z.ModTime.IsZero() || z.Name != "" {
		t.Errorf("the file tells its time, %v, or its name, %q", z.ModTime, z.Name)
	}
}

func TestWriteAndCompare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kaeshi.wasmgz")
	if err := compare(path, []byte("new"), io.Discard); err == nil {
		t.Error("a file that is not there counts as built")
	}
	if err := write(path, []byte("new"), io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := compare(path, []byte("new"), io.Discard); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := compare(path, []byte("new"), io.Discard); err == nil || !strings.Contains(err.Error(), "make wasm") {
		t.Errorf("another file: %v", err)
	}
}
