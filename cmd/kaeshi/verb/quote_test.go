package verb

import (
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestQuote checks that a shell reads quoted arguments back unchanged.
func TestQuote(t *testing.T) {
	for argument, want := range map[string]string{
		"c.db": "c.db", "/home/a-b/games_2.db": "/home/a-b/games_2.db", "my games.db": "'my games.db'",
		"it's": `'it'\''s'`, "$HOME": "'$HOME'", "対局.db": "'対局.db'", "": "''", "~/x": "'~/x'", "a\nb": "'a\nb'",
	} {
		if diff := cmp.Diff(want, quoteFor("linux", argument)); diff != "" {
			t.Error(diff)
		}
		shell, err := exec.LookPath("sh")
		if err != nil {
			continue
		}
		out, err := exec.Command(shell, "-c", "printf %s "+quoteFor("linux", argument)).Output()
		if diff := cmp.Diff(argument, string(out)); err != nil || diff != "" {
			t.Errorf("error %v, argument (-want +got):\n%s", err, diff)
		}
	}
	if diff := cmp.Diff(`"my games.db"`, quoteFor("windows", "my games.db")); diff != "" {
		t.Error(diff)
	}
}
