package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// raceTests returns a step that runs the short tests of the concurrent packages under the race detector, which slows a
// search down by a factor of ten.
func raceTests() step {
	const name = "go test -race"
	return step{name: name, needs: []need{needCompiler}, run: func(ctx context.Context, s *session) result {
		packages, err := concurrentPackages(s.root)
		if err != nil {
			return failedStep(err)
		}
		env := []string{"CGO_ENABLED=1"}
		// The default of ten minutes may be too short on slow or busy machines.
		flags := []string{"-race", "-short", "-timeout=25m", "-skip=^(" + strings.Join(oneGoroutine, "|") + ")$"}
		for _, path := range unwatched {
			flags = append(flags, "-gcflags="+path+"=-race=false")
		}
		return goTestsOf(packages, name, ".", env, flags...).run(ctx, s)
	}}
}

// unwatched lists code that the race detector does not watch, as it would take most of the time: SQLite, which is
// translated from C, the compression of weights, and the engine's packages that start no goroutines in a search. None
// of it synchronises other code by atomic variables. The detector would miss such synchronisation.
var unwatched = []string{
	"modernc.org/...", "compress/flate", module + "/bitboard", module + "/eval", module + "/solve",
}

// oneGoroutine lists long tests of the concurrent packages whose code runs in one goroutine at a time, so that the race
// detector finds nothing in them. The other suites run them.
var oneGoroutine = []string{
	"TestBenchSignature", "TestEvaluatorSolves", "TestForgetMakesSearchesRepeat", "TestRankedMoves", // search
	"TestFirstMovesAreEqual", "TestPerfectPlayIsNotMarked", "TestHintsKeepClaims", "TestReviewsKeepClaims", // analysis
	"TestCompareDepths", "TestLargeTree", "TestTicTacToeValues", "TestTree", // web/api
	"TestWords",                         // catalogues of messages
	"TestInflate", "TestInflateDamaged", // eval
}

// concurrentPackages returns the packages of the module at root, such as "./search", with a file, tests excluded, that
// has a go statement or imports sync, sync/atomic or parallel.
func concurrentPackages(root string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && outsideModule(name, d.Name()):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		dir, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		pkg := "./" + filepath.ToSlash(dir)
		if path.Base(pkg) == "." || slices.Contains(found, pkg) {
			return nil
		}
		if built, err := build.Default.MatchFile(filepath.Dir(name), d.Name()); !built || err != nil {
			return err
		}
		concurrent, err := startsOrShares(name)
		if concurrent {
			found = append(found, pkg)
		}
		return err
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("no package below %s starts a goroutine", root)
	}
	return found, err
}

// outsideModule reports whether the go command ignores a directory.
func outsideModule(dir, base string) bool {
	if base == "testdata" || base == "node_modules" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return true
	}
	modules, err := filepath.Glob(filepath.Join(dir, "go.mod"))
	return err == nil && len(modules) > 0
}

const module = "github.com/kaeshi/kaeshi"

// parallel is the package that runs functions of its importers concurrently.
const parallel = module + "/train/steps"

// startsOrShares reports whether a Go file starts goroutines, directly or through parallel, or imports a package that
// synchronises access to shared memory.
func startsOrShares(name string) (bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		return false, err
	}
	for _, spec := range file.Imports {
		switch spec.Path.Value {
		case `"sync"`, `"sync/atomic"`, `"` + parallel + `"`:
			return true, nil
		}
	}
	starts := false
	ast.Inspect(file, func(n ast.Node) bool {
		if _, ok := n.(*ast.GoStmt); ok {
			starts = true
		}
		return !starts
	})
	return starts, nil
}
