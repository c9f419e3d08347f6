package main

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// instructions returns the arguments of each instruction in the last stage of the Dockerfile, in order.
func instructions(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	stages := strings.Split("\n"+string(text), "\nFROM ")
	last := strings.ReplaceAll("FROM "+stages[len(stages)-1], "\\\n", " ")
	found := map[string][]string{}
	for line := range strings.Lines(last) {
		if name, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name != "#" {
			found[name] = append(found[name], strings.TrimSpace(rest))
		}
	}
	return found
}

// words returns the words of an instruction in exec form, a JSON array. The image has no shell for the other form.
func words(t *testing.T, instruction string) (list []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(instruction[max(0, strings.IndexByte(instruction, '[')):]), &list); err != nil {
		t.Errorf("%s: expected a JSON array: %v", instruction, err)
	}
	return list
}

// TestDockerfile checks that the image contains only the program, runs as an unprivileged user, and passes valid
// arguments.
func TestDockerfile(t *testing.T) {
	of := instructions(t)
	for name, want := range map[string]string{
		"FROM": "scratch", "USER": "65532:65532", "EXPOSE": "8080",
		"VOLUME": "/data",
	} {
		if !slices.Equal(of[name], []string{want}) {
			t.Errorf("%s %q, want %s", name, of[name], want)
		}
	}
	if start := words(t, of["ENTRYPOINT"][0]); !slices.Equal(start, []string{"/kaeshi"}) {
		t.Errorf("ENTRYPOINT %q, want /kaeshi", start)
	}
	serve, check := words(t, of["CMD"][0]), words(t, of["HEALTHCHECK"][0])
	for _, args := range [][]string{serve, check[1:]} {
		c, rest, err := newProgram(t, "en", nil).rootCommand().Find(args)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.ParseFlags(rest); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
	if !slices.Contains(serve, "--addr=0.0.0.0:8080") || check[0] != "/kaeshi" {
		t.Errorf("CMD %q, HEALTHCHECK %q; want --addr=0.0.0.0:8080 and /kaeshi", serve, check)
	}
}

// TestDockerContext checks that .dockerignore excludes no file that the program is built from, and excludes others.
func TestDockerContext(t *testing.T) {
	text, err := os.ReadFile("../../.dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			patterns = append(patterns, line)
		}
	}
	const each = "{{with .Module}}{{if .Main}}{{range $.GoFiles}}{{$.Dir}}/{{.}}\n{{end}}{{range " +
		"$.EmbedFiles}}{{$.Dir}}/{{.}}\n{{end}}{{end}}{{end}}"
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	listed := filepath.ToSlash(output(t, nil, "list", "-deps", "-f", each, "."))
	files := strings.Fields(strings.ReplaceAll(listed, filepath.ToSlash(root)+"/", ""))
	if len(files) < 100 {
		t.Fatalf("%d source files, want at least 100: %q", len(files), files)
	}
	for _, name := range append(files, "go.mod", "go.sum") {
		for _, pattern := range patterns {
			if leavesOut(t, pattern, name) {
				t.Errorf(".dockerignore excludes %s by %s", name, pattern)
			}
		}
	}
	for _, name := range []string{
		".git/config", "bin/kaeshi", "eval/testdata/x", "kaeshi.db-wal",
		"web/ui/index.html",
	} {
		if !slices.ContainsFunc(patterns, func(pattern string) bool { return leavesOut(t, pattern, name) }) {
			t.Errorf(".dockerignore does not exclude %s", name)
		}
	}
}

// leavesOut reports whether a pattern of .dockerignore matches a file or a folder that contains it.
func leavesOut(t *testing.T, pattern, name string) bool {
	t.Helper()
	below, anywhere := strings.CutPrefix(pattern, "**/")
	parts := strings.Split(name, "/")
	for i := range parts {
		for j := i + 1; j <= len(parts) && (anywhere || i == 0); j++ {
			ok, err := path.Match(below, strings.Join(parts[i:j], "/"))
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				return true
			}
		}
	}
	return false
}
