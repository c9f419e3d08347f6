package main

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sassoftware/go-rpmutils"
)

// commonFiles returns files as in archives.
func commonFiles() (list []file) {
	for _, path := range []string{
		"README.md", "LICENSE", "NOTICES.txt", "docs/README.md", "deploy/kaeshi.service", "man/man1/kaeshi.1",
		"man/ja/man1/kaeshi.1", "completions/kaeshi.bash", "completions/_kaeshi", "completions/kaeshi.fish",
		"completions/kaeshi.ps1",
	} {
		list = append(list, file{path: path, data: []byte("content of " + path)})
	}
	return list
}

// installedFiles has the paths in a package of commonFiles, and whether a file is executable.
func installedFiles() map[string]bool {
	all := map[string]bool{"/usr/bin/kaeshi": true}
	for _, path := range []string{
		"/etc/kaeshi/serve.conf", "/usr/lib/systemd/system/kaeshi-hub.service",
		"/usr/lib/systemd/system/kaeshi-worker.service", "/usr/lib/systemd/system/kaeshi.service",
		"/usr/lib/sysusers.d/kaeshi.conf", "/usr/share/bash-completion/completions/kaeshi",
		"/usr/share/doc/kaeshi/NOTICES.txt", "/usr/share/doc/kaeshi/README.md", "/usr/share/doc/kaeshi/copyright",
		"/usr/share/doc/kaeshi/docs/README.md", "/usr/share/fish/vendor_completions.d/kaeshi.fish",
		"/usr/share/man/ja/man1/kaeshi.1.gz", "/usr/share/man/man1/kaeshi.1.gz",
		"/usr/share/zsh/site-functions/_kaeshi",
	} {
		all[path] = false
	}
	return all
}

// packed returns the packages of a version with a script as the program, by file name.
func packed(t *testing.T, version, processor string) map[string][]byte {
	t.Helper()
	r := release{
		root: "../..", out: t.TempDir(), stdout: io.Discard,
		stamp: stamp{version, strings.Repeat("0", 40), noon()},
	}
	program := []byte("#!/bin/sh\necho kaeshi\n")
	if err := r.packages(t.TempDir(), target{"linux", processor}, program, commonFiles()); err != nil {
		t.Fatal(err)
	}
	found := map[string][]byte{}
	entries, err := os.ReadDir(r.out)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if found[e.Name()], err = os.ReadFile(filepath.Join(r.out, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// TestPackagesReproducible checks the names of packages, and that two builds are equal.
func TestPackagesReproducible(t *testing.T) {
	first, second := packed(t, "v1.2.3", "arm64"), packed(t, "v1.2.3", "arm64")
	want := []string{"kaeshi-1.2.3-1.aarch64.rpm", "kaeshi_1.2.3_arm64.deb"}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(first))); diff != "" {
		t.Errorf("packages (-want +got):\n%s", diff)
	}
	for name, data := range first {
		if !bytes.Equal(data, second[name]) {
			t.Errorf("%s differs in a second build", name)
		}
	}
	r := release{root: "../..", out: t.TempDir(), stdout: io.Discard, stamp: stamp{version: "v1.2.3"}}
	if err := r.packages(t.TempDir(), target{"windows", "amd64"}, nil, nil); err != nil || len(r.sums) > 0 {
		t.Errorf("%d packages for Windows, error %v, want none", len(r.sums), err)
	}
}

// TestPackageVersion checks that versions have the form, and in dpkg the order, of the releases.
func TestPackageVersion(t *testing.T) {
	got := map[string]string{}
	want := map[string]string{
		"v0.2.0": "0.2.0", "v0.2.0-rc.1": "0.2.0~rc.1", "v0.2.0-rc-1-dirty": "0.2.0~rc.1+dirty",
		"v0.2.0-5-g0123456789ab": "0.2.0+5.g0123456789ab", "v0.0.0-g0123456789ab": "0.0.0~g0123456789ab",
	}
	for version := range want {
		got[version] = packageVersion(version)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("versions of packages (-want +got):\n%s", diff)
	}
}

// TestDeb unpacks a package with dpkg-deb, and installs and removes it below a folder with dpkg.
func TestDeb(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil && os.Getenv("CI") == "" {
		t.Skip("dpkg-deb is not installed")
	}
	name := filepath.Join(t.TempDir(), "kaeshi.deb")
	write(t, name, string(packed(t, "v1.2.3", "amd64")["kaeshi_1.2.3_amd64.deb"]))
	root := t.TempDir()
	output(t, "dpkg-deb", "-x", name, root)
	checkTree(t, root)
	control := t.TempDir()
	output(t, "dpkg-deb", "-e", name, control)
	conffiles, err := os.ReadFile(filepath.Join(control, "conffiles"))
	if err != nil || string(conffiles) != "/etc/kaeshi/serve.conf\n" {
		t.Errorf("configuration files %q, error %v", conffiles, err)
	}
	fields := output(t, "dpkg-deb", "-f", name, "Package", "Version", "Architecture", "Section", "Depends")
	want := "Package: kaeshi\nVersion: 1.2.3\nArchitecture: amd64\nSection: games\n"
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("fields of the package (-want +got):\n%s", diff)
	}
	installDeb(t, name)
}

// checkTree checks the files of an unpacked package.
func checkTree(t *testing.T, root string) {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		path = strings.TrimPrefix(path, root)
		if found[path] = info.Mode()&0o111 != 0; !info.ModTime().Equal(noon()) || info.Mode()&0o022 != 0 {
			t.Errorf("%s: mode %v, time %v, want %v", path, info.Mode(), info.ModTime(), noon())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(installedFiles(), found); diff != "" {
		t.Errorf("files of the package (-want +got):\n%s", diff)
	}
	unit, err := os.ReadFile(filepath.Join(root, "usr/lib/systemd/system/kaeshi.service"))
	if err != nil {
		t.Fatal(err)
	}
	if head, _, _ := bytes.Cut(unit, []byte("\n")); string(head) != "[Unit]" {
		t.Errorf("the unit begins with %q, want [Unit]", head)
	}
	if !bytes.Contains(unit, []byte("\nExecStart=/usr/bin/kaeshi serve ")) {
		t.Errorf("unit\n%s\nwant one that runs /usr/bin/kaeshi serve", unit)
	}
}

// installDeb installs a package below a folder, changes its configuration, installs it again, and removes it.
func installDeb(t *testing.T, name string) {
	t.Helper()
	root := t.TempDir()
	for _, folder := range []string{"etc", "var/lib/dpkg/info", "var/lib/dpkg/updates"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// Dpkg wants tools of the administrator in PATH, even those that the package does not use.
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin:/sbin")
	write(t, filepath.Join(root, "etc/passwd"), "kaeshi:x:999:999::/var/lib/kaeshi:/usr/sbin/nologin\n")
	write(t, filepath.Join(root, "etc/group"), "kaeshi:x:999:\n")
	write(t, filepath.Join(root, "var/lib/dpkg/status"), "")
	dpkg := func(args ...string) {
		output(t, "dpkg", append([]string{
			"--root=" + root, "--force-not-root", "--force-script-chrootless", "--force-architecture",
		}, args...)...)
	}
	config := filepath.Join(root, "etc/kaeshi/serve.conf")
	dpkg("-i", name)
	write(t, config, "addr = :8443\n")
	dpkg("-i", name)
	if text, err := os.ReadFile(config); err != nil || string(text) != "addr = :8443\n" {
		t.Errorf("configuration after an update %q, error %v, want that of the user", text, err)
	}
	dpkg("-r", "kaeshi")
	left := map[string]bool{}
	for _, path := range []string{"/usr/bin/kaeshi", "/usr/share/doc/kaeshi/copyright", "/etc/kaeshi/serve.conf"} {
		_, err := os.Stat(root + path)
		left[path] = err == nil
	}
	want := map[string]bool{
		"/usr/bin/kaeshi": false, "/usr/share/doc/kaeshi/copyright": false, "/etc/kaeshi/serve.conf": true,
	}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("files after the removal (-want +got):\n%s", diff)
	}
}

// TestRPM checks the files, the configuration file and the scripts of a package for rpm.
func TestRPM(t *testing.T) {
	pkg, err := rpmutils.ReadRpm(bytes.NewReader(packed(t, "v1.2.3", "amd64")["kaeshi-1.2.3-1.x86_64.rpm"]))
	if err != nil {
		t.Fatal(err)
	}
	nevra, err := pkg.Header.GetNEVRA()
	if err != nil || nevra.String() != "kaeshi-0:1.2.3-1.x86_64.rpm" {
		t.Errorf("package %v, error %v, want kaeshi-0:1.2.3-1.x86_64.rpm", nevra, err)
	}
	list, err := pkg.Header.GetFiles()
	if err != nil {
		t.Fatal(err)
	}
	found, config := map[string]bool{}, []string{}
	for _, f := range list {
		found[f.Name()] = f.Mode()&0o111 != 0
		if f.Flags()&rpmutils.RPMFILE_CONFIG != 0 && f.Flags()&rpmutils.RPMFILE_NOREPLACE != 0 {
			config = append(config, f.Name())
		}
	}
	if diff := cmp.Diff(installedFiles(), found); diff != "" {
		t.Errorf("files of the package (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"/etc/kaeshi/serve.conf"}, config); diff != "" {
		t.Errorf("configuration files (-want +got):\n%s", diff)
	}
	for tag, want := range map[int]string{
		rpmutils.POSTIN: "systemd-sysusers", rpmutils.PREUN: "systemctl disable", rpmutils.POSTUN: "daemon-reload",
	} {
		if text, err := pkg.Header.GetString(tag); err != nil || !strings.Contains(text, want) {
			t.Errorf("script %d: %q, error %v, want %s in it", tag, text, err, want)
		}
	}
	root := t.TempDir()
	if err := pkg.ExpandPayload(root); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(root, "usr/bin/kaeshi")); err != nil || len(text) == 0 {
		t.Errorf("program %q, error %v", text, err)
	}
}

// TestUnits checks the units with systemd-analyze, which reports unknown settings and rates what a service may do, from
// 0 (little) to 10.
func TestUnits(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil && os.Getenv("CI") == "" {
		t.Skip("systemd-analyze is not installed")
	}
	r := release{root: "../.."}
	list, err := r.service()
	if err != nil {
		t.Fatal(err)
	}
	folder, units := t.TempDir(), 0
	for _, f := range list {
		if path.Ext(f.path) != ".service" {
			continue
		}
		units++
		text := bytes.ReplaceAll(f.data, []byte("=/usr/bin/kaeshi "), []byte("=/bin/true "))
		unit := filepath.Join(folder, path.Base(f.path))
		write(t, unit, string(text))
		if warnings := output(t, "systemd-analyze", "verify", "--man=no", unit); warnings != "" {
			t.Errorf("warnings of systemd-analyze verify:\n%s", warnings)
		}
		output(t, "systemd-analyze", "security", "--offline=true", "--threshold=20", unit)
	}
	if units != 3 {
		t.Errorf("%d units, want 3", units)
	}
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
