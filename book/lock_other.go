//go:build !unix

package book

import (
	"errors"
	"os"
)

// lock does nothing: the platform has no lock of the kind.
func lock(*os.File) error { return nil }

// syncFolder does nothing: the platform keeps names by itself.
func syncFolder(string) error { return nil }

// discard closes a file and removes it, in this order: an open file cannot be removed everywhere.
func discard(f *os.File) error { return errors.Join(f.Close(), os.Remove(f.Name())) }
