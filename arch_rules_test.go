package kaeshi_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tree is the Go code of the module, parsed regardless of build tags.
type tree struct {
	fset     *token.FileSet
	files    []source
	assembly []string
}

type source struct {
	path  string // relative to the root, with slashes
	dir   string // "." for the root
	test  bool
	lines int
	file  *ast.File
}

// imports returns the import paths of the file.
func (s source) imports() []string {
	var paths []string
	for _, spec := range s.file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}

// readTree parses all Go files of the module, except files that the go command ignores.
func readTree(fsys fs.FS) (tree, error) {
	code := tree{fset: token.NewFileSet()}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && ignored(fsys, name):
			return fs.SkipDir
		case d.IsDir():
			return nil
		case slices.Contains([]string{".s", ".S", ".syso"}, path.Ext(name)):
			code.assembly = append(code.assembly, name)
		case path.Ext(name) == ".go":
			return code.parse(fsys, name)
		}
		return nil
	})
	return code, err
}

func ignored(fsys fs.FS, dir string) bool {
	base := path.Base(dir)
	if dir == "." {
		return false
	}
	if base == "testdata" || base == "node_modules" || base[0] == '.' || base[0] == '_' {
		return true
	}
	_, err := fs.Stat(fsys, path.Join(dir, "go.mod"))
	return err == nil
}

func (t *tree) parse(fsys fs.FS, name string) error {
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(t.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	t.files = append(t.files, source{
		path: name, dir: path.Dir(name), test: strings.HasSuffix(name, "_test.go"),
		lines: strings.Count(string(text), "\n"), file: file,
	})
	return nil
}

// program returns the files that are not tests.
func (t tree) program() []source {
	return slices.DeleteFunc(slices.Clone(t.files), func(s source) bool { return s.test })
}

// layerOf returns the line of a package in the import table, from 1. The root has line 0, as it must not import
// anything.
func layerOf(dir string) (int, bool) {
	if dir == "." {
		return 0, true
	}
	for i, line := range strings.Split(strings.TrimSpace(importTable), "\n") {
		if slices.Contains(strings.Fields(line), dir) {
			return i + 1, true
		}
	}
	return 0, false
}

func unlistedPackages(t tree) []string {
	var found []string
	for _, s := range t.program() {
		finding := s.dir + " is not in the import table"
		if _, ok := layerOf(s.dir); !ok && !slices.Contains(found, finding) {
			found = append(found, finding)
		}
	}
	return found
}

func wrongImports(t tree) []string {
	var found []string
	for _, s := range t.program() {
		own, listed := layerOf(s.dir)
		for _, imported := range s.imports() {
			dir, ok := strings.CutPrefix(imported, module+"/")
			if !ok || !listed {
				continue
			}
			if layer, ok := layerOf(dir); !ok || layer >= own {
				found = append(found, fmt.Sprintf("%s: %s may not import %s", s.path, s.dir, dir))
			}
		}
	}
	return found
}

// coreDependencies finds imports of core packages from outside the standard library, whose paths have a dot in the
// first element.
func coreDependencies(t tree) []string {
	var found []string
	for _, s := range t.program() {
		if !slices.Contains(corePackages(), s.dir) {
			continue
		}
		for _, imported := range s.imports() {
			first, _, _ := strings.Cut(imported, "/")
			own := imported == module || strings.HasPrefix(imported, module+"/")
			if strings.Contains(first, ".") && !own && imported != "golang.org/x/sys/cpu" {
				found = append(found, fmt.Sprintf("%s imports %s; %s must use the standard library only", s.path,
					imported, s.dir))
			}
		}
	}
	return found
}

func packageComments(t tree) []string {
	commented := map[string][]string{}
	for _, s := range t.program() {
		files := commented[s.dir] // may be empty
		if s.file.Doc.Text() != "" {
			files = append(files, s.path)
		}
		commented[s.dir] = files
	}
	var found []string
	for dir, files := range commented {
		switch {
		case len(files) == 0:
			found = append(found, dir+" has no package comment")
		case len(files) > 1:
			found = append(found, fmt.Sprintf("%s has %d package comments: %s", dir, len(files),
				strings.Join(files, ", ")))
		}
	}
	slices.Sort(found)
	return found
}

// commentsOnImports finds package comments that list the imports of the package.
func commentsOnImports(t tree) []string {
	lists := regexp.MustCompile(`\b([Pp]ackage( \w+)?|It) imports\b`)
	var found []string
	for _, s := range t.program() {
		if lists.MatchString(strings.Join(strings.Fields(s.file.Doc.Text()), " ")) {
			found = append(found, s.path+" lists imports in its package comment")
		}
	}
	return found
}

func lowLevelCode(t tree) []string {
	var found []string
	for _, name := range t.assembly {
		if !slices.Contains(lowLevelPackages(), path.Dir(name)) {
			found = append(found, name+" is assembly outside "+strings.Join(lowLevelPackages(), " and "))
		}
	}
	for _, s := range t.files {
		imports := s.imports()
		if slices.Contains(imports, "unsafe") && !slices.Contains(lowLevelPackages(), s.dir) &&
			!slices.Contains(unsafeFiles(), s.path) {
			found = append(found, s.path+" imports unsafe outside "+strings.Join(lowLevelPackages(), " and "))
		}
		if slices.Contains(imports, "C") {
			found = append(found, s.path+" imports C; go install must work without a C compiler")
		}
	}
	return found
}

// directWrites finds functions of package os that write files in code outside internal/disk. No test causes their
// faults.
func directWrites(t tree) []string {
	var found []string
	for _, s := range t.program() {
		if s.dir == "internal/disk" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			f, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, named := f.X.(*ast.Ident)
			writes := slices.Contains([]string{"Create", "CreateTemp", "Rename", "WriteFile"}, f.Sel.Name)
			if named && of.Name == "os" && writes {
				found = append(found, fmt.Sprintf("%s:%d calls os.%s instead of package disk or newfile", s.path,
					t.fset.Position(n.Pos()).Line, f.Sel.Name))
			}
			return true
		})
	}
	return found
}

func longFiles(t tree) []string {
	var found []string
	for _, s := range t.program() {
		if s.lines > fileLimit {
			found = append(found, fmt.Sprintf("%s has %d lines, more than %d", s.path, s.lines, fileLimit))
		}
	}
	return found
}

// function is a declared function or method.
type function struct {
	name  string // "file: name"
	lines int
}

func functions(t tree) []function {
	var all []function
	for _, s := range t.files {
		for _, decl := range s.file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				lines := t.fset.Position(f.End()).Line - t.fset.Position(f.Pos()).Line + 1
				all = append(all, function{s.path + ": " + f.Name.Name, lines})
			}
		}
	}
	return all
}

func tooLongFunctions(t tree) []string {
	var found []string
	for _, f := range functions(t) {
		if f.lines > functionLimit {
			found = append(found, fmt.Sprintf("%s has %d lines, more than %d", f.name, f.lines, functionLimit))
		}
	}
	return found
}

// largeFolders finds packages with too many files.
func largeFolders(t tree) []string {
	var found []string
	for dir, n := range packageFiles(t) {
		if n > packageLimit && !slices.Contains(largePackages(), dir) {
			found = append(found, fmt.Sprintf("%s has %d files, more than %d", dir, n, packageLimit))
		}
	}
	slices.Sort(found)
	return found
}

// parameterLists finds functions with too many parameters or with two adjacent bool parameters, which a caller may swap
// by mistake. It includes function types and literals.
func parameterLists(t tree) []string {
	var found []string
	for _, s := range t.files {
		names := map[*ast.FuncType]string{}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch f := n.(type) {
			case *ast.FuncDecl:
				names[f.Type] = f.Name.Name
			case *ast.FuncType:
				name, ok := names[f]
				if !ok {
					name = "a function type"
				}
				place := fmt.Sprintf("%s:%d: %s", s.path, t.fset.Position(f.Pos()).Line, name)
				if n := f.Params.NumFields(); n > parameterLimit {
					found = append(found, fmt.Sprintf("%s has %d parameters, more than %d", place, n, parameterLimit))
				}
				if adjacentBools(f.Params) {
					found = append(found, place+" has two adjacent bool parameters")
				}
			}
			return true
		})
	}
	return found
}

func adjacentBools(list *ast.FieldList) bool {
	before := false
	for _, field := range list.List {
		kind, ok := field.Type.(*ast.Ident)
		isBool := ok && kind.Name == "bool"
		if isBool && (before || len(field.Names) > 1) {
			return true
		}
		before = isBool
	}
	return false
}

// packageFiles counts the files of each package without tests.
func packageFiles(t tree) map[string]int {
	files := map[string]int{}
	for _, s := range t.program() {
		files[s.dir]++
	}
	return files
}

// staleLists finds entries of the lists for packages that do not exist, and exceptions that are not needed.
func staleLists(t tree) []string {
	var found []string
	files := packageFiles(t)
	exists := func(list string, dirs []string) {
		for _, dir := range dirs {
			if files[dir] == 0 {
				found = append(found, fmt.Sprintf("%s: %s does not exist", list, dir))
			}
		}
	}
	exists("importTable", strings.Fields(importTable))
	exists("corePackages", corePackages())
	for _, dir := range largePackages() {
		if files[dir] <= packageLimit {
			found = append(found, fmt.Sprintf("largePackages: %s has no more than %d files", dir, packageLimit))
		}
	}
	unsafe := map[string]bool{} // by file and by directory
	for _, name := range t.assembly {
		unsafe[path.Dir(name)] = true
	}
	for _, s := range t.files {
		if slices.Contains(s.imports(), "unsafe") {
			unsafe[s.path], unsafe[s.dir] = true, true
		}
	}
	for _, dir := range lowLevelPackages() {
		if !unsafe[dir] {
			found = append(found, fmt.Sprintf("lowLevelPackages: %s has neither assembly nor unsafe", dir))
		}
	}
	for _, name := range unsafeFiles() {
		if !unsafe[name] {
			found = append(found, fmt.Sprintf("unsafeFiles: %s does not import unsafe", name))
		}
	}
	return found
}
