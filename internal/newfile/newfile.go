// Package newfile names files in errors of writing by way of a temporary file.
package newfile

import (
	"errors"
	"io/fs"
	"os"
)

// Named returns an error of a temporary file as one of the file at path, which the user named. Errors that name no file
// and nil are returned as they are.
func Named(err error, path string) error {
	if named := (*fs.PathError)(nil); errors.As(err, &named) {
		return &fs.PathError{Op: named.Op, Path: path, Err: named.Err}
	}
	if moved := (*os.LinkError)(nil); errors.As(err, &moved) {
		return &fs.PathError{Op: "write", Path: path, Err: moved.Err}
	}
	return err
}
