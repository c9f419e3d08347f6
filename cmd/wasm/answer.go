//go:build js

package main

import (
	"net/http"
	"strings"
	"syscall/js"
)

// answer is a response as messages to the page: {id, status, headers}, any number of {id, chunk}, and {id, end}. It is
// an [http.ResponseWriter] and an [http.Flusher].
type answer struct {
	id      int
	header  http.Header
	begun   bool
	pending []byte
}

// enough is the number of pending bytes that are sent without a call of Flush.
const enough = 64 << 10

func (a *answer) Header() http.Header { return a.header }

// WriteHeader sends the status and the header at its first call.
func (a *answer) WriteHeader(status int) {
	if a.begun {
		return
	}
	a.begun = true
	headers := map[string]any{}
	for name, values := range a.header {
		headers[name] = strings.Join(values, ", ")
	}
	post(map[string]any{"id": a.id, "status": status, "headers": headers})
}

// Write adds to the pending bytes, and sends them if there are enough.
func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	if a.pending = append(a.pending, b...); len(a.pending) >= enough {
		a.Flush()
	}
	return len(b), nil
}

// Flush sends the pending bytes.
func (a *answer) Flush() {
	if len(a.pending) == 0 {
		return
	}
	chunk := js.Global().Get("Uint8Array").New(len(a.pending))
	js.CopyBytesToJS(chunk, a.pending)
	a.pending = a.pending[:0]
	post(map[string]any{"id": a.id, "chunk": chunk})
}

// end sends the pending bytes and completes the response.
func (a *answer) end() {
	a.WriteHeader(http.StatusOK)
	a.Flush()
	post(map[string]any{"id": a.id, "end": true})
}

func post(message map[string]any) { js.Global().Call("postMessage", message) }
