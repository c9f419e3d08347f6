package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDeploy checks that the services and containers of the folder deploy run commands with valid arguments.
func TestDeploy(t *testing.T) {
	paths, err := filepath.Glob("../../deploy/*")
	if err != nil {
		t.Fatal(err)
	}
	commands := map[string]int{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(strings.ReplaceAll(string(text), "\\\n", "")) { // joins continued lines
			var args []string
			if start, ok := strings.CutPrefix(line, "ExecStart=/usr/local/bin/kaeshi "); ok {
				args = strings.Fields(start)
			} else if list, ok := strings.CutPrefix(strings.TrimSpace(line), "command: "); ok {
				if err := json.Unmarshal([]byte(list), &args); err != nil {
					t.Errorf("%s: %v", path, err)
				}
			}
			if len(args) == 0 {
				continue
			}
			commands[args[0]]++
			c, rest, err := newProgram(t, "en", nil).rootCommand().Find(args)
			if err == nil {
				err = c.ParseFlags(rest)
			}
			if err != nil {
				t.Errorf("%s: %q: %v", path, args, err)
			}
		}
	}
	if diff := cmp.Diff(map[string]int{"hub": 2, "worker": 2, "serve": 1}, commands); diff != "" {
		t.Errorf("commands of services and containers (-want +got):\n%s", diff)
	}
}
