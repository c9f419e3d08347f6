package main

import (
	"context"
	"runtime"
	"slices"
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

// browserPackages must compile for WebAssembly.
var browserPackages = []string{
	"./bitboard", "./othello", "./gametree", "./tictactoe", "./eval", "./solve", "./search", "./cmd/wasm",
}

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
		compiles("linux/arm64"),
		compiles("windows/amd64"),
		compiles("darwin/arm64"),
		compiles("js/wasm", browserPackages...),
	)
	goSteps = slices.Insert(goSteps, 1, kernelTests(runtime.GOARCH)...)
	pageSteps := []step{
		npmCheck("front-end types", "check"),
		npmTests("front-end tests", "test"),
		{name: "web/dist", needs: []need{needModules}, run: distMatches},
		{name: "API examples", needs: []need{needNode, needCurl}, run: apiExamples},
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

// compiles returns a step that checks, as one test, that packages compile for another system; the default is all.
func compiles(system string, packages ...string) step {
	return step{name: "compile for " + system, run: func(ctx context.Context, s *session) result {
		args := append([]string{"run", "./platforms", "-C", "..", system}, packages...)
		cmd := s.command(ctx, "tools", "go", args...)
		cmd.Env = withEnv(cmd.Env, "CGO_ENABLED=0")
		return checked(s.show(cmd))
	}}
}
