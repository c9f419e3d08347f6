package verb

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
)

// Build describes how the program was made. Without a repository at hand some of it is empty.
type Build struct {
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

// ReadBuild returns the content of a stamp, "VERSION COMMIT TIME", or without one what the go command wrote into the
// program.
func ReadBuild(stamp string) Build {
	b := Build{
		Schema: "kaeshi/version/1", Version: "(unknown)",
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Kernels: bitboard.Kernels(),
	}
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

func (b Build) String() string {
	text := "kaeshi " + b.Version
	if b.Commit != "" {
		text += fmt.Sprintf(" (commit %.12s of %s)", b.Commit, b.Time)
	}
	return fmt.Sprintf("%s, %s, %s/%s, %s kernels", text, b.Go, b.OS, b.Arch, b.Kernels)
}
