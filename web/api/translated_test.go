package api_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// japanese is the file of the page with the Japanese sentences for the errors of the server. Its keys are the format
// strings of the errors in the source.
const japanese = "../ui/src/i18n/problems.ja.json"

// sourcesOfErrors returns the source files whose errors a user of the page can see, as patterns relative to this
// folder.
func sourcesOfErrors() []string {
	return []string{
		"*.go", "database/*.go", "tournaments/*.go", "../work/*.go", "../edge/[lost]*.go",
		"../../match/adjudicate.go", "../../match/limits.go", "../../match/match.go", "../../match/openings.go",
		"../../match/stats/sprt.go", "../../othello/*.go", "../../tictactoe/*.go",
		"../../opening/line.go", "../../player/[abept]*.go", "../../player/spec.go", "../../search/heuristics.go",
		"../../puzzles/shipped.go", "../../record/*.go", "../../record/[gkops]*/*.go",
		"../../record/transcript/*.go", "../../record/wthor/[nr]*.go", "../../record/files/sniff.go",
		"../../record/internal/*/*.go", "../../diagram/diagram.go",
	}
}

// TestErrorsAreTranslated checks that each error that the server can report has a Japanese sentence with the same
// arguments, and that there are no others.
func TestErrorsAreTranslated(t *testing.T) {
	var sentences map[string]string
	data, err := os.ReadFile(japanese)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &sentences); err != nil {
		t.Fatalf("%s: %v", japanese, err)
	}
	want := map[string]bool{}
	for _, pattern := range sourcesOfErrors() {
		names, err := filepath.Glob(pattern)
		if err != nil || names == nil {
			t.Errorf("%s: %d files, error %v, want files", pattern, len(names), err)
		}
		for _, name := range names {
			if !strings.HasSuffix(name, "_test.go") {
				maps.Copy(want, errorsIn(t, name))
			}
		}
	}
	for _, format := range slices.Sorted(maps.Keys(want)) {
		if sentences[format] == "" {
			t.Errorf("%s lacks a sentence for %q", japanese, format)
		}
	}
	for format, sentence := range sentences {
		if !want[format] {
			t.Errorf("%s: %q is not the format of an error", japanese, format)
		}
		if diff := cmp.Diff(argumentsOf(format), argumentsOf(sentence)); diff != "" {
			t.Errorf("arguments of the sentence %q for %q (-want +got):\n%s", sentence, format, diff)
		}
	}
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[+.0-9]*[a-z]`)

// argumentsOf returns the numbers of the arguments that a format uses, in ascending order.
func argumentsOf(format string) (numbers []int) {
	next := 1
	for _, found := range verb.FindAllStringSubmatch(format, -1) {
		if found[1] != "" {
			next, _ = strconv.Atoi(found[1])
		}
		numbers = append(numbers, next)
		next++
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// errorsIn returns the format strings of the errors that a source file makes. An error that consists of other errors
// only, such as "%s: %w", is left out.
func errorsIn(t *testing.T, name string) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, d := range file.Decls {
		function, _ := d.(*ast.FuncDecl)
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if at := messageOf(n); at >= 0 && at < len(n.Args) {
					found[formatOf(n.Args[at])] = true
				}
			case *ast.ReturnStmt: // of functions that return parts of errors
				if function != nil && slices.Contains(
					[]string{"Error", "fault", "cellCount", "numbersAt"}, function.Name.Name) {
					found[formatOf(n.Results[0])] = true
				}
			}
			return true
		})
	}
	maps.DeleteFunc(found, func(format string, _ bool) bool {
		return !regexp.MustCompile(`[A-Za-z]{2}`).MatchString(verb.ReplaceAllString(format, ""))
	})
	return found
}

// messageOf returns which argument of a call is the format of an error. It is -1 for calls that make no error.
func messageOf(call *ast.CallExpr) int {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		if at, ok := map[string]int{"unprocessable": 0, "problem": 1, "retry": 1, "WriteProblem": 2}[f.Name]; ok {
			return at
		}
	case *ast.SelectorExpr:
		of, _ := f.X.(*ast.Ident)
		if of == nil {
			return -1
		}
		if at, ok := map[string]int{
			"fmt.Errorf": 0, "errors.New": 0, "api.WriteProblem": 2, "api.unprocessable": 0, "api.Problem": 1,
			"api.Retry": 1,
		}[of.Name+"."+f.Sel.Name]; ok {
			return at
		}
	}
	return -1
}

// formatOf returns the format of an expression. Parts of a sum that are not constant become %s.
func formatOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value) // a constant of any other kind is never a message
		return text
	case *ast.BinaryExpr:
		return formatOf(e.X) + formatOf(e.Y)
	case *ast.ParenExpr:
		return formatOf(e.X)
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
			return formatOf(e.Args[0])
		}
	}
	return "%s"
}
