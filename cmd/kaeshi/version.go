package main

import (
	"cmp"
	"embed"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/bitboard"
)

func (p *program) versionCommand(language string) *cobra.Command {
	c := &cobra.Command{Use: "version", Short: p.words["version.short"], Long: p.words["version.long"], Args: between(0, 0, "")}
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	licenses := c.Flags().Bool("licenses", false, p.words["version.licenses"])
	c.RunE = func(*cobra.Command, []string) error {
		switch {
		case *licenses && *asJSON:
			return usage("--licenses is text: leave out --json")
		case *licenses:
			return p.showNotices(language)
		}
		return p.show(readBuild(), *asJSON)
	}
	return c
}

// notices are what en.txt or ja.txt says about whose work the program is, and in licenses.txt the licences of all that is linked in and of
// what the page is built from. notices_test.go collects them, and holds them equal to what go.mod says.
//
//go:embed notices
var notices embed.FS

// showNotices prints the notice in a language, then the licences as their authors wrote them.
func (p *program) showNotices(language string) error {
	for _, name := range []string{language, "licenses"} {
		text, err := notices.ReadFile("notices/" + name + ".txt")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(p.out, "%s", text); err != nil {
			return err
		}
	}
	return nil
}

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
