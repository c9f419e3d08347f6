//go:build tools

package server

import (
	"strings"
	"testing"
)

// These tests need programs that make setup installs.

func TestExampleForCurl(t *testing.T) {
	out := runExample(t, "sh", "example.sh", "sh", "-eu")
	for _, want := range []string{
		`"schema":"kaeshi/game/1"`, `"schema":"kaeshi/move/1"`, `"schema":"kaeshi/analyse/1"`,
		`"ended":"complete"`, `"state":"queued"`, "event: done", `"state":"done"`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("output %s, want %s in it", out, want)
		}
	}
}

func TestExampleInJavaScript(t *testing.T) {
	out := runExample(t, "js", "example.mjs", "node")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "10 ") || strings.Count(last, ".") < 3 {
		t.Errorf("output %q, want a last line that begins with 10 and has three scores", out)
	}
}
