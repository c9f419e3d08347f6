package server

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// examples returns the code blocks of a page about the API by language.
func examples(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", file))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	fenced := regexp.MustCompile("(?s)```(sh|go|js)\n(.*?)```")
	for _, m := range fenced.FindAllStringSubmatch(strings.ReplaceAll(string(text), "\r", ""), -1) {
		found[m[1]] += m[2]
	}
	return found
}

// runExample runs a code block after replacing the address of its server.
func runExample(t *testing.T, language, file string, command ...string) string {
	t.Helper()
	s := serve(t)
	code := examples(t, "api.md")[language]
	if !strings.Contains(code, "http://127.0.0.1:8080/") {
		t.Fatalf("docs/api.md has no example in %s that sends a request", language)
	}
	path := filepath.Join(t.TempDir(), file)
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(code, "http://127.0.0.1:8080", s.URL)), 0o600); err != nil {
		t.Fatal(err)
	}
	var complaint strings.Builder
	c := exec.CommandContext(t.Context(), command[0], slices.Concat(command[1:], []string{path})...)
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %v: %s%s", command, err, out, complaint.String())
	}
	return string(out)
}

// TestExamplesMatch checks that the pages in both languages show the same code.
func TestExamplesMatch(t *testing.T) {
	en, ja := examples(t, "api.md"), examples(t, "api.ja.md")
	for language, code := range en {
		if ja[language] != code {
			t.Errorf("the %s examples of the two pages differ", language)
		}
	}
	if len(en) != 3 || len(ja) != 3 {
		t.Errorf("examples in %d and %d programming languages, want 3 and 3", len(en), len(ja))
	}
}

func TestExampleInGo(t *testing.T) {
	moves := regexp.MustCompile(`^([a-h][1-8]){10}\n$`)
	if out := runExample(t, "go", "main.go", "go", "run"); !moves.MatchString(out) {
		t.Errorf("output %q, want lines of moves", out)
	}
}
