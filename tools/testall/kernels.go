package main

import (
	"context"
	"os"
)

// kernelPackages hold kernels, so that their tests run once for each set of kernels.
var kernelPackages = []string{"./bitboard", "./eval", "./solve"}

// kernelSearches are the tests of package search that reach every kernel: equality
// with other searches, published endings and the node count of `kaeshi bench`.
const kernelSearches = "^(TestBenchSignature|TestFFO|TestSearchEqualsMinimax|TestSolveEqualsPackageSolve|TestLines)$"

// kernelTests are the tests of the kernels and of what stands on them, for each set
// of kernels other than the best one of this processor, which `go test` uses: AVX2,
// portable, and what a build without assembly has.
func kernelTests(goarch string) []step {
	pure := kernelStep("go test -tags purego", kernelEnv("portable", ""), "-tags", "purego")
	if goarch != "amd64" {
		return []step{pure}
	}
	return []step{
		// The go command does not notice that the processor is another one, so the test cache must not answer.
		kernelStep("go test, AVX2 kernels", kernelEnv("AVX2", "cpu.avx512f=off"), "-count=1"),
		kernelStep("go test, portable kernels", kernelEnv("portable", "cpu.avx512f=off,cpu.avx2=off"), "-count=1"),
		pure,
	}
}

// kernelStep runs the tests of the kernels in an environment.
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

// kernelEnv makes golang.org/x/sys/cpu, and with it package bitboard, believe that the processor lacks something, and
// has a test there require that these kernels are in use, or the best ones that the processor has.
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
