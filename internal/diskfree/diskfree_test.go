//go:build linux || darwin || windows

package diskfree_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/internal/diskfree"
)

func TestBytes(t *testing.T) {
	n, err := diskfree.Bytes(t.TempDir())
	if err != nil || n == 0 {
		t.Errorf("%d bytes, error %v; want some", n, err)
	}
	if _, err := diskfree.Bytes(t.TempDir() + "/none"); err == nil {
		t.Error("a missing folder: no error, want one")
	}
}
