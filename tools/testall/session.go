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

// stepLimit is the time limit of a step.
const stepLimit = 40 * time.Minute

// missing is the error of a requirement that is not available and must not be installed. The step is then skipped.
type missing string

func (m missing) Error() string { return string(m) }

// session is a run of the command.
type session struct {
	root  string // absolute path of the project
	temp  string // temporary directory, removed at the end
	out   io.Writer
	ci    bool
	env   []string         // environment of commands
	found map[string]error // results of once
	// installs is set by make setup. Otherwise nothing is installed.
	installs bool
}

func newSession(root string, out io.Writer) (*session, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(abs, "go.mod")); err != nil {
		return nil, fmt.Errorf("-root %s: no go.mod: %w", root, err)
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

// once calls do for the first call with a name and returns its result for later calls. It does not keep the result of
// an interrupted call.
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

// setenv sets a variable in the environment of later commands.
func (s *session) setenv(key, value string) { s.env = withEnv(s.env, key+"="+value) }

// getenv returns a variable of that environment.
func (s *session) getenv(key string) string {
	for _, kv := range slices.Backward(s.env) {
		if v, ok := strings.CutPrefix(kv, key+"="); ok {
			return v
		}
	}
	return ""
}

// withEnv returns a copy of env with additional variables. The last value of a variable counts.
func withEnv(env []string, pairs ...string) []string {
	return append(slices.Clone(env), pairs...)
}

// prependPath puts a directory first in PATH for later commands.
func (s *session) prependPath(dir string) {
	s.setenv("PATH", dir+string(os.PathListSeparator)+s.getenv("PATH"))
}

// look finds a program in the PATH of the session, which includes the directories of prependPath.
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

// command returns a command in a directory of the project, without standard input. When ctx ends, the command and its
// child processes are stopped.
func (s *session) command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	if path, ok := s.look(name); ok {
		name = path
	}
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // G204: all programs are constants
	cmd.Dir = filepath.Join(s.root, dir)
	cmd.Env = s.env
	stopTogether(cmd)
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// show runs a command and passes its output to the terminal.
func (s *session) show(cmd *exec.Cmd) error {
	cmd.Stdout, cmd.Stderr = s.out, s.out
	return explain(cmd, cmd.Run())
}

// tee runs a command, passes its output to the terminal and returns it.
func (s *session) tee(cmd *exec.Cmd) (string, error) {
	var kept bytes.Buffer
	w := io.MultiWriter(s.out, &kept)
	cmd.Stdout, cmd.Stderr = w, w
	err := explain(cmd, cmd.Run())
	return kept.String(), err
}

// output runs a command and returns its standard output.
func (s *session) output(cmd *exec.Cmd) (string, error) {
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	err := explain(cmd, cmd.Run())
	if err != nil && stderr.Len() > 0 {
		err = fmt.Errorf("%w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out.String(), err
}

// explain adds the command line to its error.
func explain(cmd *exec.Cmd, err error) error {
	if err == nil || errors.Is(err, exec.ErrWaitDelay) {
		return err
	}
	line := append([]string{filepath.Base(cmd.Path)}, cmd.Args[1:]...)
	return fmt.Errorf("%s: %w", strings.Join(line, " "), err)
}

// writeFile writes a file and creates its parent directories.
func writeFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
