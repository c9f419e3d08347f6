//go:build !unix

package disk

import "os"

// Writable reports whether an existing file is not marked as read-only.
func Writable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&0o200 != 0
}
