//go:build unix

package protocol

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// processGroup is a process with its child processes: a process group, which children can only leave deliberately.
type processGroup struct{ leader int }

func startGroup(cmd *exec.Cmd) (*processGroup, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C at the terminal does not reach it
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &processGroup{cmd.Process.Pid}, nil
}

// kill kills all processes of the group.
func (f *processGroup) kill() { _ = unix.Kill(-f.leader, unix.SIGKILL) }

func (f *processGroup) release() {}
