package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
)

// release is a run of make dist.
type release struct {
	root, out string
	stamp     stamp
	stdout    io.Writer
	key       string   // file of the key that signs the checksums; empty: none
	sums      []string // lines of SHA256SUMS
}

const sumsName = "SHA256SUMS"

// make builds an archive for each target, packages for Linux, the bill of materials, and the list of their checksums,
// which it signs if there is a key. It removes older files first.
func (r *release) make(ctx context.Context, targets []target) error {
	if _, err := r.notes(); err != nil {
		return err
	}
	key, err := r.readKey()
	if err != nil {
		return err
	}
	if err := r.clear(); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "kaeshi-dist-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	common, err := r.common(ctx, work)
	if err != nil {
		return err
	}
	parts := bundled(noticesIn(common))
	for _, t := range targets {
		modules, err := r.add(ctx, work, t, common)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		parts = append(parts, modules...)
	}
	text, err := newBill(r.stamp, parts).encode()
	if err != nil {
		return err
	}
	if err := r.write("kaeshi-"+r.stamp.version+".cdx.json", text); err != nil {
		return err
	}
	return r.sign(key)
}

// write writes a file of the release.
func (r *release) write(name string, data []byte) error {
	r.sums = append(r.sums, fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name))
	fmt.Fprintf(r.stdout, "%s  %d bytes\n", filepath.Join(r.out, name), len(data))
	return os.WriteFile(filepath.Join(r.out, name), data, 0o644)
}

// clear creates the output folder and removes earlier archives and checksums.
func (r *release) clear() error {
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	for _, pattern := range []string{
		"kaeshi-v*.tar.gz", "kaeshi-v*.zip", "kaeshi-v*.cdx.json", "kaeshi_*.deb", "kaeshi-*.rpm", sumsName + "*",
	} {
		old, err := filepath.Glob(filepath.Join(r.out, pattern))
		if err != nil {
			return err
		}
		for _, name := range old {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// add builds the program for a target, writes its archive and packages, and returns its modules.
func (r *release) add(ctx context.Context, work string, t target, common []file) ([]component, error) {
	program, err := r.build(ctx, work, t)
	if err != nil {
		return nil, err
	}
	if err := noticed(program, common); err != nil {
		return nil, err
	}
	name := fmt.Sprintf("kaeshi-%s-%s-%s", r.stamp.version, t.system, t.processor)
	files := append(slices.Clone(common), file{path: t.executable(), data: program, executable: true})
	data, err := pack(t.suffix(), inFolder(name, files), r.stamp.made)
	if err != nil {
		return nil, err
	}
	if err := r.write(name+t.suffix(), data); err != nil {
		return nil, err
	}
	if err := r.packages(work, t, program, common); err != nil {
		return nil, err
	}
	return linked(program)
}

// build returns the program for a target.
func (r *release) build(ctx context.Context, work string, t target) ([]byte, error) {
	name := filepath.Join(work, t.system+"-"+t.processor+"-"+t.executable())
	args := []string{
		"build", "-trimpath", "-buildvcs=false", "-pgo=auto", "-ldflags=" + r.stamp.linkerFlags(), "-o",
		name, "./cmd/kaeshi",
	}
	cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // only the target and the version vary
	cmd.Dir = r.root
	cmd.Env = append(os.Environ(), t.environment()...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return os.ReadFile(name)
}

// host returns the target of this machine.
func host() target { return target{runtime.GOOS, runtime.GOARCH} }

// noticesIn returns the notices among the files, or nothing.
func noticesIn(files []file) []byte {
	i := slices.IndexFunc(files, func(f file) bool { return f.path == noticesName })
	if i < 0 {
		return nil
	}
	return files[i].data
}

// noticed returns an error if the notices lack the licence of a module of the program.
func noticed(program []byte, common []file) error {
	notices := noticesIn(common)
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return err
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		if head := "\n" + m.Path + " " + m.Version + "\n"; !bytes.Contains(notices, []byte(head)) {
			return fmt.Errorf("%s has no licence of %s %s; run go test ./cmd/kaeshi -run TestNotices",
				noticesName, m.Path, m.Version)
		}
	}
	return nil
}
