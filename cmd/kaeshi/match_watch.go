package main

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
)

// matchWatch shows on standard error how a tournament goes: at a terminal as a bar, above which the table appears as it grows, else in lines.
type matchWatch struct {
	*matchOutlet

	bar           *progressbar.ProgressBar // nil away from a terminal
	tenth         int                      // tenths of the games that were reported
	told, counted time.Time                // when the table and when the bar's words were last brought up to date
}

func (o *matchOutlet) watch(event *match.Event) *matchWatch {
	played, total := event.Progress()
	w := &matchWatch{matchOutlet: o, told: time.Now(), tenth: 10 * played / max(total, 1)}
	if f, ok := o.program.Err.(*os.File); ok && terminal.Is(f) {
		w.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(f), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
			progressbar.OptionSetItsString("games"), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond))
	}
	return w
}

func (w *matchWatch) match() match.Watch { return match.Watch{Ended: w.ended} }

func (w *matchWatch) ended(event *match.Event, g store.TournamentGame) {
	if game := event.Played(g); w.asJSON {
		_ = w.program.Show(game, true) // out remembers a failure
	} else if g.Detail != "" {
		w.program.Log("%v", game)
	}
	played, total := event.Progress()
	if w.bar != nil {
		w.count(event, played, total)
	}
	const often = time.Minute
	if tenth := 10 * played / total; tenth > w.tenth && tenth < 10 || time.Since(w.told) > often {
		w.tenth, w.told = tenth, time.Now()
		w.tell(event)
	}
}

func (w *matchWatch) end() {
	if w.bar != nil {
		_ = w.bar.Clear() // the result follows
	}
}
