package main

import "os"

// kernelTests are the engine's tests with the kernels that the best ones of this processor hide.
// `go test` has those, and -tags purego has none.
func kernelTests(goarch string) []step {
	if goarch != "amd64" {
		return nil
	}
	var packages []string
	for _, name := range core {
		packages = append(packages, "./"+name)
	}
	tests := func(kernels, lacks string) step {
		env := append(kernelEnv(kernels, lacks), "CGO_ENABLED=0")
		// The go command does not know that the processor is another one: it would take what it remembers.
		return goTestsOf(packages, "go test, "+kernels+" kernels", ".", env, nil, "-count=1")
	}
	return []step{tests("AVX2", "cpu.avx512f=off"), tests("portable", "cpu.avx512f=off,cpu.avx2=off")}
}

// kernelEnv makes golang.org/x/sys/cpu, and with it package bitboard, believe that the processor lacks something, and has
// a test there require that these kernels are in use, or the best ones that the processor has.
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
