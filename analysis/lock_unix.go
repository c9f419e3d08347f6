//go:build unix

package analysis

import (
	"os"
	"syscall"
)

// lock keeps other runs out of the file until it is closed.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
