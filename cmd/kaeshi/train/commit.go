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

// commitOf is the commit that the program was built from: that of the build, or, for a build that was not stamped and
// runs in a checkout of its own sources, the one that git reports. "+dirty" follows when the sources were changed. It
// is "" when the commit is unknown.
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

// checkedOut is the commit of the checkout that the program runs in, and whether its files were changed. The commit is
// "" outside a checkout of this program's sources.
func checkedOut(ctx context.Context) (commit string, changed bool) {
	const soon = 5 * time.Second
	ctx, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	told := func(c *exec.Cmd) string {
		out, err := c.Output()
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(out))
	}
	top := told(exec.CommandContext(ctx, "git", "rev-parse", "--show-toplevel"))
	module, err := os.ReadFile(filepath.Join(top, "go.mod"))
	if err != nil || !bytes.HasPrefix(module, []byte("module github.com/kaeshi/kaeshi\n")) {
		return "", false
	}
	commit = told(exec.CommandContext(ctx, "git", "rev-parse", "HEAD"))
	return commit, told(exec.CommandContext(ctx, "git", "status", "--porcelain", "--untracked-files=no")) != ""
}
