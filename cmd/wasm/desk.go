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

// desk takes the page's requests from the worker and sends the answers.
type desk struct {
	handler http.Handler
	breath  *breath

	mu   sync.Mutex
	open map[int]context.CancelFunc // requests that are being answered, by their numbers
}

// open makes the worker's object kaeshi: kaeshi.ask(id, method, url, body) begins an answer, kaeshi.cancel(id) ends it.
func open(h http.Handler, b *breath) {
	d := &desk{handler: h, breath: b, open: map[int]context.CancelFunc{}}
	js.Global().Set("kaeshi", map[string]any{
		"ask":    js.FuncOf(d.ask),
		"cancel": js.FuncOf(d.cancel),
	})
}

// ask answers in a goroutine of its own: a call from the worker must return at once.
func (d *desk) ask(_ js.Value, args []js.Value) any {
	id, method, address, body := args[0].Int(), args[1].String(), args[2].String(), args[3].String()
	ctx, cancel := context.WithCancel(search.Polling(context.Background(), d.breath.take))
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
	go d.answer(w, r)
	return nil
}

func (d *desk) answer(w *answer, r *http.Request) {
	defer d.leave(w.id)
	defer w.end()
	d.handler.ServeHTTP(w, r)
}

func (d *desk) cancel(_ js.Value, args []js.Value) any {
	d.leave(args[0].Int())
	return nil
}

// leave ends a request, if it has not ended.
func (d *desk) leave(id int) {
	d.mu.Lock()
	cancel := d.open[id]
	delete(d.open, id)
	d.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}
