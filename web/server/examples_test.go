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

// examples are the pieces of code in a page about the API, by their language.
func examples(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", file))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)```(sh|go|js)\n(.*?)```").FindAllStringSubmatch(strings.ReplaceAll(string(text), "\r", ""), -1) {
		found[m[1]] += m[2]
	}
	return found
}

// runExample runs a piece of code with the address of a server in place of the usual one.
func runExample(t *testing.T, language, file string, command ...string) string {
	t.Helper()
	s := serve(t)
	code := examples(t, "api.md")[language]
	if !strings.Contains(code, "http://127.0.0.1:8080/") {
		t.Fatalf("docs/api.md has no %s that asks a server", language)
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

// The pages about the API in both languages show the same code.
func TestExamplesAreTheSame(t *testing.T) {
	en, ja := examples(t, "api.md"), examples(t, "api.ja.md")
	for language, code := range en {
		if ja[language] != code {
			t.Errorf("the examples in %s differ", language)
		}
	}
	if len(en) != 3 || len(ja) != 3 {
		t.Errorf("%d and %d languages", len(en), len(ja))
	}
}

func TestExampleInGo(t *testing.T) {
	if out := runExample(t, "go", "main.go", "go", "run"); !regexp.MustCompile(`^([a-h][1-8]){10}\n$`).MatchString(out) {
		t.Errorf("%q", out)
	}
}
