// Package filelock locks open files, so that two runs do not write to the same file.
package filelock

import (
	"errors"
	"os"
)

// ErrLocked is the error of a file that another open file has locked.
var ErrLocked = errors.New("the file is locked by another run")

// Lock locks an open file for writing, without waiting. The lock lasts until the file is closed or the process ends.
// It fails with [ErrLocked] when another open file, of this process or of another one, holds the lock. On platforms
// without file locks it does nothing.
func Lock(f *os.File) error { return lock(f) }

// Discard removes a locked file and closes it, in the order that lets no other run open the file in between where the
// platform permits that.
func Discard(f *os.File) error { return discard(f) }
