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

// process is a foreign program that runs. Its goroutines end with it, at the latest when it is ended by us.
type process struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	said     *mailbox
	stderr   *tail
	children *family
	over     sync.Once
	read     chan struct{} // closed when nothing more is read from it
}

// wind is how long its pipes may stay open after a program is dead: longer only by a process that fled from its
// children.
const wind = time.Second

func startProcess(c command) (*process, error) {
	// The command is the user's own. It outlives a question, and end ends it with its children.
	cmd := exec.Command(c.path, c.args...) //nolint:gosec,noctx // see above
	cmd.Dir = c.dir
	cmd.WaitDelay = wind
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
	if p.children, err = startFamily(cmd); err != nil {
		return nil, fmt.Errorf("it does not start: %w", err)
	}
	go func() {
		defer close(p.read)
		p.said.fill(out)
	}()
	return p, nil
}

// send writes a line to the program. It is unblocked by end.
func (p *process) send(line string) error {
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		return p.gone(err)
	}
	return nil
}

// next is the next line that the program writes. Without one the error says why: that ctx ended, that the program
// did, or that it floods.
func (p *process) next(ctx context.Context) (string, error) {
	for {
		line, ok, err := p.said.take()
		switch {
		case ok:
			return line, nil
		case err != nil:
			return "", p.gone(err)
		}
		select {
		case <-p.said.ring:
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// gone is why nothing more can be said to the program or heard from it, after ending it.
func (p *process) gone(err error) error {
	if errors.Is(err, errFlood) {
		p.end()
		return err
	}
	p.end()
	text := fmt.Sprintf("it ended: %v", p.cmd.ProcessState)
	if last := p.stderr.String(); last != "" {
		text += ", saying " + fmt.Sprintf("%q", last)
	}
	return errors.New(text)
}

// end kills the program and its children, and leaves nothing of them behind. It may be called again, and by several
// goroutines.
func (p *process) end() {
	p.over.Do(func() {
		p.children.kill() // before its parent is waited for: until then the number of the process belongs to no other
		_ = p.cmd.Wait()  // ProcessState has what it says
		p.children.forget()
		<-p.read
	})
}

// leave asks the program to go, and kills it when it does not.
func (p *process) leave(farewell string, patience time.Duration) {
	_, _ = io.WriteString(p.in, farewell+"\n") // it may have gone already
	_ = p.in.Close()
	select {
	case <-p.read:
	case <-time.After(patience):
	}
	p.end()
}
