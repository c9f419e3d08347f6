package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// finalVersion matches the versions of releases, which have a section in the changelog.
var finalVersion = regexp.MustCompile(`^v([0-9]+\.[0-9]+\.[0-9]+)$`)

// notes returns the entries of the changelog for the version: its section or, before the release, that of changes that
// are not released.
func (r *release) notes() (string, error) {
	name := "Unreleased"
	if m := finalVersion.FindStringSubmatch(r.stamp.version); m != nil {
		name = m[1]
	}
	text, err := os.ReadFile(filepath.Join(r.root, "CHANGELOG.md"))
	if err != nil {
		return "", err
	}
	_, section, found := strings.Cut("\n"+string(text), "\n## ["+name+"]")
	_, section, heading := strings.Cut(section, "\n")
	if !found || !heading {
		return "", fmt.Errorf("CHANGELOG.md has no section ## [%s] (want one for the tag %s)", name, r.stamp.version)
	}
	section, _, _ = strings.Cut("\n"+section, "\n## ")
	return strings.TrimSpace(section) + "\n", nil
}
