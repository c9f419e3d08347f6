package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// stamp is what a release knows of its commit.
type stamp struct {
	version string // as git describes it: v0.3.0, v0.3.0-5-g0123456789ab, with -dirty when files differ from the commit
	commit  string // its hash
	made    time.Time
}

// A version becomes part of file names.
var plainVersion = regexp.MustCompile(`^v[0-9][0-9A-Za-z.+-]*$`)

// readStamp asks git. The length of hashes is given, since git's own choice depends on the size of the repository.
func readStamp(ctx context.Context, root string) (stamp, error) {
	version, err := git(ctx, root, "describe", "--tags", "--match", "v[0-9]*", "--abbrev=12", "--dirty", "--always")
	if err != nil {
		return stamp{}, fmt.Errorf("%w; a release is built from a clone, not from a copy of the files", err)
	}
	if !strings.HasPrefix(version, "v") {
		version = "v0.0.0-g" + version // before the first tag
	}
	if !plainVersion.MatchString(version) {
		return stamp{}, fmt.Errorf("version %q: expected a tag such as v1.2.3", version)
	}
	told, err := git(ctx, root, "log", "-1", "--format=%H %ct")
	if err != nil {
		return stamp{}, err
	}
	s, seconds := stamp{version: version}, int64(0)
	if _, err := fmt.Sscanf(told, "%s %d", &s.commit, &seconds); err != nil {
		return stamp{}, fmt.Errorf("git log says %q: expected a hash and a time: %w", told, err)
	}
	s.made = time.Unix(seconds, 0).UTC()
	return s, nil
}

// String is the stamp as the program reads it.
func (s stamp) String() string { return s.version + " " + s.commit + " " + s.made.Format(time.RFC3339) }

// linkerFlags tell the program what it is, and leave out what debuggers need.
func (s stamp) linkerFlags() string {
	return "-s -w -buildid= -X 'main.stamp=" + s.String() + "'"
}

func git(ctx context.Context, root string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...) //nolint:gosec // G204: the arguments are in this package
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(string(failed.Stderr)))
	}
	return strings.TrimSpace(string(out)), err
}
