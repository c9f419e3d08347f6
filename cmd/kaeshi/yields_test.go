package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// TestVariablesYield checks that an environment variable whose flag does not fit those on the command line is ignored.
func TestVariablesYield(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ variables, command string }{
		{"KAESHI_ROUNDS=3", "match random greedy --games 2 --format roundrobin --db :memory:"},
		{"KAESHI_ROUNDS=3", "match random greedy --games 2 --db :memory:"},
		{"KAESHI_STDIO=1", "analyze --level 1 --html OUT.html GAMES"},
		{"KAESHI_STDIO=1", "analyze --level 1 --brief GAMES"},
		{"KAESHI_STDIO=1", "analyze --level 1 GAMES"},
		{"KAESHI_GAME=tictactoe", "tree --size 6 --depth 1"},
		{"KAESHI_GAME=tictactoe", "compare --start parallel --depth 1"},
		{"KAESHI_POSITION=f5", "tree --size 4 --depth 1"},
		{"KAESHI_POSITION=f5", "tree --game tictactoe --depth 1"},
		{"KAESHI_ID=1", "export OUT.ggf --only imported --db GAMES.db"},
		{"KAESHI_ONLY=imported", "export OUT.ggf --id 1 --db GAMES.db"},
		{"KAESHI_CLUSTER=kaeshi://127.0.0.1:1/#x", "solve --threads 1 POSITIONS"},
		{"KAESHI_CLUSTER=kaeshi://127.0.0.1:1/#x", "analyze --level 1 --threads 1 GAMES"},
		{"KAESHI_CLUSTER=kaeshi://127.0.0.1:1/#x", "train games --count 1 --depth 1 --threads 1 --dir OUT"},
		{"KAESHI_ACME=othello.example.org", "serve --tls-cert a --tls-key b --print-config"},
		{"KAESHI_TLS_CERT=a KAESHI_TLS_KEY=b", "serve --acme othello.example.org --print-config"},
		{"KAESHI_ACME_SERVER=https://example.org/", "serve --tls-cert a --tls-key b --print-config"},
	} {
		t.Run(c.variables+" "+c.command, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			variables := map[string]string{"XDG_DATA_HOME": folder, "KAESHI_HASH": "1MB", "KAESHI_THREADS": "1"}
			for v := range strings.FieldsSeq(c.variables) {
				name, value, _ := strings.Cut(v, "=")
				variables[name] = value
			}
			for name, text := range map[string]string{"GAMES": "f5d6c3\n", "POSITIONS": ending + "\n"} {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			run := func(command string) (status int, out, errs string) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				for _, name := range []string{"GAMES", "POSITIONS", "OUT"} {
					command = strings.ReplaceAll(command, " "+name, " "+filepath.Join(folder, name))
				}
				var stdout, stderr bytes.Buffer
				p := &program{Env: &verb.Env{
					In: os.Stdin, Out: &terminal.Output{Writer: &stdout}, Err: &stderr,
					Getenv: func(name string) string { return variables[name] },
				}}
				return p.run(ctx, strings.Fields(command)), stdout.String(), stderr.String()
			}
			if strings.Contains(c.command, "GAMES.db") {
				if status, _, errs := run("match random greedy --games 2 --db GAMES.db"); status != 0 {
					t.Fatal(errs)
				}
			}
			status, out, errs := run(c.command)
			if status == terminal.ExitUsage || status == terminal.ExitFailure && !strings.Contains(errs, "no game") {
				t.Errorf("kaeshi %s: status %d\n%s", c.command, status, errs)
			}
			if strings.Contains(c.command, "print-config") && regexp.MustCompile("KAESHI_(TLS|ACME)").MatchString(out) {
				t.Errorf("kaeshi %s uses a variable:\n%s", c.command, out)
			}
		})
	}
}
