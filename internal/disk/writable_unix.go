//go:build unix

package disk

import "golang.org/x/sys/unix"

// Writable reports whether the user may write an existing file. It does not open the file, because closing it would
// end the locks of this process.
func Writable(path string) bool { return unix.Access(path, unix.W_OK) == nil }
