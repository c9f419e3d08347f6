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

// A need checks for a requirement of a step, and installs it under make setup where that is allowed. The error is a
// missing if the requirement is not available.
type need func(ctx context.Context, s *session) error

// compilers are the C compilers that can link the race detector.
var compilers = []string{"gcc", "clang", "cc"}

// needCompiler requires a C compiler, which links the race detector.
func needCompiler(ctx context.Context, s *session) error {
	return s.once(ctx, "C compiler", func() error {
		if cc := s.getenv("CC"); cc != "" || runtime.GOOS == "darwin" {
			return nil // an explicit choice, or clang on a Mac
		}
		return s.programOrInstall(ctx, compilers, "gcc", "libc6-dev")
	})
}

// needCurl requires curl for the examples of the API.
func needCurl(ctx context.Context, s *session) error {
	return s.once(ctx, "curl", func() error { return s.programOrInstall(ctx, []string{"curl"}, "curl") })
}

// browsers are the names of Chromium programs. The build without windows takes a third of the processor time.
var browsers = []string{
	"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
}

// needChromium requires Chromium and passes its path to the browser tests.
func needChromium(ctx context.Context, s *session) error {
	return s.once(ctx, "Chromium", func() error {
		if s.getenv("CHROMIUM") != "" {
			return nil
		}
		if err := s.programOrInstall(ctx, browsers, "chromium-headless-shell"); err != nil {
			return err
		}
		path, _ := s.look(browsers...)
		s.setenv("CHROMIUM", path)
		return nil
	})
}

// programOrInstall looks for one of the programs, and installs Debian packages if all are missing.
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

// mayNotInstall returns the reason why this run must not install anything, or nil.
func (s *session) mayNotInstall() error {
	switch {
	case !s.installs:
		return errors.New("run make setup to install it")
	case s.getenv("KAESHI_NO_INSTALL") != "":
		return errors.New("KAESHI_NO_INSTALL is set")
	}
	return nil
}

// aptInstall installs Debian packages. The error says why that is not possible.
func (s *session) aptInstall(ctx context.Context, packages ...string) error {
	byHand := "on Debian, install it with apt-get install " + strings.Join(packages, " ")
	_, apt := s.look("apt-get")
	switch {
	case s.mayNotInstall() != nil:
		return fmt.Errorf("%w; %s", s.mayNotInstall(), byHand)
	case !apt:
		return fmt.Errorf("apt-get is missing; %s", byHand)
	case os.Geteuid() != 0:
		return fmt.Errorf("this user is not root; %s", byHand)
	}
	// The update may fail for a source that the packages do not need.
	if err := s.once(ctx, "apt-get update", func() error { return s.apt(ctx, "update", "-q") }); err != nil {
		fmt.Fprintln(s.out, "testall:", err, "(continuing)")
	}
	args := []string{"install", "-q", "-y", "--no-install-recommends"}
	if err := s.apt(ctx, append(args, packages...)...); err != nil {
		return fmt.Errorf("%w; %s", err, byHand)
	}
	return nil
}

// apt runs apt-get without interaction.
func (s *session) apt(ctx context.Context, args ...string) error {
	cmd := s.command(ctx, ".", "apt-get", args...)
	cmd.Env = withEnv(cmd.Env, "DEBIAN_FRONTEND=noninteractive")
	return s.show(cmd)
}

// version returns the version that a program prints, such as v20.19.0.
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

// version is the version number of a program.
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
		return version{}, fmt.Errorf("version %q: want a form such as 20.19.0: %w", text, err)
	}
	return v, nil
}
