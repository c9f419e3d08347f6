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

// step is one suite: it can run alone, and its tests can be counted.
type step struct {
	name  string
	lane  string // the steps of one lane run one after another
	needs []need
	run   func(ctx context.Context, s *session) result
}

// The lanes, which run side by side.
const (
	goLane   = "go"
	pageLane = "page"
)

// core lists the packages that become WebAssembly for others too.
var core = []string{"bitboard", "othello", "gametree", "tictactoe", "eval", "solve", "search"}

// allSteps is the plan of `make test`. The first step runs all Go tests; the other
// flavours run only what can differ there.
func allSteps() []step {
	noC := []string{"CGO_ENABLED=0"}
	var goSteps []step
	goSteps = append(goSteps,
		// Without C: that is how the program is built for its users.
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
		// What is only looked at shares the processors; the others play against clocks, one at a time.
		browserTests("browser looks", "looks"),
		browserTests("browser tests", "e2e"),
	}
	return append(inLane(goLane, goSteps), inLane(pageLane, pageSteps)...)
}

// inLane puts steps into a lane.
func inLane(lane string, steps []step) []step {
	for i := range steps {
		steps[i].lane = lane
	}
	return steps
}

// apiExamples runs those examples of docs/api.md that need more than Go.
func apiExamples(ctx context.Context, s *session) result {
	cmd := s.command(ctx, ".", "go", "test", "-json", "-tags", "tools", "-run", "^TestExample", "./web/server")
	cmd.Env = withEnv(cmd.Env, "CGO_ENABLED=0")
	return s.countGoTests(cmd)
}

// crossBuild builds everything for another system: one test.
func crossBuild(goos, goarch string) step {
	return step{name: "build " + goos + "/" + goarch, run: func(ctx context.Context, s *session) result {
		return checked(s.goBuild(ctx, goos, goarch, "./..."))
	}}
}

// buildWasm builds the engine packages, and the program that runs them in a browser: one test each.
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
