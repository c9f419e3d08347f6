package kaeshi_test

import (
	"fmt"
	"go/ast"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestNamesOnPagesExist checks that paths, files and exported names in backticks on the pages exist.
func TestNamesOnPagesExist(t *testing.T) {
	fsys := os.DirFS(".")
	code, err := readTree(fsys)
	if err != nil {
		t.Fatal(err)
	}
	index, err := newIndex(fsys, code)
	if err != nil {
		t.Fatal(err)
	}
	pages := []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "README.ja.md"}
	docs, err := fs.Glob(fsys, "docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatalf("%d pages in docs: %v", len(docs), err)
	}
	for _, page := range append(pages, docs...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, finding := range index.missing(string(text)) {
			t.Errorf("%s:%s", page, finding)
		}
	}
}

// index contains the names that pages may refer to.
type index struct {
	paths map[string]bool // files and directories, relative to the root
	files map[string]bool // base names of files
	names map[string]bool // package.Name and Type.Name
}

func newIndex(fsys fs.FS, code tree) (index, error) {
	x := index{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git") {
			return fs.SkipDir
		}
		x.paths[name], x.files[path.Base(name)] = true, true
		return nil
	})
	for _, s := range code.program() {
		for _, decl := range s.file.Decls {
			for _, name := range declared(decl) {
				x.names[path.Base(s.dir)+"."+name] = true
				x.names[name] = true
			}
		}
	}
	return x, err
}

// declared returns the names that a declaration declares. Methods and fields have the form Type.Name.
func declared(decl ast.Decl) []string {
	if f, ok := decl.(*ast.FuncDecl); ok {
		if receiver := receiverOf(f); receiver != "" {
			return []string{receiver + "." + f.Name.Name}
		}
		return []string{f.Name.Name}
	}
	d, ok := decl.(*ast.GenDecl)
	if !ok {
		return nil
	}
	var list []string
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.ValueSpec:
			for _, name := range s.Names {
				list = append(list, name.Name)
			}
		case *ast.TypeSpec:
			list = append(list, s.Name.Name)
			for _, member := range members(s.Type) {
				list = append(list, s.Name.Name+"."+member)
			}
		}
	}
	return list
}

func members(kind ast.Expr) []string {
	var fields *ast.FieldList
	switch k := kind.(type) {
	case *ast.StructType:
		fields = k.Fields
	case *ast.InterfaceType:
		fields = k.Methods
	default:
		return nil
	}
	var list []string
	for _, field := range fields.List {
		for _, name := range field.Names {
			list = append(list, name.Name)
		}
	}
	return list
}

var (
	quoted     = regexp.MustCompile("`([^`]+)`")
	pathText   = regexp.MustCompile(`^[a-z][\w.-]*(/[\w.{},-]+)+/?$`)
	fileText   = regexp.MustCompile(`^[\w.-]+\.(go|ts|mjs|svelte|sh)$`)
	memberText = regexp.MustCompile(`^([A-Z]\w*)\.[A-Za-z0-9]+$`)
	goNameText = regexp.MustCompile(`^(?:[a-z]+/)*(([a-z]\w*)\.([A-Z]\w*(?:\.[A-Z]\w*)?))(\(.*\))?$`)
)

// missing returns the names on a page that do not exist, with their lines. It ignores names of players such as
// classic/positional, which look like paths.
func (x index) missing(page string) []string {
	var found []string
	for i, line := range strings.Split(page, "\n") {
		for _, match := range quoted.FindAllStringSubmatch(line, -1) {
			if text := match[1]; !x.has(text) {
				found = append(found, fmt.Sprintf("%d: %s does not exist", i+1, text))
			}
		}
	}
	return found
}

func (x index) has(text string) bool {
	if name := goNameText.FindStringSubmatch(text); name != nil {
		return !x.hasPackage(name[2]) || x.names[name[1]]
	}
	if member := memberText.FindStringSubmatch(text); member != nil {
		return !x.names[member[1]] || x.names[text]
	}
	if fileText.MatchString(text) {
		return x.files[text]
	}
	root, _, _ := strings.Cut(text, "/")
	if !pathText.MatchString(text) || !x.paths[root] || root == "classic" || strings.Contains(text, "NNN") {
		return true
	}
	return !slices.ContainsFunc(expand(text), func(p string) bool { return !x.paths[strings.TrimSuffix(p, "/")] })
}

// hasPackage reports whether there is a package with declarations and the given name.
func (x index) hasPackage(name string) bool {
	for known := range x.names {
		if strings.HasPrefix(known, name+".") {
			return true
		}
	}
	return false
}

// expand expands lists in braces: a/{b,c} becomes a/b and a/c.
func expand(text string) []string {
	before, rest, ok := strings.Cut(text, "{")
	list, after, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return []string{text}
	}
	var all []string
	for one := range strings.SplitSeq(list, ",") {
		all = append(all, expand(before+one+after)...)
	}
	return all
}

// TestMissingNames checks that missing finds each kind of name.
func TestMissingNames(t *testing.T) {
	const code = "package web\n\ntype Options struct{ Store int }\n\nfunc (Options) Open() {}\n"
	fsys := fstest.MapFS{"web/api/api.go": {Data: []byte(code)}, "web/edge/edge.go": {Data: []byte("package edge\n")}}
	parsed, err := readTree(fsys)
	if err != nil {
		t.Fatal(err)
	}
	x, err := newIndex(fsys, parsed)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"web/api/", "web/{api,edge}", "web/api/api.go", "api.go", "api.Options", "web/api.Options.Store",
		"api.Options.Open()", "Options.Store", "Math.Max",
		"context.Context", "other/path", "classic/discs", "experiments/NNN-question.md", "go test",
	} {
		if got := x.missing("`" + text + "`"); len(got) > 0 {
			t.Errorf("missing(%q) = %q, want nothing, because the name exists", text, got)
		}
	}
	for _, text := range []string{
		"web/work/", "web/{api,work}", "web/api/old.go", "old.go", "api.Server", "web/api.Options.Close", "device.ts",
		"Options.Close",
	} {
		want := []string{"2: " + text + " does not exist"}
		if got := x.missing("some `code`\n`" + text + "`"); !slices.Equal(got, want) {
			t.Errorf("missing(%q) = %q, want %q", text, got, want)
		}
	}
}
