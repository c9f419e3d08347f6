package web

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// TestModules checks that a script of the page refers to the engine and to the checker of certificates by the names
// under which they are served.
func TestModules(t *testing.T) {
	files, err := Page()
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := fs.Glob(files, "assets/*.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range []string{"kaeshi", "proof"} {
		found, err := fs.Glob(files, "assets/"+module+"-*.wasmgz")
		if err != nil || len(found) != 1 {
			t.Fatalf("modules %s among the assets: %q (%v), want one", module, found, err)
		}
		content, err := fs.ReadFile(files, found[0])
		if err != nil || !bytes.HasPrefix(content, []byte{0x1f, 0x8b}) {
			t.Fatalf("%s: %d bytes, want a gzip file (%v)", found[0], len(content), err)
		}
		name := []byte(strings.TrimPrefix(found[0], "assets/"))
		if !slices.ContainsFunc(scripts, func(script string) bool {
			text, err := fs.ReadFile(files, script)
			return err == nil && bytes.Contains(text, name)
		}) {
			t.Errorf("none of %d scripts contains the name %s; run make dist-web", len(scripts), name)
		}
	}
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
