package search

import (
	"sync/atomic"
	"syscall"
	"unsafe"
)

const (
	hugePages  = 14      // MADV_HUGEPAGE of madvise(2), which package syscall does not name
	leastBytes = 8 << 20 // bytes; a smaller table does not miss the cache of addresses often
)

// allocate is n words of zeros, in large pages if the system gives any: a table is read at random, and an address in a
// large page is found sooner (experiments/014).
func allocate(n int) []atomic.Uint64 {
	words := make([]atomic.Uint64, n)
	if size := n * int(unsafe.Sizeof(words[0])); size >= leastBytes {
		// When it is refused, the table is slower and nothing else.
		_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size), hugePages) //nolint:gosec // the slice covers the words just made, and nothing else
	}
	return words
}
