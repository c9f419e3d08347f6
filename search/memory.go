//go:build !linux

package search

import "sync/atomic"

// allocate returns n words of zeros.
func allocate(n int) []atomic.Uint64 { return make([]atomic.Uint64, n) }
