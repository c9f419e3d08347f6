package protocol

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// Limits of the output of an external program.
const (
	maxOutputLine = 1 << 16 // bytes per line
	maxOutput     = 8 << 20 // bytes between two requests
	maxLines      = 50_000  // lines before an answer
	lineCost      = 64      // memory for a line in addition to its bytes
)

// errFlood is wrapped by the errors of a program that writes too much.
var errFlood = errors.New("the program floods its output")

// mailbox is a queue of unread lines of a program.
type mailbox struct {
	mu    sync.Mutex
	lines []string
	size  int
	err   error         // if set, the output has ended
	ring  chan struct{} // receives a value when there are new lines
}

func newMailbox() *mailbox { return &mailbox{ring: make(chan struct{}, 1)} }

// fill reads the lines of r until it ends or exceeds a limit, and sets err.
func (m *mailbox) fill(r io.Reader) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxOutputLine)
	for lines.Scan() {
		if !m.put(lines.Text()) {
			return
		}
	}
	err := lines.Err()
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		err = fmt.Errorf("%w: a line of more than %d bytes", errFlood, maxOutputLine)
	case err == nil:
		err = io.EOF
	}
	m.close(err)
}

func (m *mailbox) put(line string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.size += len(line) + lineCost
	if m.size > maxOutput {
		m.err = fmt.Errorf("%w: over %d bytes without a request", errFlood, maxOutput)
	} else {
		m.lines = append(m.lines, strings.TrimSuffix(line, "\r"))
	}
	m.wake()
	return m.err == nil
}

func (m *mailbox) close(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.err = err
	m.wake()
}

func (m *mailbox) wake() {
	select {
	case m.ring <- struct{}{}:
	default:
	}
}

// take returns the oldest line. Without a line, ok is false, and err is set if the output has ended.
func (m *mailbox) take() (line string, ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.lines) == 0 || errors.Is(m.err, errFlood) {
		return "", false, m.err
	}
	line, m.lines = m.lines[0], m.lines[1:]
	return line, true, nil
}

// empty discards unread lines and resets the limit of bytes.
func (m *mailbox) empty() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lines, m.size = nil, 0
}

// tail keeps the end of what is written to it.
type tail struct {
	mu  sync.Mutex
	end []byte
}

const tailSize = 400

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end = append(t.end, b[max(0, len(b)-tailSize):]...)
	t.end = t.end[max(0, len(t.end)-tailSize):]
	return len(b), nil
}

// String returns the kept text on one line.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(t.end), "?")), " ")
}
