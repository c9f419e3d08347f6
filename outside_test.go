package kaeshi_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// outsideOutput is the output of testdata/outside.
const outsideOutput = `white to move: true depth 4
line 2 scores -8 true -8 -8
line 3 is no position
`

// TestOutsideModule builds and runs a program in another module that imports the packages.
func TestOutsideModule(t *testing.T) {
	program, err := os.ReadFile(filepath.Join("testdata", "outside", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if got := runOutside(t, string(program)); got != outsideOutput {
		t.Errorf("output\n%s\nwant\n%s", got, outsideOutput)
	}
}

// TestLibraryPage builds and runs the code of docs/library.md and compares the output with that on the page. It also
// checks that the Japanese page has the same code.
func TestLibraryPage(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long with -short")
	}
	blocks := codeBlocks(t, "docs/library.md")
	if japanese := codeBlocks(t, "docs/library.ja.md"); !slices.Equal(blocks, japanese) {
		t.Error("the code of docs/library.md and docs/library.ja.md differs")
	}
	blocks = append(blocks, block{}) // so that each piece of code has a following block
	var pieces, want []string
	for i, b := range blocks {
		switch {
		case b.language == "go" && strings.Contains(b.text, "package main\n"):
			transcript, printed := session(t, blocks[i+1].text)
			if got := runOutsideOn(t, b.text, transcript); got != printed {
				t.Errorf("the program prints\n%s\nthe page has\n%s", got, printed)
			}
		case b.language == "go":
			pieces, want = append(pieces, b.text), append(want, blocks[i+1].text)
		}
	}
	const mark = "----\n"
	if len(pieces) < 5 {
		t.Errorf("%d pieces of code, want at least 5", len(pieces))
	}
	var b strings.Builder
	for _, piece := range pieces {
		fmt.Fprintf(&b, "func() {\n%s}()\nfmt.Print(%q)\n", piece, mark)
	}
	got := strings.Split(runOutside(t, exampleProgram(b.String())), mark)
	for i, printed := range want {
		if got[i] != printed {
			t.Errorf("output\n%s\nthe page has\n%s\nfor the code\n%s", got[i], printed, pieces[i])
		}
	}
}

// block is a code block of a page.
type block struct{ language, text string }

func codeBlocks(t *testing.T, page string) (blocks []block) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split("\n"+string(text), "\n```") {
		if language, code, ok := strings.Cut(part, "\n"); ok && i%2 == 1 {
			blocks = append(blocks, block{language, code + "\n"})
		}
	}
	return blocks
}

// session parses a command `$ echo INPUT | go run .` and its output.
func session(t *testing.T, text string) (input, printed string) {
	t.Helper()
	line, printed, _ := strings.Cut(text, "\n")
	input, ok := strings.CutPrefix(line, "$ echo ")
	input, whole := strings.CutSuffix(input, " | go run .")
	if !ok || !whole {
		t.Fatalf("%q: want `$ echo … | go run .`", line)
	}
	return input + "\n", printed
}

// exampleProgram returns a program with the statements and the imports that they need.
func exampleProgram(statements string) string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	for _, path := range []string{
		"context", "fmt", "log", "os", "slices", "strings", "time",
		module + "/gametree", module + "/match", module + "/othello", module + "/player", module + "/record",
		module + "/record/files",
		module + "/search", module + "/solve", module + "/store", module + "/tictactoe",
	} {
		if regexp.MustCompile(`\b` + filepath.Base(path) + `\.`).MatchString(statements) {
			fmt.Fprintf(&b, "\t%q\n", path)
		}
	}
	b.WriteString(")\n\nfunc main() {\n" + statements + "\n}\n")
	return b.String()
}

// runOutside runs a program in a new module that replaces kaeshi with this tree, without network access, and returns
// its standard output.
func runOutside(t *testing.T, program string) string { return runOutsideOn(t, program, "") }

// runOutsideOn is runOutside with standard input.
func runOutsideOn(t *testing.T, program, input string) string {
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
		"go.mod": fmt.Sprintf(
			"module example.test/outside\n\ngo 1.26.0\n\nrequire %[1]s v0.0.0\n\nreplace %[1]s => %[2]q\n", module,
			root),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "CGO_ENABLED=0")
	cmd.Stdin = strings.NewReader(input)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go run: %v\n%s", err, stderr.String())
	}
	return string(out)
}
