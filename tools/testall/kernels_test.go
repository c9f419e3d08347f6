package main

import (
	"context"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// engineModule returns the files of a module with the tested packages. Its test of bitboard requires the given kernels.
func engineModule(kernels string) map[string]string {
	files := map[string]string{
		"search/x_test.go": testFile("search", "func TestFFO(t *testing.T) {}\nfunc TestOther(t *testing.T) {}"),
	}
	for _, name := range kernelPackages {
		files[path.Join(name, "x_test.go")] = testFile(path.Base(name), "func TestFine(t *testing.T) {}")
	}
	files["bitboard/x_test.go"] = "package bitboard\n\nimport (\n\"os\"\n\"testing\"\n)\n\n" +
		"func TestKernelsInUse(t *testing.T) {\n\tif got := os.Getenv(\"KAESHI_TEST_KERNELS\") + \" \" + " +
		"os.Getenv(\"GODEBUG\"); got != \"" +
		kernels + "\" {\n\t\tt.Error(got)\n\t}\n}\n"
	return files
}

func TestKernelEnvironment(t *testing.T) {
	for _, set := range []string{"", "cpu.bmi2=off"} {
		t.Setenv("GODEBUG", set)
		if set != "" {
			set += ","
		}
		steps := kernelTests("amd64")
		for i, want := range []string{"AVX2 " + set + "cpu.avx512f=off", "portable " + set +
			"cpu.avx512f=off,cpu.avx2=off"} {
			s, out := newTestSession(t, engineModule(want))
			if r := steps[i].run(context.Background(), s); r.tally != (tally{passed: len(kernelPackages) + 1}) {
				t.Errorf("%s: %v, want one pass in each package and in search\n%s", steps[i].name, r.tally, out)
			}
		}
	}
}

func TestWrongKernelsFail(t *testing.T) {
	s, _ := newTestSession(t, engineModule("others"))
	r := kernelTests("amd64")[0].run(context.Background(), s)
	if r.failed != 1 || !strings.Contains(strings.Join(r.reasons, " "), "TestKernelsInUse") {
		t.Errorf("%v with the reasons %q, want a failure of TestKernelsInUse", r.tally, r.reasons)
	}
}

func TestKernelSteps(t *testing.T) {
	if other := kernelTests("arm64"); len(other) != 1 {
		t.Errorf("arm64 has %d kernel steps, want purego only", len(other))
	}
	var names []string
	for _, s := range allSteps() {
		names = append(names, s.name)
	}
	for _, s := range kernelTests(runtime.GOARCH) {
		if !slices.Contains(names, s.name) {
			t.Errorf("the steps %q do not contain %q", names, s.name)
		}
	}
}
