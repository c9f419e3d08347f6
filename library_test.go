package kaeshi_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// libraryPackages lists the packages of docs/library.md.
func libraryPackages() []string {
	return []string{
		"othello", "search", "eval", "gametree", "solve", "player", "match", "opening", "record",
		"record/files", "record/transcript", "record/obf", "record/ggf", "record/sgf", "record/pgn", "record/wthor",
		"record/kjson",
	}
}

// TestLibraryIsDocumented checks the doc comments of the library packages.
func TestLibraryIsDocumented(t *testing.T) {
	code, err := readTree(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range undocumented(code, libraryPackages()) {
		t.Error(finding)
	}
}

// undocumented finds exported names without a doc comment that begins with the name, functions with an error result
// whose comments do not mention errors, and functions for scores whose comments do not mention the point of view.
func undocumented(code tree, packages []string) []string {
	var found []string
	for _, s := range code.program() {
		if !slices.Contains(packages, s.dir) {
			continue
		}
		for _, decl := range s.file.Decls {
			for _, finding := range undocumentedIn(decl) {
				found = append(found, fmt.Sprintf("%s:%d: %s", s.path, code.fset.Position(finding.place).Line,
					finding.text))
			}
		}
	}
	return found
}

type finding struct {
	place token.Pos
	text  string
}

func undocumentedIn(decl ast.Decl) []finding {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		return undocumentedFunc(d)
	case *ast.GenDecl:
		var found []finding
		for _, spec := range d.Specs {
			found = append(found, undocumentedSpec(d, spec)...)
		}
		return found
	}
	return nil
}

var (
	// Words with which comments describe errors and the point of view of scores.
	failure = regexp.MustCompile(
		`(?i)\b(error|errors|fails?|failing|refused|wrong|nil when|Err[A-Z]\w*|[A-Z]\w*Error|see \[?\w+)\b|\bError\b`)
	view = regexp.MustCompile(`(?i)view|\bblack\b|side to move|side that plays`)
)

func undocumentedFunc(f *ast.FuncDecl) []finding {
	receiver := receiverOf(f)
	if !f.Name.IsExported() || receiver != "" && !ast.IsExported(receiver) {
		return nil
	}
	name, text := f.Name.Name, f.Doc.Text()
	shown := name
	if receiver != "" {
		shown = receiver + "." + name
	}
	var found []finding
	switch {
	case !strings.HasPrefix(text, name+" "):
		found = append(found, finding{f.Pos(), shown + " lacks a comment that begins with its name"})
	case name != "Unwrap" && givesError(f.Type) && !failure.MatchString(text):
		found = append(found, finding{f.Pos(), shown + ": the comment does not mention errors"})
	case strings.Contains(name, "Score") && givesNumber(f.Type) && !view.MatchString(text):
		found = append(found, finding{f.Pos(), shown + ": the comment does not mention the point of view"})
	}
	return found
}

// receiverOf returns the name of the receiver's type, or "" for functions.
func receiverOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	kind := f.Recv.List[0].Type
	for {
		switch x := kind.(type) {
		case *ast.StarExpr:
			kind = x.X
		case *ast.IndexExpr:
			kind = x.X
		case *ast.IndexListExpr:
			kind = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// givesError reports whether the last result is an error or a sequence with errors.
func givesError(f *ast.FuncType) bool {
	if f.Results == nil {
		return false
	}
	switch last := f.Results.List[len(f.Results.List)-1].Type.(type) {
	case *ast.Ident:
		return last.Name == "error"
	case *ast.IndexListExpr: // iter.Seq2[…, error]
		of, ok := last.Indices[len(last.Indices)-1].(*ast.Ident)
		return ok && of.Name == "error"
	}
	return false
}

func givesNumber(f *ast.FuncType) bool {
	if f.Results == nil {
		return false
	}
	first, ok := f.Results.List[0].Type.(*ast.Ident)
	return ok && (first.Name == "int" || first.Name == "float64")
}

func undocumentedSpec(d *ast.GenDecl, spec ast.Spec) []finding {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		return undocumentedType(d, s)
	case *ast.ValueSpec:
		own := s.Doc.Text() + s.Comment.Text()
		for _, name := range s.Names {
			if name.IsExported() && own == "" && (d.Lparen.IsValid() || d.Doc.Text() == "") {
				return []finding{{name.Pos(), name.Name + " lacks a comment"}}
			}
		}
	}
	return nil
}

func undocumentedType(d *ast.GenDecl, s *ast.TypeSpec) []finding {
	if !s.Name.IsExported() {
		return nil
	}
	text := s.Doc.Text() + d.Doc.Text()
	var found []finding
	if !regexp.MustCompile(`^(An? )?` + s.Name.Name + ` `).MatchString(text) {
		found = append(found, finding{s.Pos(), s.Name.Name + " lacks a comment that begins with its name"})
	}
	var fields *ast.FieldList
	switch kind := s.Type.(type) {
	case *ast.StructType:
		fields = kind.Fields
	case *ast.InterfaceType:
		fields = kind.Methods
	}
	return append(found, undocumentedFields(s.Name.Name, text, fields)...)
}

// paragraphs returns the comments above fields. Each of them may describe the following fields too.
func paragraphs(fields *ast.FieldList) string {
	var b strings.Builder
	for _, field := range fields.List {
		b.WriteString(field.Doc.Text())
	}
	return b.String()
}

// hasDocTag reports whether the field has a doc tag for the OpenAPI document.
func hasDocTag(field *ast.Field) bool {
	return field.Tag != nil && strings.Contains(field.Tag.Value, "doc:")
}

// undocumentedFields finds fields and methods without a comment or a doc tag that are not mentioned in the comment of
// their type or above another field.
func undocumentedFields(name, text string, fields *ast.FieldList) []finding {
	if fields == nil {
		return nil
	}
	text += paragraphs(fields)
	var found []finding
	for _, field := range fields.List {
		for _, own := range field.Names {
			documented := field.Doc.Text()+field.Comment.Text() != "" || hasDocTag(field) ||
				regexp.MustCompile(`\b`+own.Name+`\b`).MatchString(text)
			if own.IsExported() && !documented {
				found = append(found, finding{own.Pos(), name + "." + own.Name + " lacks a comment"})
			}
		}
	}
	return found
}

// TestUndocumented checks that undocumented finds each kind of violation.
func TestUndocumented(t *testing.T) {
	const clean = `// Package p is an example.
package p

// Exact ones.
const (
	A = 1 // the first
	b = 2
)

// One is alone.
var One = 1

// A Thing has an Order.
type Thing struct {
	Order int
	Name  string // as people write it
	Kind  string "doc:\"of thing\""
	hidden int
}

// Score is the difference from the view of the side to move.
func (t *Thing) Score() int { return 0 }

// Read reads; the error says what is wrong.
func Read() error { return nil }

func (hidden) Any() {}
`
	for broken, want := range map[string]string{
		clean: "",
		strings.Replace(clean, " // the first", "", 1):      "A lacks a comment",
		strings.Replace(clean, "// One is alone.\n", "", 1): "One lacks a comment",
		strings.Replace(clean, "// A Thing has", "// This has",
			1): "Thing lacks a comment that begins with its name",
		strings.Replace(clean, "has an Order", "has something", 1): "Thing.Order lacks a comment",
		strings.Replace(clean, " // as people write it", "", 1):    "Thing.Name lacks a comment",
		strings.Replace(clean, ` "doc:\"of thing\""`, "", 1):       "Thing.Kind lacks a comment",
		strings.Replace(clean, " from the view of the side to move", "",
			1): "Thing.Score: the comment does not mention the point of view",
		strings.Replace(clean, "; the error says what is wrong", "", 1): "Read: the comment does not mention errors",
		strings.Replace(clean, "// Score is the", "// It is the",
			1): "Thing.Score lacks a comment that begins with its name",
		strings.Replace(clean, "func (hidden) Any", "func (t *Thing) Any",
			1): "Thing.Any lacks a comment that begins with its name",
	} {
		code, err := readTree(fstest.MapFS{"p/p.go": {Data: []byte(broken)}})
		if err != nil {
			t.Fatal(err)
		}
		found := undocumented(code, []string{"p"})
		if want == "" && len(found) == 0 {
			continue
		}
		if want == "" || len(found) != 1 {
			t.Errorf("findings %q, want only %q", found, want)
		} else if !strings.Contains(found[0], want) {
			t.Errorf("finding %q, want %q", found[0], want)
		}
	}
}
