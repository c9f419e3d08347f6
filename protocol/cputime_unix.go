//go:build unix

package protocol

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime returns the processor time that this process has used.
func cpuTime() (time.Duration, error) {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return 0, err
	}
	return time.Duration(unix.TimevalToNsec(usage.Utime) + unix.TimevalToNsec(usage.Stime)), nil
}
