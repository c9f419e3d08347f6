package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// oldestNode returns the minimum version of Vite 8. Debian 12 has 18, Debian 13 has 20.19.
func oldestNode() version { return version{20, 19, 0} }

// oldestNpm returns the minimum version of npm. npm 10 does not install the native packages of Vite from a lock file
// without registry addresses.
func oldestNpm() version { return version{11, 0, 0} }

// ui is the folder of the front-end.
const ui = "web/ui"

// needNode requires recent versions of Node and npm. If they are missing or too old, setup installs the pinned versions
// of tools/node from the npm registry into .cache/node. Any version of npm can do that.
func needNode(ctx context.Context, s *session) error {
	return s.once(ctx, "Node", func() error {
		s.useBootstrappedNode()
		problem := s.nodeTooOld(ctx)
		if problem == nil {
			return nil
		}
		fmt.Fprintln(s.out, "testall:", problem)
		if err := s.bootstrapNode(ctx); err != nil {
			return missing(fmt.Sprintf("%v, and %v", problem, err))
		}
		if err := s.nodeTooOld(ctx); err != nil {
			return fmt.Errorf("after npm ci of tools/node: %w", err)
		}
		return nil
	})
}

// useBootstrappedNode puts the programs of bootstrapNode first in PATH. The directory of node is added as well, because
// npm 9 does not always link it into .bin.
func (s *session) useBootstrappedNode() {
	modules := filepath.Join(s.root, ".cache", "node", "node_modules")
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	s.prependPath(filepath.Join(modules, ".bin"))
	s.prependPath(filepath.Join(modules, "node-linux-"+arch, "bin"))
}

// nodeTooOld returns an error if Node or npm in PATH are missing or too old.
func (s *session) nodeTooOld(ctx context.Context) error {
	for _, want := range []struct {
		program string
		oldest  version
	}{{"node", oldestNode()}, {"npm", oldestNpm()}} {
		got, err := s.version(ctx, want.program)
		if err != nil {
			return fmt.Errorf("%s %s or newer is not installed", want.program, want.oldest)
		}
		if got.less(want.oldest) {
			return fmt.Errorf("%s is %s and must be %s or newer", want.program, got, want.oldest)
		}
	}
	return nil
}

func (s *session) bootstrapNode(ctx context.Context) error {
	switch {
	case s.mayNotInstall() != nil:
		return s.mayNotInstall()
	case runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64":
		return fmt.Errorf("tools/node does not support %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	if err := s.programOrInstall(ctx, []string{"npm"}, "nodejs", "npm"); err != nil {
		return err
	}
	dir := filepath.Join(".cache", "node")
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join(s.root, "tools", "node", name))
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(s.root, dir, name), string(text)); err != nil {
			return err
		}
	}
	return s.show(s.npm(ctx, dir, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"))
}

// npm returns an npm command. In CI its output has no colours.
func (s *session) npm(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := s.command(ctx, dir, "npm", args...)
	if s.ci {
		cmd.Env = withEnv(cmd.Env, "NO_COLOR=1")
	}
	return cmd
}

// needModules requires the packages of the front-end's lock file. npm ci deletes installed packages before it uses the
// network, so it runs only if the lock file has changed since the last installation.
func needModules(ctx context.Context, s *session) error {
	if err := needNode(ctx, s); err != nil {
		return err
	}
	return s.once(ctx, "npm packages", func() error {
		lock, err := os.ReadFile(filepath.Join(s.root, ui, "package-lock.json"))
		if err != nil {
			return err
		}
		sum := fmt.Sprintf("%x\n", sha256.Sum256(lock))
		stamp := filepath.Join(s.root, ui, "node_modules", ".lock-sha256")
		if had, err := os.ReadFile(stamp); err == nil && string(had) == sum {
			return nil
		}
		if err := s.mayNotInstall(); err != nil {
			return missing(fmt.Sprintf("the packages of %s/package-lock.json are not installed: %v", ui, err))
		}
		text, err := s.tee(s.npm(ctx, ui, "ci", "--no-audit", "--no-fund"))
		switch {
		case strings.Contains(text, "EUSAGE"):
			return fmt.Errorf("%s/package-lock.json does not match package.json: %w", ui, err)
		case err != nil:
			return missing(fmt.Sprintf("the packages of %s/package-lock.json could not be installed: %v", ui, err))
		}
		return writeFile(stamp, sum)
	})
}
