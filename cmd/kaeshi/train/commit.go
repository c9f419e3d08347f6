package train

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

// commitOf returns the commit that the program was built from. If the build has no commit and the program runs in a
// checkout of its own sources, it is the commit of the checkout. The suffix "+dirty" marks changed sources. The result
// is "" if the commit is unknown.
func commitOf(ctx context.Context, built verb.Build) string {
	commit, changed := built.Commit, built.Modified
	if commit == "" {
		commit, changed = checkedOut(ctx)
	}
	if changed {
		commit += "+dirty"
	}
	return commit
}

// checkedOut returns the commit of the checkout that the program runs in, and whether its files were changed. The
// commit is "" outside a checkout of this program's sources.
func checkedOut(ctx context.Context) (commit string, changed bool) {
	const limit = 5 * time.Second
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	output := func(c *exec.Cmd) string {
		out, err := c.Output()
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(out))
	}
	top := output(exec.CommandContext(ctx, "git", "rev-parse", "--show-toplevel"))
	module, err := os.ReadFile(filepath.Join(top, "go.mod"))
	if err != nil || !bytes.HasPrefix(module, []byte("module github.com/kaeshi/kaeshi\n")) {
		return "", false
	}
	commit = output(exec.CommandContext(ctx, "git", "rev-parse", "HEAD"))
	return commit, output(exec.CommandContext(ctx, "git", "status", "--porcelain", "--untracked-files=no")) != ""
}
