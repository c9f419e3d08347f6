package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const noticesName = "NOTICES.txt"

// common returns the files of all archives besides the program. Most of them are output of the program, which is built
// for this machine first.
func (r *release) common(ctx context.Context, work string) ([]file, error) {
	files, err := r.pages(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := r.build(ctx, work, host()); err != nil {
		return nil, err
	}
	t := host()
	own := program{path: filepath.Join(work, t.system+"-"+t.processor+"-"+t.executable()), home: work}
	for _, part := range []func(context.Context) ([]file, error){own.notices, own.completions, own.manual} {
		more, err := part(ctx)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// pages returns the README, the changelog, the licence, the documentation and the files of services.
func (r *release) pages(ctx context.Context) ([]file, error) {
	var files []file
	add := func(name string) error {
		data, err := os.ReadFile(filepath.Join(r.root, filepath.FromSlash(name)))
		files = append(files, file{path: name, data: data})
		return err
	}
	for _, name := range []string{
		"README.md", "README.ja.md", "CHANGELOG.md", "SECURITY.md", "SECURITY.ja.md", "LICENSE",
	} {
		if err := add(name); err != nil {
			return nil, err
		}
	}
	docs, err := git(ctx, r.root, "ls-files", "docs", "deploy")
	if err != nil {
		return nil, err
	}
	for name := range strings.Lines(docs) {
		if err := add(strings.TrimSpace(name)); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// program is a built kaeshi.
type program struct{ path, home string }

// run returns the output of a command. The environment hides the user, the processors and the settings of this machine.
func (p program) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, p.path, args...) //nolint:gosec // G204: the program that was just built
	cmd.Env = []string{"HOME=" + p.home, "LocalAppData=" + p.home, "LC_ALL=C", "GOMAXPROCS=1"}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("kaeshi %s: %w\n%s", args[0], err, stderr.Bytes())
	}
	return out, nil
}

// notices returns the licences with a heading in both languages.
func (p program) notices(ctx context.Context) ([]file, error) {
	english, err := p.run(ctx, "version", "--licenses", "--lang", "en")
	if err != nil {
		return nil, err
	}
	japanese, err := p.run(ctx, "version", "--licenses", "--lang", "ja")
	if err != nil {
		return nil, err
	}
	sentence, _, found := bytes.Cut(japanese, []byte("===="))
	if !found {
		return nil, errors.New("kaeshi version --licenses prints no licence")
	}
	return []file{{path: noticesName, data: slices.Concat(sentence, english)}}, nil
}

// completions returns the completion scripts under the names that the shells use.
func (p program) completions(ctx context.Context) ([]file, error) {
	var files []file
	for _, c := range [][2]string{
		{"bash", "kaeshi.bash"},
		{"zsh", "_kaeshi"},
		{"fish", "kaeshi.fish"},
		{"powershell", "kaeshi.ps1"},
	} {
		script, err := p.run(ctx, "completion", c[0])
		if err != nil {
			return nil, err
		}
		files = append(files, file{path: path.Join("completions", c[1]), data: script})
	}
	return files, nil
}

// manual returns the manual pages in both languages, in the directory layout of man.
func (p program) manual(ctx context.Context) ([]file, error) {
	var files []file
	for language, folder := range map[string]string{"en": "man/man1", "ja": "man/ja/man1"} {
		out := filepath.Join(p.home, "man", language)
		if _, err := p.run(ctx, "man", "--lang", language, "--out", out); err != nil {
			return nil, err
		}
		entries, err := os.ReadDir(out)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			data, err := os.ReadFile(filepath.Join(out, e.Name()))
			if err != nil {
				return nil, err
			}
			files = append(files, file{path: path.Join(folder, e.Name()), data: data})
		}
	}
	return files, nil
}
