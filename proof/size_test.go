package proof

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestCheckerIsShort checks that the checker is short and imports only the standard library.
func TestCheckerIsShort(t *testing.T) {
	const most = 500
	lines := 0
	for _, name := range []string{"rules.go", "leaf.go", "read.go", "verify.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines++
			}
		}
	}
	if lines == 0 || lines > most {
		t.Errorf("the checker has %d lines without comments, want at most %d", lines, most)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imported := range file.Imports {
			path, err := strconv.Unquote(imported.Path.Value)
			if first, _, _ := strings.Cut(path, "/"); err != nil || strings.Contains(first, ".") {
				t.Errorf("%s imports %s, want only the standard library", name, path)
			}
		}
	}
}
