//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// stopTogether makes the command the head of a process group that ends with it:
// npm would otherwise leave its server and its browser behind.
func stopTogether(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}
