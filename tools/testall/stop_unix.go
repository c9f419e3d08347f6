//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// stopTogether runs the command in a process group that is stopped as a whole, as npm would otherwise leave its server
// and browser running.
func stopTogether(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}
