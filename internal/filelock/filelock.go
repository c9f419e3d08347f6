// Package filelock locks open files, so that two processes do not write to the same file.
package filelock

import (
	"errors"
	"os"
)

// ErrLocked reports that the file is locked by another open file.
var ErrLocked = errors.New("the file is locked by another run")

// Lock locks an open file for writing without waiting. The lock lasts until the file is closed or the process ends. The
// error is [ErrLocked] if another open file of this or another process holds the lock. On platforms without file locks,
// Lock does nothing.
func Lock(f *os.File) error { return lock(f) }

// Discard removes and closes a locked file, in an order that prevents others from opening it in between if the platform
// allows that.
func Discard(f *os.File) error { return discard(f) }
