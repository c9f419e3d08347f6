package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// stepLimit bounds one step, so that a hung browser costs one step and not the run.
const stepLimit = 40 * time.Minute

// missing says that something a step needs is not here and may not be installed:
// the step is skipped, not failed.
type missing string

func (m missing) Error() string { return string(m) }

// session is one run: where, with which environment, and what it found installed.
type session struct {
	root  string // absolute
	temp  string // removed at the end
	out   io.Writer
	ci    bool
	env   []string         // of every command started
	found map[string]error // what earlier calls of once found
	// installs is set by `make setup`, which alone may install something.
	installs bool
}

func newSession(root string, out io.Writer) (*session, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(abs, "go.mod")); err != nil {
		return nil, fmt.Errorf("-root %s: no module there: %w", root, err)
	}
	temp, err := os.MkdirTemp("", "kaeshi-test-")
	if err != nil {
		return nil, err
	}
	ci := os.Getenv("CI")
	return &session{
		root: abs, temp: temp, out: out, ci: ci == "true" || ci == "1",
		env: os.Environ(), found: map[string]error{},
	}, nil
}

func (s *session) close() {
	if err := os.RemoveAll(s.temp); err != nil {
		fmt.Fprintln(s.out, "testall:", err)
	}
}

// once does a piece of preparation the first time it is asked for and repeats its
// outcome afterwards: several steps need the same compiler. What an interrupt cut
// short is not remembered.
func (s *session) once(ctx context.Context, what string, do func() error) error {
	err, done := s.found[what]
	if !done {
		err = do()
		if ctx.Err() != nil {
			return missing("interrupted")
		}
		s.found[what] = err
	}
	return err
}

// setenv changes the environment of the commands to come.
func (s *session) setenv(key, value string) { s.env = withEnv(s.env, key+"="+value) }

// getenv reads that environment.
func (s *session) getenv(key string) string {
	for _, kv := range slices.Backward(s.env) {
		if v, ok := strings.CutPrefix(kv, key+"="); ok {
			return v
		}
	}
	return ""
}

// withEnv returns a copy of env with further pairs; the last value of a key counts.
func withEnv(env []string, pairs ...string) []string {
	return append(slices.Clone(env), pairs...)
}

// prependPath puts a folder first in PATH for the commands to come.
func (s *session) prependPath(dir string) {
	s.setenv("PATH", dir+string(os.PathListSeparator)+s.getenv("PATH"))
}

// look finds a program in the session's PATH (not this process's own, which lacks
// the folders that prependPath added).
func (s *session) look(names ...string) (string, bool) {
	for _, name := range names {
		for _, dir := range filepath.SplitList(s.getenv("PATH")) {
			path := filepath.Join(dir, name)
			if runtime.GOOS == "windows" {
				path += ".exe"
			}
			if info, err := os.Stat(path); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
				return path, true
			}
		}
	}
	return "", false
}

// command prepares a program to run in a folder of the project. It gets no
// standard input, and is stopped with all it started when ctx ends.
func (s *session) command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	if path, ok := s.look(name); ok {
		name = path
	}
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // G204: the plan names them, no one else
	cmd.Dir = filepath.Join(s.root, dir)
	cmd.Env = s.env
	stopTogether(cmd)
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// show runs a command with its output going to the terminal.
func (s *session) show(cmd *exec.Cmd) error {
	cmd.Stdout, cmd.Stderr = s.out, s.out
	return explain(cmd, cmd.Run())
}

// tee runs a command with its output going to the terminal and returned.
func (s *session) tee(cmd *exec.Cmd) (string, error) {
	var kept bytes.Buffer
	w := io.MultiWriter(s.out, &kept)
	cmd.Stdout, cmd.Stderr = w, w
	err := explain(cmd, cmd.Run())
	return kept.String(), err
}

// output runs a command quietly and returns its standard output.
func (s *session) output(cmd *exec.Cmd) (string, error) {
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := explain(cmd, cmd.Run())
	if err != nil && complaint.Len() > 0 {
		err = fmt.Errorf("%w: %s", err, bytes.TrimSpace(complaint.Bytes()))
	}
	return out.String(), err
}

// explain names the command in its error.
func explain(cmd *exec.Cmd, err error) error {
	if err == nil || errors.Is(err, exec.ErrWaitDelay) {
		return err
	}
	line := append([]string{filepath.Base(cmd.Path)}, cmd.Args[1:]...)
	return fmt.Errorf("%s: %w", strings.Join(line, " "), err)
}

// writeFile writes a file and the folders above it.
func writeFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
