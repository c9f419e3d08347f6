//go:build slow

package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"aead.dev/minisign"
	"github.com/google/go-cmp/cmp"
)

// `make dist-check` runs these tests. The variable KAESHI_DIST_TARGETS limits the targets.

// checkout clones the last commit, without tags, into a directory with the given name.
func checkout(t *testing.T, name string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	clone := filepath.Join(t.TempDir(), name)
	command(t, "", nil, "git", "clone", "--quiet", "--no-tags", root, clone)
	return clone
}

func command(t *testing.T, dir string, variables []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), variables...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.Bytes())
	}
	return string(out)
}

// tagged clones the last commit into a directory with the given name, and tags it as v0.1.0.
func tagged(t *testing.T, name string) string {
	t.Helper()
	clone := checkout(t, name)
	command(t, clone, nil, "git", "-c", "tag.gpgSign=false", "tag", "v0.1.0")
	return clone
}

// secretKey returns a file with a new key for signatures under a password, the variable with the password, and the
// public key.
func secretKey(t *testing.T) (path, variable string, public minisign.PublicKey) {
	t.Helper()
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	text, err := minisign.EncryptKey("a password", private)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "release.key")
	write(t, path, string(text))
	return path, passwordVariable + "=a password", public
}

// TestReproducible checks that two builds of clones in different directories give equal files. The second build has an
// empty cache and another user, time zone, language and set of Go variables.
func TestReproducible(t *testing.T) {
	targets := "TARGETS=" + os.Getenv("KAESHI_DIST_TARGETS")
	key, password, public := secretKey(t)
	first, second := tagged(t, "a"), tagged(t, "a folder with blanks and a longer name")
	command(t, first, []string{password}, "make", "dist", targets, "KEY="+key)
	home := t.TempDir()
	command(t, second, []string{
		"GOCACHE=" + filepath.Join(home, "cache"), "HOME=" + home, "GOMODCACHE=" +
			strings.TrimSpace(command(t, "", nil, "go", "env", "GOMODCACHE")),
		"TMPDIR=" + home, "TZ=Asia/Tokyo", "LANG=ja_JP.UTF-8", "GOMAXPROCS=3", "GOAMD64=v3", "CGO_ENABLED=1",
		"GOFLAGS=-tags=slow", "SOURCE_DATE_EPOCH=1", password,
	}, "make", "dist", targets, "KEY="+key)
	names, err := filepath.Glob(filepath.Join(first, "dist", "*"))
	if err != nil || len(names) < 2 {
		t.Fatalf("files %q, want at least two; error %v", names, err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		a, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := filepath.Base(name)
		b, err := os.ReadFile(filepath.Join(second, "dist", base))
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs: %d and %d bytes, error %v", base, len(a), len(b), err)
		}
		files[base] = a
	}
	if !minisign.Verify(public, files[sumsName], files[sumsName+".minisig"]) {
		t.Error("the signature of the checksums does not verify")
	}
	for name, data := range files {
		if strings.HasSuffix(name, ".tar.gz") || strings.HasSuffix(name, ".zip") {
			checkArchive(t, name, data, files["kaeshi-v0.1.0.cdx.json"])
		}
	}
	checkSums(t, filepath.Join(first, "dist"), len(names)-2)
}

// checkArchive checks that an archive contains the files listed in docs/releases.md and a program for its target that
// runs on every processor of the architecture.
//
// The bill of materials must list the modules of the program.
func checkArchive(t *testing.T, name string, data, bill []byte) {
	t.Helper()
	suffix := ".tar.gz"
	if strings.HasSuffix(name, ".zip") {
		suffix = ".zip"
	}
	folder := strings.TrimSuffix(name, suffix)
	parts := strings.Split(folder, "-")
	of := target{parts[len(parts)-2], parts[len(parts)-1]}
	held := map[string][]byte{}
	for _, e := range unpacked(t, suffix, data) {
		held[strings.TrimPrefix(e.path, folder+"/")] = e.data
	}
	for _, want := range []string{
		"README.md", "README.ja.md", "CHANGELOG.md", "LICENSE", "NOTICES.txt", "completions/kaeshi.bash",
		"completions/_kaeshi",
		"completions/kaeshi.fish", "completions/kaeshi.ps1", "man/man1/kaeshi-solve.1", "man/ja/man1/kaeshi-solve.1",
		"docs/releases.md", "SECURITY.md", "deploy/kaeshi.service", of.executable(),
	} {
		if len(held[want]) == 0 {
			t.Errorf("%s does not contain %s", name, want)
		}
	}
	program := held[of.executable()]
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		t.Fatal(name, err)
	}
	for _, m := range info.Deps {
		if !bytes.Contains(bill, []byte(`"pkg:golang/`+m.Path+"@"+url.PathEscape(m.Version)+`"`)) {
			t.Errorf("the bill of materials lacks %s %s of %s", m.Path, m.Version, name)
		}
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	want := maps.Clone(set)
	want["GOOS"], want["GOARCH"], want["CGO_ENABLED"] = of.system, of.processor, "0"
	if of.processor == "amd64" {
		want["GOAMD64"] = "v1"
	}
	if diff := cmp.Diff(want, set); diff != "" {
		t.Errorf("build settings of the program in %s (-want +got):\n%s", name, diff)
	}
}

// checkSums checks the checksums of the archives, in the format of sha256sum.
func checkSums(t *testing.T, folder string, archives int) {
	t.Helper()
	sums, err := os.ReadFile(filepath.Join(folder, sumsName))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(sums)), "\n")
	if len(lines) != archives || !slices.IsSortedFunc(lines, func(a, b string) int {
		return strings.Compare(a[64:], b[64:])
	}) {
		t.Errorf("%d checksums, want %d, sorted:\n%s", len(lines), archives, sums)
	}
	for _, line := range lines {
		sum, name, _ := strings.Cut(line, "  ")
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || fmt.Sprintf("%x", sha256.Sum256(data)) != sum {
			t.Errorf("wrong checksum %q: %v", line, err)
		}
	}
}

// built builds and unpacks an archive of the working tree and returns its program and the signature of kaeshi bench.
func built(t *testing.T, target string) (program, benchSignature string) {
	t.Helper()
	out := t.TempDir()
	if err := run(t.Context(), []string{"-root", "../..", "-out", out, "-targets", target}, io.Discard); err != nil {
		t.Fatal(err)
	}
	archives, err := filepath.Glob(filepath.Join(out, "kaeshi-v*.tar.gz"))
	if err != nil || len(archives) != 1 {
		t.Fatalf("archives %q, want one; error %v", archives, err)
	}
	data, err := os.ReadFile(archives[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range unpacked(t, ".tar.gz", data) {
		if filepath.Base(e.path) == "kaeshi" {
			program = filepath.Join(out, "kaeshi")
			if err := os.WriteFile(program, e.data, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	return program, fmt.Sprint(signature(t, nil, program))
}

// signature returns the node count of kaeshi bench.
func signature(t *testing.T, variables []string, words ...string) uint64 {
	t.Helper()
	var b struct{ Nodes uint64 }
	if err := json.Unmarshal([]byte(command(t, "", variables, words[0], append(words[1:], "bench", "--json")...)),
		&b); err != nil || b.Nodes == 0 {
		t.Fatalf("%d nodes, want more than 0; error %v", b.Nodes, err)
	}
	return b.Nodes
}

// TestProcessors checks that the program for Linux on amd64 runs on processors without AVX2, uses the fastest available
// kernels, and searches the same nodes with all of them.
func TestProcessors(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("needs Linux on amd64")
	}
	program, want := built(t, "linux/amd64")
	flags, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	has := func(names ...string) bool {
		for _, name := range names {
			if !bytes.Contains(flags, []byte(" "+name+" ")) && !bytes.Contains(flags, []byte(" "+name+"\n")) {
				return false
			}
		}
		return true
	}
	best := "portable"
	if has("avx2", "bmi1", "bmi2") {
		best = "AVX2"
		if has("avx512f", "avx512vl", "avx512cd") {
			best = "AVX-512"
		}
	}
	second := best
	if best == "AVX-512" {
		second = "AVX2"
	}
	emulator, err := exec.LookPath("qemu-x86_64")
	if err != nil {
		t.Fatal("qemu-x86_64 is not installed; it is part of qemu-user")
	}
	for _, c := range []struct {
		name, kernels string
		variables     []string
		command       []string
	}{
		{"this processor", best, nil, []string{program}},
		{"this one without AVX-512", second, []string{"GODEBUG=cpu.avx512f=off"}, []string{program}},
		{"this one without AVX2", "portable", []string{"GODEBUG=cpu.avx512f=off,cpu.avx2=off"}, []string{program}},
		{"Core 2 of 2006, without SSE4 and POPCNT", "portable", nil, []string{emulator, "-cpu", "core2duo", program}},
		{"Nehalem of 2008, without AVX", "portable", nil, []string{emulator, "-cpu", "Nehalem", program}},
		{"Sandy Bridge of 2011, with AVX only", "portable", nil, []string{emulator, "-cpu", "SandyBridge", program}},
		{"Haswell of 2013, with AVX2", "AVX2", nil, []string{emulator, "-cpu", "Haswell", program}},
	} {
		t.Run(c.name, func(t *testing.T) {
			output := command(t, "", c.variables, c.command[0], append(c.command[1:], "version")...)
			if !strings.Contains(output, ", "+c.kernels+" kernels") {
				t.Errorf("output %q, want %s kernels", strings.TrimSpace(output), c.kernels)
			}
			if got := fmt.Sprint(signature(t, c.variables, c.command...)); got != want {
				t.Errorf("kaeshi bench has %s nodes, want %s", got, want)
			}
		})
	}
}
