// Package diskfree reports the free space of file systems.
package diskfree

import "errors"

// ErrUnknown reports that the platform does not report its free space.
var ErrUnknown = errors.New("the free space is unknown on this platform")

// Bytes returns the space in bytes that the user may still use on the file system of a folder. The error is
// [ErrUnknown] where the platform does not report it.
func Bytes(folder string) (uint64, error) { return free(folder) }
