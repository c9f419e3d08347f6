//go:build js

package main

import (
	"sync"
	"syscall/js"
	"time"
)

// slice is how long a search keeps the worker's events waiting.
const slice = 20 * time.Millisecond

// breath lets the worker's events in, the page's messages among them: they are delivered only while nothing runs here.
// A message of its own to itself comes back in microseconds, where a timer would take milliseconds.
type breath struct {
	port js.Value

	mu      sync.Mutex
	last    time.Time
	waiting []chan struct{}
}

func newBreath() *breath {
	channel := js.Global().Get("MessageChannel").New()
	b := &breath{port: channel.Get("port2"), last: time.Now()}
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		b.release()
		return nil
	}))
	return b
}

// take returns at once within a slice, and otherwise after the events that had come before.
func (b *breath) take() {
	b.mu.Lock()
	if time.Since(b.last) < slice {
		b.mu.Unlock()
		return
	}
	back := make(chan struct{})
	b.waiting = append(b.waiting, back)
	b.mu.Unlock()
	b.port.Call("postMessage", nil)
	<-back
	b.mu.Lock()
	b.last = time.Now()
	b.mu.Unlock()
}

// release lets the one go on that has waited longest.
func (b *breath) release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) > 0 {
		close(b.waiting[0])
		b.waiting = b.waiting[1:]
	}
}
