package steps

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	someKind  Kind = "kaeshig2"
	otherKind Kind = "kaeshil1"
)

func TestSealedFilesAreWholeOrRefused(t *testing.T) {
	own, err := FingerprintOf("a", 1)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "below", "x.games")
	if _, ok, err := ReadOwn(path, someKind, own); ok || err != nil {
		t.Fatalf("missing file: found %t, error %v; want false and no error", ok, err)
	}
	contents := []byte("games")
	if err := WriteSealed(path, someKind, own, contents); err != nil {
		t.Fatal(err)
	}
	got, ok, err := ReadOwn(path, someKind, own)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		t.Fatal("the file was not found")
	}
	if diff := cmp.Diff(contents, got); diff != "" {
		t.Fatalf("contents (-written +read):\n%s", diff)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
		t.Errorf("temporary files remain: %v", left)
	}
	other, err := FingerprintOf("a", 2)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadOwn(path, someKind, other); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("error %v, want one about other settings", err)
	}
	if _, _, err := ReadOwn(path, otherKind, own); err == nil || !strings.Contains(err.Error(), "does not start with") {
		t.Errorf("error %v, want one about the start of the file", err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 4
		if _, _, err := unseal(someKind, damaged); err == nil {
			t.Errorf("byte %d changed: unseal succeeded, want an error", i)
		}
		if _, _, err := unseal(someKind, whole[:i]); err == nil {
			t.Errorf("truncated to %d bytes: unseal succeeded, want an error", i)
		}
	}
}
