package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

func someFiles() []file {
	return []file{
		{path: "man/man1/kaeshi.1", data: []byte(".TH")},
		{path: "kaeshi", data: bytes.Repeat([]byte("program "), 1000), executable: true},
		{path: "LICENSE"},
	}
}

// entry is an entry of an archive with its time.
type entry struct {
	file
	made time.Time
}

// unpacked returns the entries of an archive.
func unpacked(t *testing.T, suffix string, data []byte) (list []entry) {
	t.Helper()
	if suffix == ".zip" {
		in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range in.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, entry{file{f.Name, read(t, r), f.Mode()&0o111 != 0}, f.Modified})
		}
		return list
	}
	compressed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	in := tar.NewReader(compressed)
	for {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		type owner struct {
			UID, GID    int
			User, Group string
		}
		if diff := cmp.Diff(owner{}, owner{h.Uid, h.Gid, h.Uname, h.Gname}); diff != "" {
			t.Errorf("owner of %s (-want +got):\n%s", h.Name, diff)
		}
		list = append(list, entry{file{h.Name, read(t, in), h.Mode&0o111 != 0}, h.ModTime})
	}
}

func read(t *testing.T, r io.Reader) []byte {
	t.Helper()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestPack checks that archives have sorted entries in one folder with the time of the commit, and that they do not
// depend on the order of the files.
func TestPack(t *testing.T) {
	for _, suffix := range []string{".tar.gz", ".zip"} {
		files := someFiles()
		first, err := pack(suffix, inFolder("kaeshi-v1", files), noon())
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(files)
		second, err := pack(suffix, inFolder("kaeshi-v1", files), noon())
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s: the archives differ, error %v", suffix, err)
		}
		list := unpacked(t, suffix, first)
		want := []string{"kaeshi-v1/LICENSE", "kaeshi-v1/kaeshi", "kaeshi-v1/man/man1/kaeshi.1"}
		if len(list) != len(want) {
			t.Fatalf("%s: %d entries, want %d", suffix, len(list), len(want))
		}
		for i, e := range list {
			if diff := cmp.Diff(want[i], e.path); diff != "" {
				t.Errorf("%s: path of entry %d (-want +got):\n%s", suffix, i, diff)
			}
			if !e.made.Equal(noon()) {
				t.Errorf("%s: %s has the time %v, want %v", suffix, e.path, e.made, noon())
			}
			if program := e.path == "kaeshi-v1/kaeshi"; e.executable != program {
				t.Errorf("%s: %s is executable: %v, want %v", suffix, e.path, e.executable, program)
			}
		}
		if n := len(list[1].data); n != 8000 {
			t.Errorf("%s: %d bytes in %s, want 8000", suffix, n, list[1].path)
		}
	}
}

func TestParseTargets(t *testing.T) {
	all, err := parseTargets(nil)
	if err != nil || len(all) != 6 {
		t.Errorf("targets %v, error %v, want six targets", all, err)
	}
	got, err := parseTargets([]string{"windows/arm64", "linux/amd64"})
	if err != nil {
		t.Fatal(err)
	}
	want := []target{{"windows", "arm64"}, {"linux", "amd64"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(target{})); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
	if name := got[0].executable() + " in " + got[0].suffix(); name != "kaeshi.exe in .zip" {
		t.Errorf("Windows target: %s, want kaeshi.exe in .zip", name)
	}
	if got[1] != all[0] {
		t.Errorf("the first target is %v, want %v", all[0], got[1])
	}
	if _, err := parseTargets([]string{"plan9/amd64"}); err == nil || !strings.Contains(err.Error(),
		`"plan9/amd64": want one of linux/amd64`) {
		t.Errorf("error %v, want the list of targets", err)
	}
}

// repository returns a git repository with one commit, made at noon, and a function that runs git commands in it.
func repository(t *testing.T) (root string, call func(args ...string)) {
	t.Helper()
	root = t.TempDir()
	call = func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git",
			append([]string{
				"-c", "user.name=A", "-c", "user.email=a@example.test", "-c", "tag.gpgSign=false", "-c",
				"commit.gpgSign=false",
			}, args...)...)
		cmd.Dir = root
		date := noon().Format(time.RFC3339)
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE="+date, "GIT_AUTHOR_DATE="+date, "GIT_CONFIG_GLOBAL="+
			os.DevNull)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	call("init", "--quiet")
	write(t, filepath.Join(root, "file"), "1")
	call("add", "file")
	call("commit", "--quiet", "-m", "first")
	return root, call
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestReadStamp checks that the version is that of the tag, or counts the commits since the tag, or contains the
// commit, and that uncommitted changes add -dirty.
func TestReadStamp(t *testing.T) {
	root, call := repository(t)
	expect := func(pattern string) stamp {
		t.Helper()
		s, err := readStamp(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.commit) < 40 {
			t.Errorf("commit %q, want at least 40 digits", s.commit)
		}
		if !s.made.Equal(noon()) {
			t.Errorf("time %v, want %v", s.made, noon())
		}
		if ok, err := filepath.Match(strings.ReplaceAll(pattern, "HASH", s.commit[:12]), s.version); err != nil || !ok {
			t.Errorf("version %s, want %s", s.version, pattern)
		}
		return s
	}
	s := expect("v0.0.0-gHASH")
	if got, want := s.linkerFlags(), fmt.Sprintf("-s -w -buildid= -X 'main.stamp=%s %s 2026-11-21T12:00:00Z'",
		s.version, s.commit); got != want {
		t.Errorf("linker flags %s, want %s", got, want)
	}
	call("tag", "other")
	call("tag", "-m", "second", "v1.2.0")
	expect("v1.2.0")
	write(t, filepath.Join(root, "file"), "2")
	expect("v1.2.0-dirty")
	call("commit", "--quiet", "-am", "second")
	expect("v1.2.0-1-gHASH")
	call("tag", "v2/rc")
	if _, err := readStamp(t.Context(), root); err == nil || !strings.Contains(err.Error(),
		`version "v2/rc": want a tag such as v1.2.3`) {
		t.Errorf("error %v, want one about the tag", err)
	}
}

// TestNoRepository checks that no release is built outside a git repository, because there is no version.
func TestNoRepository(t *testing.T) {
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(os.TempDir()))
	err := run(t.Context(), []string{"-root", t.TempDir(), "-out", t.TempDir()}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "a release must be built from a clone") {
		t.Errorf("error %v, want one about a clone", err)
	}
	if err := run(t.Context(), []string{"-targets", "linux/sparc"}, io.Discard); err == nil ||
		!strings.Contains(err.Error(), "linux/sparc") {
		t.Errorf("error %v, want one about the target", err)
	}
}

// TestClear checks that clear removes only older archives and checksums.
func TestClear(t *testing.T) {
	out := t.TempDir()
	for _, name := range []string{
		"kaeshi-v1-linux-amd64.tar.gz", "kaeshi-v1-windows-amd64.zip", "kaeshi-v1.cdx.json", "kaeshi_1_amd64.deb",
		"kaeshi-1.x86_64.rpm", sumsName, sumsName + ".minisig", "kaeshi.db",
		"notes.zip",
	} {
		write(t, filepath.Join(out, name), "x")
	}
	if err := (&release{out: out}).clear(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if diff := cmp.Diff([]string{"kaeshi.db", "notes.zip"}, left); diff != "" {
		t.Errorf("remaining files (-want +got):\n%s", diff)
	}
}

// TestNoticed checks that programs are refused if the notices do not contain all their modules, of which gofumpt has
// many.
func TestNoticed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tool")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", name, "mvdan.cc/gofumpt")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := noticed(data, []file{{path: noticesName}}); err == nil || !strings.Contains(err.Error(),
		"has no licence of ") {
		t.Errorf("error %v, want one about a licence", err)
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "main.go"), "package main\n\nfunc main() {}\n")
	name = filepath.Join(folder, "plain")
	cmd = exec.CommandContext(t.Context(), "go", "build", "-o", name, "main.go")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if data, err = os.ReadFile(name); err != nil {
		t.Fatal(err)
	}
	if err := noticed(data, nil); err != nil {
		t.Errorf("notices of a program without modules: error %v, want none", err)
	}
	if err := noticed([]byte("no program"), nil); err == nil {
		t.Error("noticed accepts a file that is not a program, want an error")
	}
}

// TestStopped checks that the build ends when its context is cancelled.
func TestStopped(t *testing.T) {
	root, _ := repository(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, []string{"-root", root, "-out", t.TempDir()}, io.Discard); err == nil {
		t.Error("the build succeeded after the cancellation, want an error")
	}
}
