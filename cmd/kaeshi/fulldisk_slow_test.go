//go:build slow && linux

package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// smallDisk is a file system in memory with a limited size.
type smallDisk struct {
	*testing.T

	dir string
}

// newDisk mounts a disk of 64 MiB, which the end of the test unmounts.
func newDisk(t *testing.T) *smallDisk {
	t.Helper()
	if os.Getuid() != 0 || exec.CommandContext(t.Context(), "mount", "--version").Run() != nil {
		const text = "requires root and the command mount, for a small disk"
		if os.Getenv("CI") != "" {
			t.Fatal(text)
		}
		t.Skip(text)
	}
	d := &smallDisk{t, t.TempDir()}
	d.mount("size=64m")
	t.Cleanup(func() {
		_ = exec.CommandContext(context.WithoutCancel(t.Context()), "umount", "--lazy", d.dir).Run()
	})
	return d
}

func (d *smallDisk) mount(options string) {
	d.Helper()
	if text, err := exec.CommandContext(d.Context(), "mount", "-t", "tmpfs", "-o", options, "tmpfs",
		d.dir).CombinedOutput(); err != nil {
		d.Fatalf("mount %s: %v\n%s", options, err, text)
	}
}

// leave limits the free space to a number of pages.
func (d *smallDisk) leave(pages int) {
	d.Helper()
	var s unix.Statfs_t
	if err := unix.Statfs(d.dir, &s); err != nil {
		d.Fatal(err)
	}
	used := int64(s.Blocks-s.Bfree) * s.Bsize
	d.mount(fmt.Sprintf("remount,size=%d", used+int64(pages)*int64(os.Getpagesize())))
}

// enlarge makes space again.
func (d *smallDisk) enlarge() {
	d.Helper()
	d.mount("remount,size=64m")
}

// TestFullDisks does each kind of work on a disk with random free space. Six kinds of five rounds, and five of a
// server, are 35.
func TestFullDisks(t *testing.T) {
	for _, w := range crashWorks() {
		t.Run(w.name, func(t *testing.T) {
			failed := 0
			for round := range roundsOr(5) {
				d := newDisk(t)
				l := newCrashLab(t, d.dir, round)
				if w.drive != nil {
					outlastDisk(l, d)
					failed++
					continue
				}
				w.prepare(l)
				d.leave(l.random.IntN(60) >> l.random.IntN(6)) // journals are small
				p := l.begin(w, false)
				if l.awaitEnd(p) != nil {
					failed++
					l.checkFailure(p, []string{"no space left on device", "the disk is full"})
				}
				d.enlarge() // opening a database takes space
				w.check(l)
				w.finish(l)
			}
			if failed == 0 {
				t.Error("no disk was full")
			}
		})
	}
}

// outlastDisk runs a server on a disk that is full for a while.
func outlastDisk(l *crashLab, d *smallDisk) {
	l.Helper()
	s := start(l.Context(), l.T, serveOn(l)...)
	address := strings.TrimSpace(s.line)
	ready := func(want int) {
		l.Helper()
		if status, text := l.send(address, http.MethodGet, "/readyz", ""); status != want {
			l.Errorf("readyz: status %d, %s; want %d", status, text, want)
		}
	}
	ready(http.StatusOK)
	l.outlast(address, func() { d.leave(l.random.IntN(100)) }, func() {
		ready(http.StatusServiceUnavailable)
		d.enlarge()
		ready(http.StatusOK)
	})
}
