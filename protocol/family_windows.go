package protocol

import (
	"errors"
	"os/exec"

	"golang.org/x/sys/windows"
)

// family is a process and its children: a job object.
type family struct {
	job    windows.Handle
	parent *exec.Cmd
}

func startFamily(cmd *exec.Cmd) (*family, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, windows.CloseHandle(job))
	}
	f := &family{job, cmd}
	f.adopt()
	return f, nil
}

// adopt puts the program into the job. What it starts in its first moment, before it is in, is not; should this fail,
// kill still ends the program itself.
func (f *family) adopt() {
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false,
		uint32(f.parent.Process.Pid))
	if err != nil {
		return
	}
	_ = windows.AssignProcessToJobObject(f.job, h)
	_ = windows.CloseHandle(h)
}

// kill ends all of them; those that are gone already are no error.
func (f *family) kill() {
	_ = windows.TerminateJobObject(f.job, 1)
	_ = f.parent.Process.Kill()
}

func (f *family) forget() { _ = windows.CloseHandle(f.job) }
