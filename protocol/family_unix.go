//go:build unix

package protocol

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// family is a process with its child processes: a process group, which children can only leave deliberately.
type family struct{ leader int }

func startFamily(cmd *exec.Cmd) (*family, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C at the terminal does not reach it
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &family{cmd.Process.Pid}, nil
}

// kill kills all processes of the family.
func (f *family) kill() { _ = unix.Kill(-f.leader, unix.SIGKILL) }

func (f *family) forget() {}
