package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // registers the format
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // registers the format
)

// packages writes the deb and the rpm of a target for Linux. It does nothing for other systems.
func (r *release) packages(work string, t target, program []byte, common []file) error {
	if t.system != "linux" {
		return nil
	}
	service, err := r.service()
	if err != nil {
		return err
	}
	contents := append(installed(common), service...)
	contents = append(contents, file{path: "usr/bin/kaeshi", data: program, executable: true})
	for _, format := range []string{"deb", "rpm"} {
		name, data, err := r.packaged(filepath.Join(work, format+"-"+t.processor), format, t, contents)
		if err != nil {
			return fmt.Errorf("%s: %w", format, err)
		}
		if err := r.write(name, data); err != nil {
			return err
		}
	}
	return nil
}

// installed returns the files of an archive at the places where distributions expect them, with compressed manual
// pages. It omits the folder deploy and the completions for PowerShell.
func installed(common []file) (list []file) {
	completions := map[string]string{
		"kaeshi.bash": "usr/share/bash-completion/completions/kaeshi",
		"_kaeshi":     "usr/share/zsh/site-functions/_kaeshi",
		"kaeshi.fish": "usr/share/fish/vendor_completions.d/kaeshi.fish",
	}
	for _, f := range common {
		folder, name := path.Split(f.path)
		switch {
		case folder == "deploy/", name == "kaeshi.ps1":
			continue
		case folder == "completions/":
			f.path = completions[name]
		case strings.HasPrefix(folder, "man/"):
			f.path, f.data = "usr/share/"+f.path+".gz", gzipped(f.data)
		case f.path == "LICENSE":
			f.path = "usr/share/doc/kaeshi/copyright"
		default:
			f.path = "usr/share/doc/kaeshi/" + f.path
		}
		list = append(list, f)
	}
	return list
}

// gzipped returns data in the format of gzip, without a time.
func gzipped(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level exists
	_, _ = w.Write(data)                                  // a buffer does not fail
	_ = w.Close()
	return b.Bytes()
}

// settings is the path of the configuration file, which updates of the package do not replace.
const settings = "etc/kaeshi/serve.conf"

// service returns the files of the folder deploy for a program in /usr/bin: the units, the user and the configuration.
// It omits what precedes the sections of a unit, which describes the installation by hand.
func (r *release) service() (list []file, err error) {
	for _, f := range [][2]string{
		{"kaeshi.service", "usr/lib/systemd/system/kaeshi.service"},
		{"kaeshi-hub.service", "usr/lib/systemd/system/kaeshi-hub.service"},
		{"kaeshi-worker.service", "usr/lib/systemd/system/kaeshi-worker.service"},
		{"sysusers.conf", "usr/lib/sysusers.d/kaeshi.conf"},
		{"serve.conf", settings},
	} {
		text, err := os.ReadFile(filepath.Join(r.root, "deploy", f[0]))
		if err != nil {
			return nil, err
		}
		text = text[max(0, bytes.Index(text, []byte("[Unit]"))):]
		text = bytes.ReplaceAll(text, []byte("=/usr/local/bin/kaeshi"), []byte("=/usr/bin/kaeshi"))
		list = append(list, file{path: f[1], data: text})
	}
	return list, nil
}

// packaged returns the name and the content of a package. It writes the files to a folder first.
func (r *release) packaged(folder, format string, t target, list []file) (string, []byte, error) {
	var contents files.Contents
	for _, f := range inFolder("", list) {
		source := filepath.Join(folder, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(source), 0o755); err != nil {
			return "", nil, err
		}
		if err := os.WriteFile(source, f.data, 0o600); err != nil {
			return "", nil, err
		}
		c := &files.Content{
			Source: source, Destination: "/" + f.path,
			FileInfo: &files.ContentFileInfo{Mode: f.mode(), MTime: r.stamp.made},
		}
		if f.path == settings {
			c.Type = files.TypeConfigNoReplace
		}
		contents = append(contents, c)
	}
	script := func(name string) string { return filepath.Join(r.root, "tools", "dist", "scripts", name+".sh") }
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "kaeshi", Arch: t.processor, Platform: "linux", Version: packageVersion(r.stamp.version),
		VersionSchema: "none", Section: "games", Priority: "optional", Maintainer: "The Kaeshi authors",
		License: "MIT", Description: "Othello workbench, engine and web application", MTime: r.stamp.made,
		DisableGlobbing: true,
		Overridables: nfpm.Overridables{
			Contents: contents, Umask: 0o022, RPM: nfpm.RPM{BuildHost: "localhost"},
			Scripts: nfpm.Scripts{
				PostInstall: script("postinst"), PreRemove: script("prerm"), PostRemove: script("postrm"),
			},
		},
	})
	packager, err := nfpm.Get(format)
	if err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	err = packager.Package(info, &b)
	return packager.ConventionalFileName(info), b.Bytes(), err
}

// laterVersion matches the output of git describe for commits after a tag.
var laterVersion = regexp.MustCompile(`^(.+)-([0-9]+)-(g[0-9a-f]+)$`)

// packageVersion returns a version in the form that dpkg and rpm sort: 0.2.0~rc.1 precedes 0.2.0, and commits after the
// tag follow it as 0.2.0+5.g0123456789ab.
func packageVersion(version string) string {
	version, dirty := strings.CutSuffix(strings.TrimPrefix(version, "v"), "-dirty")
	after := ""
	if m := laterVersion.FindStringSubmatch(version); m != nil {
		version, after = m[1], "+"+m[2]+"."+m[3]
	}
	if dirty {
		after += "+dirty"
	}
	version = strings.Replace(version, "-", "~", 1)
	return strings.ReplaceAll(version, "-", ".") + after
}
