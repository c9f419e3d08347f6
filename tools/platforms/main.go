// Command platforms checks that packages compile for other systems:
//
//	platforms [-C DIR] GOOS/GOARCH [PACKAGE...]
//
// It type-checks the packages and their tests, with dependencies read from source. That finds what a build finds,
// without compiling the standard library and all modules for each system. Functions without body need an assembly file.
// The default is all packages of the module in DIR. The exit status is 1 if a package does not compile.
package main

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	dir := flag.String("C", ".", "`folder` of the module")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: platforms [-C DIR] GOOS/GOARCH [PACKAGE...]")
	}
	flag.Parse()
	goos, goarch, ok := strings.Cut(flag.Arg(0), "/")
	if !ok {
		flag.Usage()
		os.Exit(2)
	}
	n, err := check(*dir, goos, goarch, flag.Args()[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Fprintf(os.Stdout, "%d packages compile for %s/%s\n", n, goos, goarch)
}

// check type-checks packages of the module in dir, all of them by default, and returns their number. The error lists
// everything that would not compile.
func check(dir, goos, goarch string, patterns ...string) (int, error) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	fset := token.NewFileSet()
	list, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax,
		Dir:   dir,
		Env:   append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		Fset:  fset,
		Tests: true,
	}, patterns...)
	if err != nil {
		return 0, fmt.Errorf("%s/%s: %w", goos, goarch, err)
	}
	names := map[string]bool{}
	var faults []string
	for _, p := range list {
		if !strings.HasSuffix(p.PkgPath, "_test") && !strings.HasSuffix(p.PkgPath, ".test") && len(p.GoFiles) > 0 {
			names[p.PkgPath] = true
		}
		for _, e := range p.Errors {
			faults = append(faults, e.Error())
		}
		faults = append(faults, bodiless(fset, p)...)
	}
	slices.Sort(faults)
	if faults = slices.Compact(faults); len(faults) > 0 {
		return 0, errors.New(strings.Join(faults, "\n"))
	}
	if len(names) == 0 {
		return 0, fmt.Errorf("%s/%s: %s: no package", goos, goarch, strings.Join(patterns, " "))
	}
	return len(names), nil
}

// bodiless returns the functions of a package that have no body, unless the package has assembly files.
func bodiless(fset *token.FileSet, p *packages.Package) []string {
	if slices.ContainsFunc(p.OtherFiles, func(name string) bool { return filepath.Ext(name) == ".s" }) {
		return nil
	}
	var faults []string
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body == nil {
				faults = append(faults, fmt.Sprintf("%s: %s has no body", fset.Position(f.Pos()), f.Name.Name))
			}
		}
	}
	return faults
}
