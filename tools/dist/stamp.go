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

// stamp is the version of a release.
type stamp struct {
	version string // output of git describe: v0.3.0, v0.3.0-5-g0123456789ab, with -dirty for uncommitted changes
	commit  string // hash
	made    time.Time
}

// plainVersion matches versions that are suitable for file names.
var plainVersion = regexp.MustCompile(`^v[0-9][0-9A-Za-z.+-]*$`)

// readStamp reads the stamp from git. The length of hashes is fixed, as git's default depends on the repository.
func readStamp(ctx context.Context, root string) (stamp, error) {
	version, err := git(ctx, root, "describe", "--tags", "--match", "v[0-9]*", "--abbrev=12", "--dirty", "--always")
	if err != nil {
		return stamp{}, fmt.Errorf("%w; a release must be built from a clone", err)
	}
	if !strings.HasPrefix(version, "v") {
		version = "v0.0.0-g" + version // before the first tag
	}
	if !plainVersion.MatchString(version) {
		return stamp{}, fmt.Errorf("version %q: want a tag such as v1.2.3", version)
	}
	output, err := git(ctx, root, "log", "-1", "--format=%H %ct")
	if err != nil {
		return stamp{}, err
	}
	s, seconds := stamp{version: version}, int64(0)
	if _, err := fmt.Sscanf(output, "%s %d", &s.commit, &seconds); err != nil {
		return stamp{}, fmt.Errorf("git log printed %q: want a hash and a time: %w", output, err)
	}
	s.made = time.Unix(seconds, 0).UTC()
	return s, nil
}

// String returns the stamp in the form that the program reads.
func (s stamp) String() string { return s.version + " " + s.commit + " " + s.made.Format(time.RFC3339) }

// linkerFlags returns flags that set the stamp of the program and omit debug information.
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
