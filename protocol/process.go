package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"
)

// process is a running external program. Its goroutines end when the program ends or is killed.
type process struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	said     *mailbox
	stderr   *tail
	children *processGroup
	over     sync.Once
	read     chan struct{} // closed when its output has ended
}

// pipeDelay is the time that the pipes of a dead program may stay open. They do if it has left a child process that
// cannot be killed.
const pipeDelay = time.Second

func startProcess(c command) (*process, error) {
	// The command is given by the user. The program runs until end kills it with its child processes.
	cmd := exec.Command(c.path, c.args...) //nolint:gosec,noctx // see above
	cmd.Dir = c.dir
	cmd.WaitDelay = pipeDelay
	p := &process{cmd: cmd, said: newMailbox(), stderr: &tail{}, read: make(chan struct{})}
	cmd.Stderr = p.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	p.in = in
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	if p.children, err = startGroup(cmd); err != nil {
		return nil, fmt.Errorf("the program does not start: %w", err)
	}
	go func() {
		defer close(p.read)
		p.said.fill(out)
	}()
	return p, nil
}

// send writes a line to the program. Calling end unblocks it.
func (p *process) send(line string) error {
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		return p.exited(err)
	}
	return nil
}

// next returns the next line of the program's output. The error is that of ctx, or that the program has ended or floods
// its output.
func (p *process) next(ctx context.Context) (string, error) {
	for {
		line, ok, err := p.said.take()
		switch {
		case ok:
			return line, nil
		case err != nil:
			return "", p.exited(err)
		}
		select {
		case <-p.said.ring:
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// exited ends the program and returns an error with its exit state.
func (p *process) exited(err error) error {
	if errors.Is(err, errFlood) {
		p.end()
		return err
	}
	p.end()
	text := fmt.Sprintf("the program ended: %v", p.cmd.ProcessState)
	if last := p.stderr.String(); last != "" {
		text += ", stderr: " + fmt.Sprintf("%q", last)
	}
	return errors.New(text)
}

// end kills the program and its child processes, and waits for it. It may be called several times and concurrently.
func (p *process) end() {
	p.over.Do(func() {
		p.children.kill() // before Wait, after which the process number may be reused
		_ = p.cmd.Wait()  // the result is in ProcessState
		p.children.release()
		<-p.read
	})
}

// quit sends the quit command to the program, and kills it if it does not end within the limit.
func (p *process) quit(command string, limit time.Duration) {
	_, _ = io.WriteString(p.in, command+"\n") // the program may have ended already
	_ = p.in.Close()
	select {
	case <-p.read:
	case <-time.After(limit):
	}
	p.end()
}
