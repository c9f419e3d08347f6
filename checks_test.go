package kaeshi_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// checkLimit is the maximum number of conditions that a check may join. The message of a longer check does not show
// which condition failed.
const checkLimit = 2

// TestChecksAreNotChained checks the test files of the module and of the tools module.
func TestChecksAreNotChained(t *testing.T) {
	for _, root := range []string{".", "tools"} {
		code, err := readTree(os.DirFS(root))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(code.files, func(s source) bool { return s.test }) {
			t.Errorf("no test files in %s", root)
		}
		for _, finding := range chainedChecks(code) {
			t.Error(path.Join(root, finding))
		}
	}
}

// chainedChecks finds conditions of if statements and cases in tests that join more than checkLimit operands with ||,
// or with && under a negation, if their bodies report a failure.
func chainedChecks(t tree) []string {
	var found []string
	check := func(s source, body ast.Node, conditions ...ast.Expr) {
		for _, c := range conditions {
			if n := longestChain(c); n > checkLimit && reportsFailure(body) {
				found = append(found, fmt.Sprintf("%s:%d: a check joins %d conditions, more than %d: compare whole "+
					"values with cmp.Diff, or check one condition after another and name its value", s.path,
					t.fset.Position(c.Pos()).Line, n, checkLimit))
			}
		}
	}
	for _, s := range t.files {
		if !s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt:
				check(s, n.Body, n.Cond)
			case *ast.CaseClause:
				check(s, n, n.List...)
			}
			return true
		})
	}
	return found
}

// longestChain returns the number of operands of the longest chain of ||, or of && under a negation, in a condition.
func longestChain(condition ast.Expr) int {
	longest := 0
	ast.Inspect(condition, func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			longest = max(longest, operands(e, token.LOR))
		case *ast.UnaryExpr:
			if e.Op == token.NOT {
				longest = max(longest, operands(e.X, token.LAND))
			}
		}
		return true
	})
	return longest
}

// operands returns the number of operands that op joins in an expression, or 1 for other expressions.
func operands(e ast.Expr, op token.Token) int {
	e = ast.Unparen(e)
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == op {
		return operands(b.X, op) + operands(b.Y, op)
	}
	return 1
}

// reportsFailure reports whether a statement fails the test or makes an error. Calls of Error without arguments are
// ignored, as they return the text of an error.
func reportsFailure(body ast.Node) bool {
	reports := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := ""
		switch f := call.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		switch name {
		case "Errorf", "Fatal", "Fatalf", "Fail", "FailNow", "fail":
			reports = true
		case "Error":
			reports = reports || len(call.Args) > 0
		}
		return !reports
	})
	return reports
}

func TestChainedChecks(t *testing.T) {
	for name, c := range map[string]struct {
		code string // begins at line 3 of a test file
		want string // findings
	}{
		"three comparisons":    {`if err != nil || a != 1 || b != 2 { t.Fatalf("%v", a) }`, "3: 3 conditions"},
		"calls and flags":      {`if !reflect.DeepEqual(a, b) || c.Is(d) || ok { t.Error(a) }`, "3: 3 conditions"},
		"parentheses":          {`if (a != 1 || b < 2) || (c > 3 || d) { t.Fail() }`, "3: 4 conditions"},
		"within another chain": {`if ok && (a != 1 || b != 2 || c != 3) { t.FailNow() }`, "3: 3 conditions"},
		"a negation":           {`if !(a == 1 && b == 2 && c == 3) { t.Errorf("%v", a) }`, "3: 3 conditions"},
		"a statement before":   {`if a := f(); a.A != 1 || a.B != 2 || a.C != 3 { t.Error(a) }`, "3: 3 conditions"},
		"else":                 {"if a != 1 {\n} else if a < 1 || b < 2 || c < 3 {\nt.Error(a) }", "4: 3 conditions"},
		"a case":               {"switch {\ncase a < 0 || a > 9 || b < 0: t.Error(a) }", "4: 3 conditions"},
		"an error":             {`if a != 1 || b != 2 || c != 3 { return fmt.Errorf("%v", a) }`, "3: 3 conditions"},
		"a function":           {`if a != 1 || b != 2 || c != 3 { fail(a) }`, "3: 3 conditions"},
		"a method":             {`if a != 1 || b != 2 || c != 3 { p.fail(a) }`, "3: 3 conditions"},
		"a function literal":   {"t.Run(a, func(t *testing.T) {\nif a || b || c { t.Fatal(a) } })", "4: 3 conditions"},
		"two checks": {
			"if a || b || c { t.Fail() }\nif a || b || c || d { t.Fail() }",
			"3: 3 conditions, 4: 4 conditions",
		},
		"two comparisons":     {`if a != 1 || b != 2 { t.Error(a) }`, ""},
		"and":                 {`if a == 1 && b == 2 && c == 3 { t.Error(a) }`, ""},
		"and with or":         {`if a == 1 && b == 2 && c == 3 || d { t.Error(a) }`, ""},
		"two pairs":           {`if (a || b) && (c || d) { t.Error(a) }`, ""},
		"a negated pair":      {`if !(a == 1 && b == 2) { t.Error(a) }`, ""},
		"no failure":          {`for { if a < 0 || a > 9 || b < 0 { continue } }`, ""},
		"the text of errors":  {`if a || b || c { list = append(list, err.Error()) }`, ""},
		"within a function":   {`if any(a, func() bool { return a || b || c }) { t.Error(a) }`, ""},
		"failure after it":    {"if a || b || c { return }\nt.Error(a)", ""},
		"no condition at all": {`x := a || b || c; t.Error(x)`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			text := "package p_test\nfunc f(t *testing.T) error {\n" + c.code + "\nreturn nil }\n"
			code, err := readTree(fstest.MapFS{
				"p/p_test.go": {Data: []byte(text)},
				"p/p.go":      {Data: []byte(text)}, // no test
			})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, finding := range chainedChecks(code) {
				found, _, _ := strings.Cut(finding, ", more than 2: compare whole values with cmp.Diff")
				found = strings.TrimPrefix(found, "p/p_test.go:")
				got = append(got, strings.Replace(found, "a check joins ", "", 1))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("checks in %s (-want +got):\n%s", c.code, diff)
			}
		})
	}
}
