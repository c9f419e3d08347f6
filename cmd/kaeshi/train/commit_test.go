package train

import (
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

// TestCommitOf checks that the commit of a build has precedence over that of a checkout, and that a checkout of another
// project is ignored.
func TestCommitOf(t *testing.T) {
	if got := commitOf(t.Context(), verb.Build{Commit: "abc"}); got != "abc" {
		t.Errorf("build with a commit: got %q, want abc", got)
	}
	if got := commitOf(t.Context(), verb.Build{Commit: "abc", Modified: true}); got != "abc+dirty" {
		t.Errorf("build of changed sources: got %q, want abc+dirty", got)
	}
	t.Chdir(t.TempDir())
	if got := commitOf(t.Context(), verb.Build{}); got != "" {
		t.Errorf("outside a checkout: got %q, want none", got)
	}
	for _, args := range [][]string{{"init", "-q"}, {
		"-c", "user.name=a", "-c", "user.email=a@example.org", "-c",
		"commit.gpgSign=false", "commit", "-q", "--allow-empty", "-m", "a",
	}} {
		if out, err := exec.CommandContext(t.Context(), "git", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if got := commitOf(t.Context(), verb.Build{}); got != "" {
		t.Errorf("in a checkout of another project: got %q, want none", got)
	}
	if err := os.WriteFile("go.mod", []byte("module github.com/kaeshi/kaeshi\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := commitOf(t.Context(), verb.Build{}); !regexp.MustCompile("^[0-9a-f]{40}$").MatchString(got) {
		t.Errorf("in a checkout of the sources: got %q, want 40 hexadecimal digits", got)
	}
}
