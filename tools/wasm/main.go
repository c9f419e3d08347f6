// Command wasm builds the programs for browsers, for make wasm: cmd/wasm, the engine, and cmd/checker, the checker of
// certificates. It writes the compressed modules to web/engine and the glue code of the Go version to
// web/ui/src/engine. The page contains the checksums of the modules and must be rebuilt afterwards with make dist-web.
//
// Builds are reproducible for a version of Go. With -check the command compares the existing files instead of writing
// them. It uses the standard library and the go command only.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/kaeshi/kaeshi/tools/internal/start"
)

func main() { start.Main("wasm", run) }

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("wasm", flag.ContinueOnError)
	root := flags.String("root", ".", "root `folder` of the project")
	check := flags.Bool("check", false, "compare the existing files instead of writing them")
	if err := flags.Parse(args); err != nil {
		return err
	}
	files, err := build(ctx, *root)
	if err != nil {
		return err
	}
	put := write
	if *check {
		put = compare
	}
	var errs []error
	for name, content := range files {
		errs = append(errs, put(filepath.Join(*root, "web", filepath.FromSlash(name)), content, stdout))
	}
	return errors.Join(errs...)
}

// build returns the files by their paths below web.
func build(ctx context.Context, root string) (map[string][]byte, error) {
	goroot, err := goCommand(ctx, root, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "kaeshi-wasm-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }() // the system deletes old temporary files
	files := map[string][]byte{"ui/src/engine/wasm_exec.js": glue}
	for name, command := range map[string]string{"kaeshi": "./cmd/wasm", "proof": "./cmd/checker"} {
		out := filepath.Join(folder, name+".wasm")
		_, err := goCommand(ctx, root, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=",
			"-o", out, command)
		if err != nil {
			return nil, err
		}
		program, err := os.ReadFile(out)
		if err != nil {
			return nil, err
		}
		if files["engine/"+name+".wasmgz"], err = compress(program); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func goCommand(ctx context.Context, root string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // the arguments are constants
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWASM=", "GOFLAGS=")
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return string(text), nil
}

// compress returns b in gzip format without a name and a time.
func compress(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

func write(path string, content []byte, stdout io.Writer) error {
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return err
	}
	_, err := fmt.Fprintf(stdout, "%s: %d bytes\n", path, len(content))
	return err
}

func compare(path string, content []byte, stdout io.Writer) error {
	kept, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(kept, content) {
		return fmt.Errorf("%s is out of date; run make wasm", path)
	}
	_, err = fmt.Fprintf(stdout, "%s: up to date\n", path)
	return err
}
