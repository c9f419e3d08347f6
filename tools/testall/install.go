package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// A need checks that something is there, and under `make setup` installs it where
// that is allowed. It returns a missing error where it is not there after that.
type need func(ctx context.Context, s *session) error

// compilers are the C compilers that the race detector can be linked with.
var compilers = []string{"gcc", "clang", "cc"}

// needCompiler wants a C compiler: the race detector links C.
func needCompiler(ctx context.Context, s *session) error {
	return s.once(ctx, "C compiler", func() error {
		if cc := s.getenv("CC"); cc != "" || runtime.GOOS == "darwin" {
			return nil // go env CC: whoever set it means it; on a Mac, clang
		}
		return s.programOrInstall(ctx, compilers, "gcc", "libc6-dev")
	})
}

// needCurl wants curl, which the pages about the API show.
func needCurl(ctx context.Context, s *session) error {
	return s.once(ctx, "curl", func() error { return s.programOrInstall(ctx, []string{"curl"}, "curl") })
}

// browsers are the names that Chromium goes by.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// needChromium wants a Chromium, and tells the browser tests where it is.
func needChromium(ctx context.Context, s *session) error {
	return s.once(ctx, "Chromium", func() error {
		if s.getenv("CHROMIUM") != "" {
			return nil
		}
		if err := s.programOrInstall(ctx, browsers, "chromium"); err != nil {
			return err
		}
		path, _ := s.look(browsers...)
		s.setenv("CHROMIUM", path)
		return nil
	})
}

// programOrInstall finds one of the programs or installs Debian packages for the
// first of them.
func (s *session) programOrInstall(ctx context.Context, names []string, packages ...string) error {
	if _, ok := s.look(names...); ok {
		return nil
	}
	if err := s.aptInstall(ctx, packages...); err != nil {
		return missing(fmt.Sprintf("%s is not installed: %v", names[0], err))
	}
	if _, ok := s.look(names...); !ok {
		return missing(fmt.Sprintf("%s is not in PATH although apt-get installed %s",
			names[0], strings.Join(packages, " ")))
	}
	return nil
}

// mayNotInstall gives the reason why this run installs nothing, or nil.
func (s *session) mayNotInstall() error {
	switch {
	case !s.installs:
		return errors.New("make setup installs it where it may")
	case s.getenv("KAESHI_NO_INSTALL") != "":
		return errors.New("KAESHI_NO_INSTALL is set")
	}
	return nil
}

// aptInstall installs Debian packages, or says why it may not.
func (s *session) aptInstall(ctx context.Context, packages ...string) error {
	byHand := "install it, on Debian with: apt-get install " + strings.Join(packages, " ")
	_, apt := s.look("apt-get")
	switch {
	case s.mayNotInstall() != nil:
		return fmt.Errorf("%w; %s", s.mayNotInstall(), byHand)
	case !apt:
		return fmt.Errorf("this is not Debian; %s", byHand)
	case os.Geteuid() != 0:
		return fmt.Errorf("this user is not root; %s", byHand)
	}
	// A source that is out of reach need not be the one that has the package.
	if err := s.once(ctx, "apt-get update", func() error { return s.apt(ctx, "update", "-q") }); err != nil {
		fmt.Fprintln(s.out, "testall:", err, "(going on)")
	}
	args := []string{"install", "-q", "-y", "--no-install-recommends"}
	if err := s.apt(ctx, append(args, packages...)...); err != nil {
		return fmt.Errorf("%w; %s", err, byHand)
	}
	return nil
}

// apt runs apt-get. Its questions have no one to answer them.
func (s *session) apt(ctx context.Context, args ...string) error {
	cmd := s.command(ctx, ".", "apt-get", args...)
	cmd.Env = withEnv(cmd.Env, "DEBIAN_FRONTEND=noninteractive")
	return s.show(cmd)
}

// version asks a program for its version ("v20.19.0", "11.2.0").
func (s *session) version(ctx context.Context, program string) (version, error) {
	if _, ok := s.look(program); !ok {
		return version{}, fmt.Errorf("%s: %w", program, exec.ErrNotFound)
	}
	text, err := s.output(s.command(ctx, ".", program, "--version"))
	if err != nil {
		return version{}, err
	}
	return parseVersion(strings.TrimSpace(text))
}

// version is a program's version number.
type version struct{ major, minor, patch int }

func (v version) String() string { return fmt.Sprintf("%d.%d.%d", v.major, v.minor, v.patch) }

func (v version) less(o version) bool {
	if v.major != o.major {
		return v.major < o.major
	}
	if v.minor != o.minor {
		return v.minor < o.minor
	}
	return v.patch < o.patch
}

func parseVersion(text string) (version, error) {
	var v version
	if _, err := fmt.Sscanf(strings.TrimPrefix(text, "v"), "%d.%d.%d", &v.major, &v.minor, &v.patch); err != nil {
		return version{}, fmt.Errorf("version %q is not like 20.19.0: %w", text, err)
	}
	return v, nil
}
