package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNotes checks the entries of the changelog for the versions of releases and of other commits.
func TestNotes(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "CHANGELOG.md"), `# Changelog

## [Unreleased]

- New.

## [0.2.0] - 2026-11-29

### Added

- Two.

## [0.1.0] - 2026-11-25

- One.
`)
	got := map[string]string{}
	for _, version := range []string{"v0.2.0", "v0.1.0", "v0.2.0-5-g0123456789ab", "v0.2.0-dirty"} {
		text, err := (&release{root: root, stamp: stamp{version: version}}).notes()
		if err != nil {
			t.Fatal(err)
		}
		got[version] = text
	}
	want := map[string]string{
		"v0.2.0": "### Added\n\n- Two.\n", "v0.1.0": "- One.\n", "v0.2.0-5-g0123456789ab": "- New.\n",
		"v0.2.0-dirty": "- New.\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	_, err := (&release{root: root, stamp: stamp{version: "v0.3.0"}}).notes()
	if err == nil || !strings.Contains(err.Error(), "CHANGELOG.md has no section ## [0.3.0]") {
		t.Errorf("error %v, want one about the missing section", err)
	}
}
