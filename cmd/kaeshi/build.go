package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
)

// stamp is what the linker is told by make dist: the version, the commit and its time, with blanks between. Nothing else writes it; without it
// the build's own notes must do.
var stamp string

// build is what the program knows about how it was made. Without a repository at hand some of it is unknown.
type build struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Time     string `json:"time"`
	Modified bool   `json:"modified"` // there were changes beyond the commit
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Kernels  string `json:"kernels"` // chosen for this processor
}

func readBuild() build {
	b := build{Schema: "kaeshi/version/1", Version: "(unknown)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Kernels: bitboard.Kernels()}
	if told := strings.Fields(stamp); len(told) == 3 {
		b.Version, b.Commit, b.Time, b.Modified = told[0], told[1], told[2], strings.HasSuffix(told[0], "-dirty")
		return b
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Version = cmp.Or(info.Main.Version, "(devel)")
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	b.Commit, b.Time, b.Modified = settings["vcs.revision"], settings["vcs.time"], settings["vcs.modified"] == "true"
	return b
}

func (b build) String() string {
	text := "kaeshi " + b.Version
	if b.Commit != "" {
		text += fmt.Sprintf(" (commit %.12s of %s)", b.Commit, b.Time)
	}
	return fmt.Sprintf("%s, %s, %s/%s, %s kernels", text, b.Go, b.OS, b.Arch, b.Kernels)
}
