//go:build unix

package book

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other runs out of the file until it is closed.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// syncFolder puts the names in a folder on the disk.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// discard removes a file and closes it, in this order: while it is locked, no other run can have it open.
func discard(f *os.File) error { return errors.Join(os.Remove(f.Name()), f.Close()) }
