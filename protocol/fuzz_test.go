package protocol_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/search"
)

// addSessions seeds a fuzz target with the input of the sessions in testdata.
func addSessions(f *testing.F, name string) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", name, "*.txt"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var sent strings.Builder
		for line := range strings.Lines(string(text)) {
			if command, ok := strings.CutPrefix(line, "> "); ok && command != "EOF\n" {
				sent.WriteString(command)
			}
		}
		f.Add(sent.String())
	}
}

// fuzzServer runs a server with arbitrary input, and checks that it ends with the input and without an error.
func fuzzServer(f *testing.F, name string, serve server, check func(t *testing.T, answer string)) {
	f.Helper()
	addSessions(f, name)
	f.Fuzz(func(t *testing.T, input string) {
		var out strings.Builder
		if err := serve(context.Background(), io.NopCloser(strings.NewReader(input)), &out); err != nil {
			t.Fatal(err)
		}
		check(t, out.String())
	})
}

// FuzzGTP checks that every GTP answer begins with = or ? and ends with an empty line.
func FuzzGTP(f *testing.F) {
	fuzzServer(f, "gtp", protocol.GTP{Player: greedy(), Name: "Fuzz", Version: "1"}.Serve,
		func(t *testing.T, out string) {
			for answer := range strings.SplitSeq(strings.TrimSuffix(out, "\n\n"), "\n\n") {
				if out != "" && (answer == "" || answer[0] != '=' && answer[0] != '?') {
					t.Fatalf("not an answer of GTP: %q in %q", answer, out)
				}
			}
		})
}

func FuzzNBoard(f *testing.F) {
	s := protocol.NBoard{Name: "Fuzz", Player: greedy(), Search: search.New(search.Options{HashBytes: 1 << 16})}
	fuzzServer(f, "nboard", s.Serve, func(t *testing.T, out string) {
		for line := range strings.Lines(out) {
			if word := strings.Fields(line)[0]; !strings.Contains(
				" set status pong learned search nodestats analysis === ", " "+word+" ") {
				t.Fatalf("not an answer of NBoard: %q", line)
			}
		}
	})
}

func FuzzCassio(f *testing.F) {
	s := protocol.Cassio{Name: "Fuzz", Version: "1", Search: search.New(search.Options{HashBytes: 1 << 16})}
	fuzzServer(f, "cassio", s.Serve, func(t *testing.T, out string) {
		for line := range strings.Lines(out) {
			known := strings.HasPrefix(line, "ERROR: ") || strings.Contains(line, ", move ") ||
				strings.HasPrefix(line, "version: ") ||
				strings.HasPrefix(line, "node ") || line == "ready.\n" || line == "ok.\n" || line == "bye bye.\n"
			if !known {
				t.Fatalf("not an answer of Cassio: %q", line)
			}
		}
	})
}
