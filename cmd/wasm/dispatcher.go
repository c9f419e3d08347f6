//go:build js

package main

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"syscall/js"

	"github.com/kaeshi/kaeshi/search"
)

// dispatcher passes requests of the page to the handler.
type dispatcher struct {
	handler http.Handler
	yielder *yielder

	mu   sync.Mutex
	open map[int]context.CancelFunc // pending requests by id
}

// expose defines the object kaeshi in the scope of the worker. kaeshi.ask(id, method, url, body) starts a request, and
// kaeshi.cancel(id) cancels it. Responses arrive as messages; see [answer].
func expose(h http.Handler, y *yielder) {
	d := &dispatcher{handler: h, yielder: y, open: map[int]context.CancelFunc{}}
	js.Global().Set("kaeshi", map[string]any{
		"ask":    js.FuncOf(d.ask),
		"cancel": js.FuncOf(d.cancel),
	})
}

// ask implements kaeshi.ask. It serves the request in a new goroutine, because a call from the worker must return at
// once.
func (d *dispatcher) ask(_ js.Value, args []js.Value) any {
	id, method, address, body := args[0].Int(), args[1].String(), args[2].String(), args[3].String()
	ctx, cancel := context.WithCancel(search.Polling(context.Background(), d.yielder.yield))
	r, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader([]byte(body)))
	w := &answer{id: id, header: http.Header{}}
	if err != nil {
		cancel()
		http.Error(w, err.Error(), http.StatusBadRequest)
		w.end()
		return nil
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	d.mu.Lock()
	d.open[id] = cancel
	d.mu.Unlock()
	go d.serve(w, r)
	return nil
}

func (d *dispatcher) serve(w *answer, r *http.Request) {
	defer d.end(w.id)
	defer w.end()
	d.handler.ServeHTTP(w, r)
}

func (d *dispatcher) cancel(_ js.Value, args []js.Value) any {
	d.end(args[0].Int())
	return nil
}

// end ends a request unless it has ended.
func (d *dispatcher) end(id int) {
	d.mu.Lock()
	cancel := d.open[id]
	delete(d.open, id)
	d.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}
