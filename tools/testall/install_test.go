package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseVersion(t *testing.T) {
	for text, want := range map[string]version{
		"v20.19.0": {20, 19, 0}, "11.2.30": {11, 2, 30},
		"v24.0.0-pre": {24, 0, 0},
	} {
		if got, err := parseVersion(text); err != nil || got != want {
			t.Errorf("parseVersion(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "node", "20"} {
		if got, err := parseVersion(text); err == nil {
			t.Errorf("parseVersion(%q) = %v, want an error", text, got)
		}
	}
}

func TestVersionOrder(t *testing.T) {
	rising := []version{{18, 20, 9}, {20, 9, 9}, {20, 19, 0}, {20, 19, 1}, {22, 0, 0}}
	for i, a := range rising {
		for j, b := range rising {
			if got := a.less(b); got != (i < j) {
				t.Errorf("%v less %v = %t, want %t", a, b, got, i < j)
			}
		}
	}
}

// bareSession returns a session without programs, which is not allowed to install any.
func bareSession(t *testing.T) *session {
	t.Helper()
	s, _ := newTestSession(t, nil)
	s.installs = true
	for key, value := range map[string]string{"PATH": t.TempDir(), "KAESHI_NO_INSTALL": "1", "CC": "", "CHROMIUM": ""} {
		s.setenv(key, value)
	}
	return s
}

func TestMissingRequirements(t *testing.T) {
	for name, c := range map[string]struct {
		need need
		want string
	}{
		"compiler": {needCompiler, "apt-get install gcc libc6-dev"},
		"browser":  {needChromium, "apt-get install chromium-headless-shell"},
		"node":     {needNode, "node 20.19.0 or newer is not installed"},
		"modules":  {needModules, "KAESHI_NO_INSTALL"},
	} {
		t.Run(name, func(t *testing.T) {
			s := bareSession(t)
			var m missing
			if err := c.need(context.Background(), s); !errors.As(err, &m) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one of the type missing with %q", err, c.want)
			}
		})
	}
}

// TestOnlySetupInstalls checks that a run of the tests reports missing requirements without installing them.
func TestOnlySetupInstalls(t *testing.T) {
	s := bareSession(t)
	s.setenv("KAESHI_NO_INSTALL", "")
	s.installs = false
	mustWrite(t, filepath.Join(s.getenv("PATH"), "apt-get"), "")
	var m missing
	if err := needChromium(context.Background(), s); !errors.As(err, &m) || !strings.Contains(err.Error(),
		"make setup") {
		t.Errorf("error %v, want one of the type missing that mentions make setup", err)
	}
}

// TestSetupReportsMissing checks that missing requirements are reported once, and that other errors are failures.
func TestSetupReportsMissing(t *testing.T) {
	lacks := []need{func(context.Context, *session) error { return missing("no gcc") }}
	broken := []need{func(context.Context, *session) error { return errors.New("no file") }}
	for want, steps := range map[int][]step{
		exitPassed: {{needs: lacks}, {needs: lacks}, {}},
		exitFailed: {{needs: lacks}, {needs: broken}},
	} {
		s, out := newTestSession(t, nil)
		if got := install(context.Background(), s, steps); got != want || strings.Count(out.String(),
			"setup: no gcc\n") != 1 {
			t.Errorf("exit code %d, want %d; output %q", got, want, out)
		}
	}
}

func TestOldNode(t *testing.T) {
	s := bareSession(t)
	path := filepath.Join(s.getenv("PATH"), "node")
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho v18.20.4\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := needNode(context.Background(), s); err == nil || !strings.Contains(err.Error(),
		"node is 18.20.4 and must be 20.19.0 or newer") {
		t.Errorf("error %v, want the versions of node", err)
	}
}

func TestOnce(t *testing.T) {
	s, _ := newTestSession(t, nil)
	calls := 0
	fail := func() error { calls++; return missing("gone") }
	ctx, cancel := context.WithCancel(context.Background())
	for range 2 {
		if err := s.once(ctx, "x", fail); err == nil || err.Error() != "gone" {
			t.Errorf("once() = %v, want the error gone", err)
		}
	}
	if calls != 1 {
		t.Errorf("once called its function %d times, want once", calls)
	}
	cancel()
	if err := s.once(ctx, "y", fail); err == nil || err.Error() != "interrupted" {
		t.Errorf("once() after an interrupt = %v, want the error interrupted", err)
	}
}
