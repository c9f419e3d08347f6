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

func TestCompress(t *testing.T) {
	want := []byte(strings.Repeat("module ", 1000))
	once, err := compress(want)
	if err != nil {
		t.Fatal(err)
	}
	again, err := compress(want)
	if err != nil || !bytes.Equal(once, again) {
		t.Fatalf("compressing twice gives %d and %d bytes that differ (%v)", len(once), len(again), err)
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
		t.Errorf("the decompressed file has %d bytes that differ from the %d original ones", len(got), len(want))
	}
	if len(once) > len(want)/10 {
		t.Errorf("%d bytes compress to %d, want at most a tenth", len(want), len(once))
	}
	if !z.ModTime.IsZero() || z.Name != "" {
		t.Errorf("the file has the time %v and the name %q, want none", z.ModTime, z.Name)
	}
}

func TestWriteAndCompare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kaeshi.wasmgz")
	if err := compare(path, []byte("new"), io.Discard); err == nil {
		t.Error("comparing with a missing file succeeded, want an error")
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
		t.Errorf("changed file: error %v, want a reference to make wasm", err)
	}
}
