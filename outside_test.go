package kaeshi_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// outsideOutput is what testdata/outside prints.
const outsideOutput = `white to move: true depth 4
line 2 scores -8 true -8 -8
line 3 is no position
`

// TestOutsideModule builds and runs a program in a module of its own that imports the packages, as their users do.
func TestOutsideModule(t *testing.T) {
	program, err := os.ReadFile(filepath.Join("testdata", "outside", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if got := runOutside(t, string(program)); got != outsideOutput {
		t.Errorf("it printed\n%s\nwant\n%s", got, outsideOutput)
	}
}

// TestReadmeExample builds and runs the library examples that the front pages show.
func TestReadmeExample(t *testing.T) {
	for _, page := range []string{"README.md", "README.ja.md"} {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			_, rest, found := strings.Cut(string(text), "```go\n")
			example, _, ended := strings.Cut(rest, "\n```")
			if !found || !ended {
				t.Fatal("no example between ```go and ```")
			}
			if runOutside(t, exampleProgram(example)) == "" {
				t.Error("the example prints nothing")
			}
		})
	}
}

// exampleProgram makes a program of statements by importing what they name.
func exampleProgram(statements string) string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	for name, path := range map[string]string{
		"context": "context", "fmt": "fmt", "log": "log", "os": "os",
		"othello": module + "/othello", "record": module + "/record", "search": module + "/search", "solve": module + "/solve",
	} {
		if strings.Contains(statements, name+".") {
			fmt.Fprintf(&b, "\t%q\n", path)
		}
	}
	b.WriteString(")\n\nfunc main() {\n" + statements + "\n}\n")
	return b.String()
}

// runOutside runs a program in a new module that takes kaeshi from this tree, and returns its standard output. Nothing is
// fetched: what the packages need, these tests needed too.
func runOutside(t *testing.T, program string) string {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.go": program,
		"go.sum":  string(sums),
		"go.mod":  fmt.Sprintf("module example.test/outside\n\ngo 1.26.0\n\nrequire %[1]s v0.0.0\n\nreplace %[1]s => %[2]q\n", module, root),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "CGO_ENABLED=0")
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go run: %v\n%s", err, complaint.String())
	}
	return string(out)
}
