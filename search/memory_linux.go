package search

import (
	"sync/atomic"
	"syscall"
	"unsafe"
)

const (
	hugePages  = 14      // MADV_HUGEPAGE of madvise(2), which package syscall does not define
	leastBytes = 8 << 20 // a smaller table causes few TLB misses
)

// allocate returns n words of zeros, in huge pages if the system provides them. The table is accessed at random, and
// huge pages reduce TLB misses (experiments/014).
func allocate(n int) []atomic.Uint64 {
	words := make([]atomic.Uint64, n)
	if size := n * int(unsafe.Sizeof(words[0])); size >= leastBytes {
		//nolint:gosec // the slice covers exactly words
		memory := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size)
		_ = syscall.Madvise(memory, hugePages) // without huge pages the table is only slower
	}
	return words
}
