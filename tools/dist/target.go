package main

import (
	"fmt"
	"slices"
	"strings"
)

// target is a system and a processor that the program is built for.
type target struct{ system, processor string }

func (t target) String() string { return t.system + "/" + t.processor }

// allTargets are those that are released.
func allTargets() []target {
	var all []target
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, processor := range []string{"amd64", "arm64"} {
			all = append(all, target{system, processor})
		}
	}
	return all
}

// parseTargets reads names such as linux/amd64; without any it is all of them.
func parseTargets(names []string) ([]target, error) {
	if len(names) == 0 {
		return allTargets(), nil
	}
	var list []target
	for _, name := range names {
		i := slices.IndexFunc(allTargets(), func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("target %q: there are %s", name, strings.Trim(fmt.Sprint(allTargets()), "[]"))
		}
		list = append(list, allTargets()[i])
	}
	return list, nil
}

// executable is the program's file name there.
func (t target) executable() string {
	if t.system == "windows" {
		return "kaeshi.exe"
	}
	return "kaeshi"
}

// suffix is that of the archives that people of the system can open without installing anything.
func (t target) suffix() string {
	if t.system == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// environment is what the go command builds with. One build serves every processor of its kind: faster kernels are
// chosen when the program starts. Settings of whoever builds do not matter.
func (t target) environment() []string {
	return []string{
		"GOOS=" + t.system, "GOARCH=" + t.processor, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0",
		"GOFLAGS=-mod=readonly", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off", "GODEBUG=",
	}
}
