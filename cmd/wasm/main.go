//go:build js

// Command wasm is Kaeshi in a browser without a server: the handlers of package web/api in a worker of the page, which
// sends them the requests that it would send to a server. Requests and answers are messages. A search yields to the
// events of the worker some times a second, so that it can be stopped. There is one thread and no database: jobs live
// as long as the worker. The engine has the light weights. The page starts as many workers as it wants searches at the
// same time.
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

// Limits of one client: the page.
const (
	maxThink  = 20 * time.Second
	perClient = 6
)

func main() {
	// the browser's console
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	breath := newBreath()
	mux := http.NewServeMux()
	if err := addAPI(mux, breath.take, log); err != nil {
		log.Error("the engine cannot start", "err", err)
		return
	}
	mux.HandleFunc("GET /device/bench", bench)
	open(api.Recover(api.ReadBody(mux), log), breath)
	js.Global().Call("postMessage", map[string]any{"ready": true})
	select {} // the worker ends it
}

// addAPI registers the operations that need no database. poll is called by searches that belong to no request.
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
