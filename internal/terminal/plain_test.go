package terminal_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

func TestPlain(t *testing.T) {
	_, notNumber := strconv.Atoi("ten")
	_, tooLarge := strconv.ParseUint("99999999999999999999", 10, 64)
	_, noDuration := time.ParseDuration("soon")
	_, noUnit := time.ParseDuration("10")
	start := &fs.PathError{Op: "fork/exec", Path: "./ntest", Err: syscall.ENOENT}
	folder := &fs.PathError{Op: "read", Path: "games", Err: syscall.EISDIR}
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("line 3: no game"), "line 3: no game"},
		{fmt.Errorf("level: %w", notNumber), `level: "ten" is not a number`},
		{fmt.Errorf("nodes: %w", tooLarge), `nodes: "99999999999999999999" is too large`},
		{fmt.Errorf("clock: %w", noDuration), `clock: "soon" is not a duration such as 30s or 1m30s`},
		{noUnit, `"10" is not a duration such as 30s or 1m30s`},
		{fmt.Errorf("--config: %w", folder), "--config: read games: it is a folder (want a file)"},
		{errors.Join(notNumber, start), "\"ten\" is not a number\ncannot start ./ntest: no such file or directory"},
	} {
		if got := terminal.Plain(c.err); got != c.want {
			t.Errorf("Plain(%q) = %q, want %q", c.err, got, c.want)
		}
	}
}
