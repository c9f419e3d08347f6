//go:build js

// Command wasm is Kaeshi in a browser without a server: the handlers of package web, in a worker of the page, which asks them as it would ask a server. A request
// and its answer are messages; a search yields to the worker's events a few times a second, so that it can be stopped. There is one thread, no database, so that jobs live as long as the worker, and the
// light weights. The page starts as many workers as it wants searches at the same time.
package main

import (
	"log/slog"
	"net/http"
	"os"
	"syscall/js"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/web"
)

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})) // the browser's console
	breath := newBreath()
	server, err := web.New(web.Options{Players: player.Computers().New, Logger: log, Thinking: 1, Poll: breath.take})
	if err != nil {
		log.Error("the engine cannot start", "err", err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/", server)
	mux.HandleFunc("GET /device/bench", bench)
	open(mux, breath)
	js.Global().Call("postMessage", map[string]any{"ready": true})
	select {} // the worker ends it
}
