//go:build js

package main

import (
	"sync"
	"syscall/js"
	"time"
)

// slice is the time for which a search may delay the events of the worker.
const slice = 20 * time.Millisecond

// yielder lets the worker handle events, such as messages of the page, which it does only while no Go code runs. It
// waits for a message to itself, which arrives within microseconds; a timer would take milliseconds.
type yielder struct {
	port js.Value

	mu      sync.Mutex
	last    time.Time
	waiting []chan struct{}
}

func newYielder() *yielder {
	channel := js.Global().Get("MessageChannel").New()
	y := &yielder{port: channel.Get("port2"), last: time.Now()}
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		y.release()
		return nil
	}))
	return y
}

// yield returns at once if the last call was less than slice ago. Otherwise it waits until the worker has handled the
// events that arrived before.
func (y *yielder) yield() {
	y.mu.Lock()
	if time.Since(y.last) < slice {
		y.mu.Unlock()
		return
	}
	back := make(chan struct{})
	y.waiting = append(y.waiting, back)
	y.mu.Unlock()
	y.port.Call("postMessage", nil)
	<-back
	y.mu.Lock()
	y.last = time.Now()
	y.mu.Unlock()
}

// release ends the oldest call of yield.
func (y *yielder) release() {
	y.mu.Lock()
	defer y.mu.Unlock()
	if len(y.waiting) > 0 {
		close(y.waiting[0])
		y.waiting = y.waiting[1:]
	}
}
