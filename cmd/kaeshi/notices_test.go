package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNotices compares notices/licenses.txt with the licences of Kaeshi, of Go, of the modules that are linked in on
// any system, and of the packages that the page is built from. The command
//
//	go test ./cmd/kaeshi -run TestNotices -args update
//
// updates the file. The licences of npm packages are available after make test or make dist-web. Otherwise those in the
// file are kept.
func TestNotices(t *testing.T) {
	const file = "notices/licenses.txt"
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	works, err := allWorks(t)
	if err != nil {
		t.Fatal(err)
	}
	want, err := written(works, string(kept))
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(flag.Args(), "update") {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(kept) {
		t.Errorf("%s differs from the licences of the program: %s", file, firstDifference(want, string(kept)))
	}
}

// work is a module or package that the program contains. Its text is empty if the licence is not available.
type work struct{ name, text string }

func allWorks(t *testing.T) ([]work, error) {
	t.Helper()
	own, err := licencesIn("../..")
	if err != nil {
		return nil, err
	}
	golang, err := licencesIn(strings.TrimSpace(output(t, nil, "env", "GOROOT")))
	if err != nil {
		return nil, err
	}
	modules, err := linkedModules(t)
	if err != nil {
		return nil, err
	}
	page, err := pageWorks()
	return slices.Concat([]work{{"Kaeshi", own}, {"Go: standard library and runtime", golang}}, modules, page), err
}

// output returns the output of the go command.
func output(t *testing.T, variables []string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Env = append(os.Environ(), variables...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// linked is a package in the output of go list.
type linked struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// linkedModules returns the modules with a package that is linked in on a system that has releases.
func linkedModules(t *testing.T) ([]work, error) {
	t.Helper()
	roots, folders := map[string]string{}, map[string][]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, arch := range []string{"amd64", "arm64"} {
			list := output(t, []string{"GOOS=" + system, "GOARCH=" + arch, "CGO_ENABLED=0"}, "list", "-deps",
				"-json=Dir,Module", ".")
			for from := json.NewDecoder(strings.NewReader(list)); ; {
				var p linked
				if err := from.Decode(&p); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					return nil, err
				}
				if p.Module != nil && !p.Module.Main {
					name := p.Module.Path + " " + p.Module.Version
					roots[name] = p.Module.Dir
					folders[name] = append(folders[name], foldersBetween(p.Module.Dir, p.Dir)...)
				}
			}
		}
	}
	var works []work
	for name, root := range roots {
		text, err := licencesIn(root, folders[name]...)
		if err != nil {
			return nil, err
		}
		if text == "" {
			return nil, fmt.Errorf("%s has no licence in %s", name, root)
		}
		works = append(works, work{name, text})
	}
	slices.SortFunc(works, func(a, b work) int { return strings.Compare(a.name, b.name) })
	return works, nil
}

// foldersBetween returns the folders from below root to dir, relative to root. A package copied from another project
// has its own licence in one of them.
func foldersBetween(root, dir string) (list []string) {
	for ; dir != root && strings.HasPrefix(dir, root); dir = filepath.Dir(dir) {
		list = append(list, strings.TrimPrefix(dir, root+string(filepath.Separator)))
	}
	return list
}

var licenceName = regexp.MustCompile(`(?i)^[\w-]*(licen[cs]e|copying|copyright|notice|patents)[\w-]*(\.txt|\.md)?$`)

// licencesIn returns the texts of all licence files in root and the given folders below it, each under its name if
// there are several.
func licencesIn(root string, folders ...string) (string, error) {
	folders = append(folders, ".")
	slices.Sort(folders)
	var names, texts []string
	for _, folder := range slices.Compact(folders) {
		entries, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			return "", err
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || !licenceName.MatchString(e.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(root, folder, e.Name()))
			if err != nil {
				return "", err
			}
			names = append(names, filepath.ToSlash(filepath.Join(folder, e.Name())))
			texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))+"\n")
		}
	}
	if len(names) == 1 {
		return texts[0], nil
	}
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, "[%s]\n\n%s\n", name, texts[i])
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// pageWorks returns the npm packages whose code is in the built page: those that its sources import, and clsx, which
// svelte imports.
func pageWorks() ([]work, error) {
	lock, err := os.ReadFile("../../web/ui/package-lock.json")
	if err != nil {
		return nil, err
	}
	var locked struct {
		Packages map[string]struct{ Version string }
	}
	if err := json.Unmarshal(lock, &locked); err != nil {
		return nil, err
	}
	names, err := importedByPage()
	if err != nil {
		return nil, err
	}
	var works []work
	for _, name := range append(names, "clsx") {
		version := locked.Packages["node_modules/"+name].Version
		if version == "" {
			return nil, fmt.Errorf("package-lock.json has no %s", name)
		}
		text, err := licencesIn("../../web/ui/node_modules/" + name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		works = append(works, work{name + " " + version, text})
	}
	return works, nil
}

// importedByPage returns the names of the packages that files of web/ui/src import. It skips types, tests, and test
// helpers, which import vitest.
func importedByPage() ([]string, error) {
	importing := regexp.MustCompile(`(?m)^\s*(?:import|export)(?: [^'"]*? from)? ['"]([^.'"/][^'"]*)['"]`)
	found := []string{"svelte"} // because compiled components import it
	err := filepath.WalkDir("../../web/ui/src", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(d.Name(), ".test.") ||
			!slices.Contains([]string{".ts", ".js", ".svelte"}, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		var names []string
		for _, match := range importing.FindAllStringSubmatch(string(text), -1) {
			parts := strings.Split(match[1], "/")
			name := parts[0]
			if strings.HasPrefix(name, "@") {
				name += "/" + parts[1]
			}
			if !strings.HasPrefix(match[0], "import type ") {
				names = append(names, name)
			}
		}
		if !slices.Contains(names, "vitest") {
			found = append(found, names...)
		}
		return err
	})
	slices.Sort(found)
	return slices.Compact(found), err
}

const rule = "================================================================================\n"

// written returns the new contents of the file. It keeps the licences of works that are not available.
func written(works []work, kept string) (string, error) {
	var b strings.Builder
	for _, w := range works {
		head := rule + w.name + "\n" + rule + "\n"
		if w.text == "" {
			_, rest, found := strings.Cut(kept, head)
			if !found {
				return "",
					fmt.Errorf("no licence of %s; make dist-web installs it", w.name)
			}
			w.text, _, _ = strings.Cut(rest, "\n"+rule)
			w.text = strings.TrimRight(w.text, "\n") + "\n"
		}
		b.WriteString(head + w.text + "\n")
	}
	return b.String(), nil
}

func firstDifference(want, got string) string {
	wanted, given := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(wanted), len(given)) {
		if wanted[i] != given[i] {
			return fmt.Sprintf("line %d is %q, want %q", i+1, given[i], wanted[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(given), len(wanted))
}

// TestWritten checks that licences that are not available are kept, and only for the same version.
func TestWritten(t *testing.T) {
	all, err := written([]work{{"a 1", "text a\n"}, {"b 2", "text b\n\nmore\n"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := written([]work{{"a 1", ""}, {"b 2", ""}}, all); err != nil || again != all {
		t.Errorf("written() = %q, %v; want %q", again, err, all)
	}
	if text, err := written([]work{{"a 2", ""}}, all); err == nil {
		t.Errorf("written() of an unknown version = %q, want an error", text)
	}
}
