package main

import (
	"bufio"
	"fmt"
	"os"
)

// availableMemory is what Linux says that programs can still take without swapping.
func availableMemory() (free byteSize, ok bool) {
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	defer func() { _ = file.Close() }() // it was only read
	for in := bufio.NewScanner(file); in.Scan(); {
		var kilobytes int64
		if n, _ := fmt.Sscanf(in.Text(), "MemAvailable: %d kB", &kilobytes); n == 1 {
			return byteSize(kilobytes << 10), true
		}
	}
	return 0, false
}
