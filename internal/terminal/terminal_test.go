package terminal_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

func TestStatus(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	plain := errors.New("disk full")
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
		want int
	}{
		{"no error", t.Context(), nil, 0},
		{"an error without a status", t.Context(), plain, 9},
		{"usage", t.Context(), terminal.Usage("--to %d", 3), terminal.ExitUsage},
		{
			"one among others", t.Context(), errors.Join(plain, fmt.Errorf("x: %w", terminal.Illegal("y"))),
			terminal.ExitIllegal,
		},
		{"mismatch", t.Context(), terminal.Mismatch("2 of 3"), terminal.ExitMismatch},
		{"failure", t.Context(), terminal.Failure("2 files"), terminal.ExitFailure},
		{"stopped", stopped, fmt.Errorf("x: %w", context.Canceled), terminal.ExitInterrupted},
		{"failed while stopping", stopped, plain, 9},
		{"cancelled from within", t.Context(), context.Canceled, 9},
	} {
		if got := terminal.Status(c.ctx, c.err, 9); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	if err := terminal.Usage("--to: %w", plain); !errors.Is(err, plain) || err.Error() != "--to: disk full" {
		t.Errorf("%v does not wrap its cause", err)
	}
}

func TestEscape(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"Ōno <b>\tf5\nd6 将 −3", "Ōno <b>\tf5\nd6 将 −3"},
		{"\x1b[2J\x1b[31mEvil", `\x1b[2J\x1b[31mEvil`},
		{"a\rb\x00\x7f\a", `a\x0db\x00\x7f\x07`},
		{"\u009b2J", `\u009b2J`},
		{"\u202egnp.exe", `\u202egnp.exe`},
		{"\xff", "\xff"},
		{"\xff\x1b", "\ufffd\\x1b"},
	} {
		if got := terminal.Escape(c.text); got != c.want {
			t.Errorf("Escape(%q) = %q, want %q", c.text, got, c.want)
		}
		var b strings.Builder
		w := &terminal.Output{Writer: &b}
		n, err := w.Write([]byte(c.text))
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
		if n != len(c.text) {
			t.Errorf("%q: %d bytes written, want %d", c.text, n, len(c.text))
		}
		if b.String() != c.want {
			t.Errorf("%q: output %q, want %q", c.text, b.String(), c.want)
		}
		b.Reset()
		w.Verbatim = true
		if _, err := w.Write([]byte(c.text)); err != nil || b.String() != c.text {
			t.Errorf("%q: error %v, verbatim output %q", c.text, err, b.String())
		}
	}
}

func TestOutput(t *testing.T) {
	closed, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	if terminal.Is(closed) {
		t.Error("Is(file) = true, want false")
	}
	if terminal.Is(nil) {
		t.Error("Is(nil) = true, want false")
	}
	if terminal.Is(t.Output()) {
		t.Error("Is(buffer) = true, want false")
	}
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	w := &terminal.Output{Writer: closed}
	if _, err := w.Write([]byte("x")); err == nil || !errors.Is(w.Err, os.ErrClosed) {
		t.Errorf("error %v, Err %v, want os.ErrClosed", err, w.Err)
	}
}
