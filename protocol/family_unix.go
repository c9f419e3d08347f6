//go:build unix

package protocol

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// family is a process and its children: a process group, which they leave only on purpose.
type family struct{ leader int }

func startFamily(cmd *exec.Cmd) (*family, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C at the terminal is for us, too
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &family{cmd.Process.Pid}, nil
}

// kill ends all of them; those that are gone already are no error.
func (f *family) kill() { _ = unix.Kill(-f.leader, unix.SIGKILL) }

func (f *family) forget() {}
