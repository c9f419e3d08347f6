//go:build js

// Command wasm is the engine in the browser, which needs no server. It runs the handlers of package web/api in a worker
// of the page, which exchanges requests and responses as messages. It has one thread and no database: jobs exist as
// long as the worker. Searches yield to the events of the worker many times a second, so that the page can cancel them.
// The engine has the light weights. The page starts a worker for each concurrent search.
package main

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"syscall/js"
	"time"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/work"
)

// Limits for the page, which is the only client.
const (
	maxThink  = 20 * time.Second
	perClient = 6
)

func main() {
	// Standard error is the browser's console.
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	yielder := newYielder()
	mux := http.NewServeMux()
	if err := addAPI(mux, yielder.yield, log); err != nil {
		log.Error("starting the engine", "err", err)
		return
	}
	mux.HandleFunc("GET /device/bench", bench)
	expose(api.Recover(api.ReadBody(mux), log), yielder)
	js.Global().Call("postMessage", map[string]any{"ready": true})
	select {} // the worker ends the program
}

// addAPI registers the operations that need no database. Searches without a request call poll.
func addAPI(mux *http.ServeMux, poll func(), log *slog.Logger) error {
	offered, err := player.Catalogue()
	if err != nil {
		return err
	}
	listed := make([]string, len(offered))
	for i, l := range offered {
		listed[i] = l.Spec
	}
	scheduler := work.NewScheduler(work.Options{
		Players: player.Computers().New, Listed: listed, MaxThink: maxThink, Thinking: 1, PerClient: perClient,
		Poll: poll, Logger: log,
	})
	jobs := work.NewJobs(scheduler, store.NewJobsInMemory(), api.JobGame)
	operations := api.New(mux, api.Options{
		Scheduler: scheduler, Analyses: work.NewAnalyses(scheduler, nil), Jobs: jobs, Players: offered, Device: true,
		Logger: log,
	})
	if err := operations.Finish(); err != nil {
		return fmt.Errorf("API: %w", err)
	}
	jobs.Resume()
	return nil
}
