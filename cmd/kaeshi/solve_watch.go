package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// watchSolving shows on a terminal how far the position being solved has come, until ctx ends; wipe takes the line away.
func (p *program) watchSolving(ctx context.Context, run *problems.Run) (wipe func()) {
	if f, ok := p.err.(*os.File); !ok || !isTerminal(f) {
		return func() {}
	}
	var mu sync.Mutex
	var line string
	var began time.Time
	run.Began = func(problem record.Problem) {
		mu.Lock()
		defer mu.Unlock()
		line, began = fmt.Sprintf("%4d %3d empties", problem.Line, problem.Position.Empties()), time.Now()
	}
	run.Progress = func(problem record.Problem, r search.Report) {
		mu.Lock()
		defer mu.Unlock()
		line = fmt.Sprintf("%4d %3d empties  depth %d  %s %+.0f", problem.Line, r.Position.Empties(), r.Depth, r.Position.Size.Name(r.Move), r.Score)
	}
	tick := time.NewTicker(200 * time.Millisecond)
	go func() {
		defer tick.Stop()
		for ctx.Err() == nil {
			<-tick.C
			mu.Lock()
			if line != "" {
				nodes := float64(run.Engine.Nodes())
				fmt.Fprintf(p.err, "\r%s  %.1f M nodes  %.1f M/s\033[K", line, nodes/1e6, nodes/1e6/time.Since(began).Seconds())
			}
			mu.Unlock()
		}
	}()
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if line != "" {
			fmt.Fprint(p.err, "\r\033[K")
		}
		line = ""
	}
}
