// Package newfile corrects the file names in errors of writing through temporary files.
package newfile

import (
	"errors"
	"io/fs"
	"os"
)

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
