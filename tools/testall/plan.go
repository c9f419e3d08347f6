package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// step is a test suite.
type step struct {
	name  string
	group string // steps of a group run one after another
	needs []need
	run   func(ctx context.Context, s *session) result
}

// The groups, which run concurrently.
const (
	goGroup   = "go"
	pageGroup = "page"
)

// core lists the packages that must build for WebAssembly.
var core = []string{"bitboard", "othello", "gametree", "tictactoe", "eval", "solve", "search"}

// allSteps returns the steps of make test. The first step runs all Go tests. The variants of it run the tests whose
// results may differ.
func allSteps() []step {
	noC := []string{"CGO_ENABLED=0"}
	var goSteps []step
	goSteps = append(goSteps,
		// The released program is built without C.
		goTests("go test", ".", append(kernelEnv("AVX-512", ""), noC...)),
		raceTests(),
		goTests("go test in tools", "tools", noC),
		crossBuild("linux", "arm64"),
		crossBuild("windows", "amd64"),
		crossBuild("darwin", "arm64"),
		step{name: "build js/wasm", run: buildWasm},
	)
	goSteps = slices.Insert(goSteps, 1, kernelTests(runtime.GOARCH)...)
	pageSteps := []step{
		npmCheck("front-end types", "check"),
		npmTests("front-end tests", "test"),
		{name: "web/dist", needs: []need{needModules}, run: distMatches},
		{name: "API examples", needs: []need{needNode, needCurl}, run: apiExamples},
		// The looks share the processors. The e2e tests depend on clocks and run one at a time.
		browserTests("browser looks", "looks"),
		browserTests("browser tests", "e2e"),
	}
	return append(inGroup(goGroup, goSteps), inGroup(pageGroup, pageSteps)...)
}

// inGroup assigns steps to a group.
func inGroup(group string, steps []step) []step {
	for i := range steps {
		steps[i].group = group
	}
	return steps
}

// apiExamples runs the examples of docs/api.md that need other programs than Go.
func apiExamples(ctx context.Context, s *session) result {
	cmd := s.command(ctx, ".", "go", "test", "-json", "-tags", "tools", "-run", "^TestExample", "./web/server")
	cmd.Env = withEnv(cmd.Env, "CGO_ENABLED=0")
	return s.countGoTests(cmd)
}

// crossBuild returns a step that builds all packages for another system, as one test.
func crossBuild(goos, goarch string) step {
	return step{name: "build " + goos + "/" + goarch, run: func(ctx context.Context, s *session) result {
		return checked(s.goBuild(ctx, goos, goarch, "./..."))
	}}
}

// buildWasm builds the engine packages and cmd/wasm for WebAssembly, each as one test.
func buildWasm(ctx context.Context, s *session) result {
	var all result
	for _, name := range append(slices.Clone(core), "cmd/wasm") {
		if files, err := filepath.Glob(filepath.Join(s.root, name, "*.go")); err != nil || len(files) == 0 {
			continue
		}
		all.add(checked(s.goBuild(ctx, "js", "wasm", "./"+name)))
	}
	if all.tally == (tally{}) {
		return failedStep(errors.New("no package of " + strings.Join(core, ", ") + " exists"))
	}
	return all
}

func (s *session) goBuild(ctx context.Context, goos, goarch string, packages ...string) error {
	args := []string{"build", "-o", os.DevNull}
	cmd := s.command(ctx, ".", "go", append(args, packages...)...)
	cmd.Env = withEnv(cmd.Env, "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	return s.show(cmd)
}
