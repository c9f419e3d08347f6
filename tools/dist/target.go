package main

import (
	"fmt"
	"slices"
	"strings"
)

// target is a system and a processor architecture of a release.
type target struct{ system, processor string }

func (t target) String() string { return t.system + "/" + t.processor }

// allTargets returns the targets of a release.
func allTargets() []target {
	var all []target
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, processor := range []string{"amd64", "arm64"} {
			all = append(all, target{system, processor})
		}
	}
	return all
}

// parseTargets parses names such as linux/amd64. Without names it returns all targets.
func parseTargets(names []string) ([]target, error) {
	if len(names) == 0 {
		return allTargets(), nil
	}
	var list []target
	for _, name := range names {
		i := slices.IndexFunc(allTargets(), func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("target %q: want one of %s", name, strings.Trim(fmt.Sprint(allTargets()), "[]"))
		}
		list = append(list, allTargets()[i])
	}
	return list, nil
}

// executable returns the file name of the program.
func (t target) executable() string {
	if t.system == "windows" {
		return "kaeshi.exe"
	}
	return "kaeshi"
}

// suffix returns the suffix of archives that users of the system can open without additional software.
func (t target) suffix() string {
	if t.system == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// environment returns the environment of the go command, independent of the settings of the machine. A build supports
// all processors of the architecture, as the program selects its kernels at start.
func (t target) environment() []string {
	return []string{
		"GOOS=" + t.system, "GOARCH=" + t.processor, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0",
		"GOFLAGS=-mod=readonly", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off", "GODEBUG=",
	}
}
