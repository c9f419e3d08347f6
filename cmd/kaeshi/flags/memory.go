package flags

import (
	"bufio"
	"fmt"
	"os"
)

// availableMemory returns the memory that programs can allocate without swapping, as estimated by Linux.
func availableMemory() (free ByteSize, ok bool) {
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	defer func() { _ = file.Close() }() // opened for reading only
	for in := bufio.NewScanner(file); in.Scan(); {
		var kilobytes int64
		if n, _ := fmt.Sscanf(in.Text(), "MemAvailable: %d kB", &kilobytes); n == 1 {
			return ByteSize(kilobytes << 10), true
		}
	}
	return 0, false
}
