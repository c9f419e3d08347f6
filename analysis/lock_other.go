//go:build !unix

package analysis

import "os"

// lock does nothing: the platform has no lock of the kind.
func lock(*os.File) error { return nil }
