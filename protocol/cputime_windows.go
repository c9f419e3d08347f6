package protocol

import (
	"time"

	"golang.org/x/sys/windows"
)

// cpuTime returns the processor time that this process has used.
func cpuTime() (time.Duration, error) {
	var created, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user); err != nil {
		return 0, err
	}
	ticks := func(f windows.Filetime) time.Duration { // of 100 ns
		return time.Duration(uint64(f.HighDateTime)<<32 | uint64(f.LowDateTime))
	}
	return 100 * (ticks(kernel) + ticks(user)), nil
}
