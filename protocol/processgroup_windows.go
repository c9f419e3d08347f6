package protocol

import (
	"errors"
	"os/exec"

	"golang.org/x/sys/windows"
)

// processGroup is a process with its child processes: a job object.
type processGroup struct {
	job    windows.Handle
	parent *exec.Cmd
}

func startGroup(cmd *exec.Cmd) (*processGroup, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, windows.CloseHandle(job))
	}
	f := &processGroup{job, cmd}
	f.add()
	return f, nil
}

// add adds the program to the job. Processes that it starts before that are not in the job. If add fails, kill still
// kills the program itself.
func (f *processGroup) add() {
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false,
		uint32(f.parent.Process.Pid))
	if err != nil {
		return
	}
	_ = windows.AssignProcessToJobObject(f.job, h)
	_ = windows.CloseHandle(h)
}

// kill kills all processes of the group.
func (f *processGroup) kill() {
	_ = windows.TerminateJobObject(f.job, 1)
	_ = f.parent.Process.Kill()
}

func (f *processGroup) release() { _ = windows.CloseHandle(f.job) }
