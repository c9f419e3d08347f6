package verb

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
)

// Build describes the build of the program. Fields that the build does not record are empty.
type Build struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Time     string `json:"time"`
	Modified bool   `json:"modified"` // the working tree had uncommitted changes
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Kernels  string `json:"kernels"` // selected for this processor
}

// ReadBuild returns the build described by a stamp, "VERSION COMMIT TIME", or, if the stamp is empty, by the build
// information of the go command.
func ReadBuild(stamp string) Build {
	b := Build{
		Schema: "kaeshi/version/1", Version: "(unknown)",
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Kernels: bitboard.Kernels(),
	}
	if fields := strings.Fields(stamp); len(fields) == 3 {
		b.Version, b.Commit, b.Time = fields[0], fields[1], fields[2]
		b.Modified = strings.HasSuffix(b.Version, "-dirty")
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
