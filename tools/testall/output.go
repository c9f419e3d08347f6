package main

import (
	"bytes"
	"io"
	"sync"
)

// sharedWriter lets several groups of steps write lines to one writer.
type sharedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

// prefixed returns a writer that adds a prefix to each line.
func (s *sharedWriter) prefixed(prefix string) io.Writer {
	return &lineWriter{shared: s, prefix: prefix}
}

// lineWriter buffers the output of a group until a line is complete.
type lineWriter struct {
	mu      sync.Mutex
	shared  *sharedWriter
	prefix  string
	started []byte
}

func (l *lineWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.started = append(l.started, p...)
	end := bytes.LastIndexByte(l.started, '\n')
	if end < 0 {
		return len(p), nil
	}
	var lines bytes.Buffer
	for line := range bytes.Lines(l.started[:end+1]) {
		lines.WriteString(l.prefix)
		lines.Write(line)
	}
	l.started = append(l.started[:0], l.started[end+1:]...)
	l.shared.mu.Lock()
	defer l.shared.mu.Unlock()
	_, err := l.shared.w.Write(lines.Bytes())
	return len(p), err
}
