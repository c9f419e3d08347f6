package web

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"
)

// TestEngine checks that a script of the page refers to the engine by the name under which it is served.
func TestEngine(t *testing.T) {
	files, err := Page()
	if err != nil {
		t.Fatal(err)
	}
	found, err := fs.Glob(files, "assets/kaeshi-*.wasmgz")
	if err != nil || len(found) != 1 {
		t.Fatalf("engines among the assets: %q (%v), want one", found, err)
	}
	content, err := fs.ReadFile(files, found[0])
	if err != nil || !bytes.HasPrefix(content, []byte{0x1f, 0x8b}) {
		t.Fatalf("%s: %d bytes, want a gzip file (%v)", found[0], len(content), err)
	}
	name := strings.TrimPrefix(found[0], "assets/")
	scripts, err := fs.Glob(files, "assets/*.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		if text, err := fs.ReadFile(files, script); err == nil && bytes.Contains(text, []byte(name)) {
			return
		}
	}
	t.Errorf("none of %d scripts names %s; run make dist-web", len(scripts), name)
}

func TestPageLists(t *testing.T) {
	files, err := Page()
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{".", "assets", "icons"} {
		entries, err := fs.ReadDir(files, folder)
		if err != nil {
			t.Fatal(err)
		}
		for i, entry := range entries[1:] {
			if entries[i].Name() >= entry.Name() {
				t.Errorf("%s: %s is listed before %s", folder, entries[i].Name(), entry.Name())
			}
		}
	}
	if _, err := fs.ReadDir(files, "engine"); err == nil {
		t.Error("the page contains the directory engine")
	}
}
