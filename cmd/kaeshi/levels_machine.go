package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"time"
)

// machine is what a measurement was made on, as far as the system tells: the processor and how many there are.
func machine() string {
	name := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s × %d", name, runtime.NumCPU())
}

// span is a time, given in seconds, as people read it.
func span(seconds float64) string {
	return time.Duration(math.Round(seconds * float64(time.Second))).String()
}
