//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unprivileged is the id of a user without privileges.
const unprivileged = 65534

// readOnlyUser is set in the process that TestReadOnlyFile starts as a user who cannot write the database.
const readOnlyUser = "KAESHI_TEST_READ_ONLY"

// TestReadOnlyFile checks that a user without write permission for the file and its folder can read the database. If
// the test runs as root, it runs the check in a process of another user.
func TestReadOnlyFile(t *testing.T) {
	const file = "my games/kept.db"
	if os.Getenv(readOnlyUser) != "" {
		checkReadOnly(t, file)
		return
	}
	folder := openFolder(t)
	path := keptDatabase(t, folder, file, 0o444, 0o555)
	t.Cleanup(func() { _ = os.Chmod(filepath.Dir(path), 0o700) })
	before := names(t, filepath.Dir(path))
	if os.Geteuid() != 0 {
		checkReadOnly(t, path)
	} else {
		asNobody(t, folder)
	}
	if diff := cmp.Diff(before, names(t, filepath.Dir(path))); diff != "" {
		t.Errorf("reading changed the folder (-want +got):\n%s", diff)
	}
}

// keptDatabase makes a database with a job, sets the modes of the file and of its folder, and returns its path.
func keptDatabase(t *testing.T, folder, file string, fileMode, folderMode fs.FileMode) string {
	t.Helper()
	path := filepath.Join(folder, file)
	s, err := Open(t.Context(), path)
	if err == nil {
		err = errors.Join(add(t.Context(), s, "kept"), s.Close())
	}
	if err = errors.Join(err, os.Chmod(path, fileMode), os.Chmod(filepath.Dir(path), folderMode)); err != nil {
		t.Fatal(err)
	}
	return path
}

// checkReadOnly checks that the database can be read and not written.
func checkReadOnly(t *testing.T, path string) {
	t.Helper()
	if s, err := Open(t.Context(), path); err == nil {
		_ = s.Close()
		t.Error("Open for writing succeeded, want an error")
	}
	s, err := OpenToRead(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	job, err := s.Job(t.Context(), "kept")
	if err != nil || job.Kind != "k" {
		t.Errorf("job %+v, error %v; want the stored job", job, err)
	}
	if add(t.Context(), s, "new") == nil {
		t.Error("a job was added to a read-only database")
	}
	if err := s.Writable(t.Context()); !errors.Is(err, ErrReadOnly) {
		t.Errorf("Writable: error %v, want %v", err, ErrReadOnly)
	}
}

// asNobody runs the calling test in the folder, in a process of another user.
func asNobody(t *testing.T, folder string) {
	t.Helper()
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(folder, "tests")
	if err := os.WriteFile(copied, program, 0o755); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), copied, "-test.run=^"+t.Name()+"$")
	c.Dir, c.Env = folder, append(os.Environ(), readOnlyUser+"=1")
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unprivileged, Gid: unprivileged}}
	out, err := c.CombinedOutput()
	if errors.Is(err, fs.ErrPermission) {
		t.Skip("cannot start a process as another user: ", err)
	}
	if err != nil || !strings.Contains(string(out), "PASS") {
		t.Errorf("the check as another user failed: %v\n%s", err, out)
	}
}

// openFolder returns a temporary folder that every user can access.
func openFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for at := folder; at != os.TempDir() && at != filepath.Dir(at); at = filepath.Dir(at) {
		_ = os.Chmod(at, 0o755)
	}
	return folder
}

// TestReadWhileWriting checks that a reader sees the changes of a writer that has the file open at the same time.
func TestReadWhileWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	if _, err := OpenToRead(t.Context(), path); err == nil {
		t.Error("OpenToRead of a missing file succeeded, want an error")
	}
	writer, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	reader, err := OpenToRead(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := add(t.Context(), writer, "late"); err != nil {
		t.Fatal(err)
	}
	if job, err := reader.Job(t.Context(), "late"); err != nil || job.Kind != "k" {
		t.Errorf("job %+v, error %v; want the one of the writer", job, err)
	}
}

// TestStrangerLeavesNothing checks that neither the owner of a database nor another user, who may write its folder,
// leaves files beside it by reading it.
func TestStrangerLeavesNothing(t *testing.T) {
	const file = "shared/kept.db"
	if os.Getenv(readOnlyUser) != "" {
		checkReadOnly(t, file)
		return
	}
	folder := openFolder(t)
	path := keptDatabase(t, folder, file, 0o644, 0o777)
	before := names(t, filepath.Dir(path))
	own, err := OpenToRead(t.Context(), path)
	if err == nil {
		err = own.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		asNobody(t, folder)
	}
	if diff := cmp.Diff(before, names(t, filepath.Dir(path))); diff != "" {
		t.Errorf("reading changed the folder (-want +got):\n%s", diff)
	}
}
