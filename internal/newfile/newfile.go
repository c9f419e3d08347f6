// Package newfile completes files that are written under a temporary name.
package newfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Rename gives a temporary file, which the caller has synced, its final name, and syncs the folder, so that the name
// survives a power failure.
func Rename(temporary, path string) error {
	if err := os.Rename(temporary, path); err != nil {
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
	f, err := os.Open(path)
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
