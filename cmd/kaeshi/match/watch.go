package match

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
)

// watcher shows on standard error how a tournament goes: at a terminal as a bar, above which the table appears as it grows, else in lines.
type watcher struct {
	*outlet

	bar           *progressbar.ProgressBar // nil away from a terminal
	tenth         int                      // tenths of the games that were reported
	told, counted time.Time                // when the table and when the bar's words were last brought up to date
}

func (o *outlet) watch(event *match.Event) *watcher {
	played, total := event.Progress()
	w := &watcher{outlet: o, told: time.Now(), tenth: 10 * played / max(total, 1)}
	if f, ok := o.env.Err.(*os.File); ok && terminal.Is(f) {
		w.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(f), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
			progressbar.OptionSetItsString("games"), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond))
	}
	return w
}

func (w *watcher) match() match.Watch { return match.Watch{Ended: w.ended} }

func (w *watcher) ended(event *match.Event, g store.TournamentGame) {
	if game := event.Played(g); w.asJSON {
		_ = w.env.Show(game, true) // out remembers a failure
	} else if g.Detail != "" {
		w.env.Log("%v", game)
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

func (w *watcher) end() {
	if w.bar != nil {
		_ = w.bar.Clear() // the result follows
	}
}
