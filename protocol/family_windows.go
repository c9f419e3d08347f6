package protocol

import (
	"errors"
	"os/exec"

	"golang.org/x/sys/windows"
)

// family is a process with its child processes: a job object.
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

// adopt adds the program to the job. Processes that it starts before that are not in the job. If adopt fails, kill
// still kills the program itself.
func (f *family) adopt() {
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false,
		uint32(f.parent.Process.Pid))
	if err != nil {
		return
	}
	_ = windows.AssignProcessToJobObject(f.job, h)
	_ = windows.CloseHandle(h)
}

// kill kills all processes of the family.
func (f *family) kill() {
	_ = windows.TerminateJobObject(f.job, 1)
	_ = f.parent.Process.Kill()
}

func (f *family) forget() { _ = windows.CloseHandle(f.job) }
