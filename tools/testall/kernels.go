package main

import (
	"context"
	"os"
)

// kernelPackages contain kernels. Their tests run once for each set of kernels.
var kernelPackages = []string{"./bitboard", "./eval", "./solve"}

// kernelSearches matches the tests of package search that use every kernel: comparisons with other searches, published
// endgame positions and the node count of kaeshi bench.
const kernelSearches = "^(TestBenchSignature|TestFFO|TestSearchEqualsMinimax|TestSolveEqualsPackageSolve|TestLines)$"

// kernelTests returns steps with the tests of the kernels and of the search, for each set of kernels other than the
// best one of the processor, which go test uses: AVX2, portable, and a build without assembly.
func kernelTests(goarch string) []step {
	pure := kernelStep("go test -tags purego", kernelEnv("portable", ""), "-tags", "purego")
	if goarch != "amd64" {
		return []step{pure}
	}
	return []step{
		// The test cache does not depend on GODEBUG, so -count=1 disables it.
		kernelStep("go test, AVX2 kernels", kernelEnv("AVX2", "cpu.avx512f=off"), "-count=1"),
		kernelStep("go test, portable kernels", kernelEnv("portable", "cpu.avx512f=off,cpu.avx2=off"), "-count=1"),
		pure,
	}
}

// kernelStep returns a step that runs the tests of the kernels in an environment.
func kernelStep(name string, env []string, flags ...string) step {
	env = append(env, "CGO_ENABLED=0")
	packages := goTestsOf(kernelPackages, name, ".", env, flags...)
	searches := goTestsOf([]string{"./search"}, name, ".", env, append(flags, "-run", kernelSearches)...)
	return step{name: name, run: func(ctx context.Context, s *session) result {
		r := packages.run(ctx, s)
		r.add(searches.run(ctx, s))
		return r
	}}
}

// kernelEnv returns an environment that hides features of the processor from golang.org/x/sys/cpu, and thus from
// package bitboard, and makes a test of package bitboard require the named kernels.
func kernelEnv(kernels, lacks string) []string {
	env := []string{"KAESHI_TEST_KERNELS=" + kernels}
	if lacks == "" {
		return env
	}
	if set := os.Getenv("GODEBUG"); set != "" {
		lacks = set + "," + lacks
	}
	return append(env, "GODEBUG="+lacks)
}
