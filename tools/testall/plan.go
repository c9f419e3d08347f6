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
	needs []need
	run   func(ctx context.Context, s *session) result
}

// unraced are tests that start nothing and take ten seconds and more under the race detector.
const unraced = "^(TestEveryFlavourEqualsTheNaiveWalk|TestKernelsOnRandomBoards|TestNaivePerft|" + // bitboard, othello
	"TestWithoutTheKernels|TestNetworkInAFile|TestUnusableNetworks|TestWrongModelsAreNotWritten|" + // eval
	"TestLightPack|TestEven|TestEvenWithANetwork|TestNetworksLearnWhatSumsCannot|TestRecalledNetworksSayTheSame|TestSPRTSimulated)$"

// core lists the packages that become WebAssembly for others too.
var core = []string{"bitboard", "othello", "gametree", "tictactoe", "eval", "solve", "search"}

// allSteps is the plan of `make test`.
func allSteps() []step {
	noC := []string{"CGO_ENABLED=0"}
	portable := append(kernelEnv("portable", ""), noC...)
	best := append(kernelEnv("AVX-512", ""), noC...)
	withC := []string{"CGO_ENABLED=1"}
	compiler := []need{needCompiler}
	steps := []step{
		// Without C: that is how the program is built for its users.
		goTests("go test", ".", best, nil),
		// The first run has all of it. What takes long and sees nothing of the kernels, or of
		// threads, is left out of the next two by testing.Short: the race detector makes a search ten
		// times slower, and one that reads or writes weights takes half a minute.
		goTests("go test -tags purego", ".", portable, nil, "-tags", "purego", "-short"),
		// A package may take more than Go's ten minutes where processors are slow or busy.
		goTests("go test -race", ".", withC, compiler, "-race", "-short", "-skip", unraced, "-timeout=25m"),
		goTests("go test in tools", "tools", noC, nil),
		crossBuild("linux", "arm64"),
		crossBuild("windows", "amd64"),
		crossBuild("darwin", "arm64"),
		{name: "build js/wasm", run: buildWasm},
		{name: "API examples", needs: []need{needNode, needCurl}, run: apiExamples},
		npmCheck("front-end types", "check"),
		npmTests("front-end tests", "test"),
		{name: "web/dist", needs: []need{needModules}, run: distMatches},
		// What is only looked at shares the processors; the others play against clocks, one at a time.
		browserTests("browser looks", "looks"),
		browserTests("browser tests", "e2e"),
	}
	return slices.Insert(steps, 2, kernelTests(runtime.GOARCH)...)
}

// apiExamples runs those examples of docs/api.md that need more than Go.
func apiExamples(ctx context.Context, s *session) result {
	cmd := s.command(ctx, ".", "go", "test", "-json", "-tags", "tools", "-run", "^TestExample", "./web")
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
			continue // a later part of the design
		}
		all.add(checked(s.goBuild(ctx, "js", "wasm", "./"+name)))
	}
	if all.tally == (tally{}) {
		return failedStep(errors.New("none of " + strings.Join(core, ", ") + " is there"))
	}
	return all
}

func (s *session) goBuild(ctx context.Context, goos, goarch string, packages ...string) error {
	args := []string{"build", "-o", os.DevNull}
	cmd := s.command(ctx, ".", "go", append(args, packages...)...)
	cmd.Env = withEnv(cmd.Env, "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	return s.show(cmd)
}
