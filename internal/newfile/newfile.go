// Package newfile writes files under a temporary name and renames them when they are complete.
package newfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/kaeshi/kaeshi/internal/disk"
)

// Write replaces the file at path, or that to which a link at path leads, by what the function write writes. A reader
// sees the earlier file or the complete new one at any time, also after a crash of the machine. Errors of the file
// name path.
func Write(path string, perm fs.FileMode, write func(io.Writer) error) error {
	if place, err := filepath.EvalSymlinks(path); err == nil {
		path = place
	}
	part := path + ".part"
	var fault error // of write, which may be an error of its input
	err := fill(part, perm, func(f *disk.File) error {
		if fault = write(f); fault == nil {
			return f.Sync()
		}
		return nil
	})
	if err == nil && fault == nil {
		err = Rename(part, path)
	}
	if named := (*fs.PathError)(nil); errors.As(fault, &named) && named.Path == part {
		fault = Named(fault, path)
	}
	if err = errors.Join(fault, Named(err, path)); err != nil {
		_ = os.Remove(part) // the first error is returned
	}
	return err
}

// fill creates a file and closes it after write.
func fill(path string, perm fs.FileMode, write func(*disk.File) error) error {
	f, err := disk.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// WriteBytes is [Write] of bytes.
func WriteBytes(path string, perm fs.FileMode, content []byte) error {
	return Write(path, perm, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Rename gives a temporary file, which the caller has synced, its final name, and syncs the folder, so that the name
// survives a power failure.
func Rename(temporary, path string) error {
	if err := disk.Rename(temporary, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder syncs the entries of a folder to the disk, on platforms that need it.
func syncFolder(path string) error {
	switch runtime.GOOS {
	case "windows", "js", "wasip1", "plan9":
		return nil
	}
	f, err := disk.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Named returns an error about a temporary file as one about the file at path. It returns other errors and nil
// unchanged.
func Named(err error, path string) error {
	if named := (*fs.PathError)(nil); errors.As(err, &named) {
		return &fs.PathError{Op: named.Op, Path: path, Err: named.Err}
	}
	if moved := (*os.LinkError)(nil); errors.As(err, &moved) {
		return &fs.PathError{Op: "write", Path: path, Err: moved.Err}
	}
	return err
}
