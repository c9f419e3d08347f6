package match

import (
	"time"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
)

// watcher shows the progress of a tournament on standard error: on a terminal as a bar, with the table above it from
// time to time, and elsewhere as lines.
type watcher struct {
	*output

	progress *terminal.Progress
	pace     terminal.Pace
	tenth    int       // tenths of the games at the last report
	reported time.Time // time of the last report
	beside   string    // standings beside the bar
	summed   time.Time // time of beside
}

func (o *output) watch(event *match.Event) *watcher {
	played, total := event.Progress()
	return &watcher{
		output: o, progress: terminal.NewProgress(o.env.Err, nil), pace: terminal.NewPace(played),
		tenth: 10 * played / max(total, 1), reported: time.Now(),
	}
}

func (w *watcher) match() match.Watch { return match.Watch{Ended: w.ended} }

func (w *watcher) ended(event *match.Event, g store.TournamentGame) {
	w.games.add(event, g)
	if game := event.Played(g); w.asJSON {
		w.progress.Clear()
		_ = w.env.Show(game, true) // Out keeps the error
	} else if g.Detail != "" {
		w.progress.Clear()
		w.env.Log("%v", game)
	}
	const interval = time.Minute
	played, total := event.Progress()
	if tenth := 10 * played / total; tenth > w.tenth && tenth < 10 || time.Since(w.reported) > interval {
		w.tenth, w.reported = tenth, time.Now()
		w.report(event)
	}
	w.count(event, played, total)
}

// report shows the table above the bar or, without a terminal, logs a line.
func (w *watcher) report(event *match.Event) {
	s := event.Standings()
	if !w.progress.Live() {
		w.env.Log("%d of %s: %v", s.Played, lang.Count(s.Total, "game", "games"), s)
		return
	}
	w.progress.Clear()
	_ = s.Brief(w.env.Err, w.env.Language) // an error of the terminal does not matter
}

// count updates the bar. It computes the standings beside it at most once a second.
func (w *watcher) count(event *match.Event, played, total int) {
	if !w.progress.Live() {
		return
	}
	if time.Since(w.summed) > time.Second {
		w.summed, w.beside = time.Now(), event.Standings().String()
	}
	w.progress.Show(w.pace.Line(terminal.Bar(played, total), played, total) + "  " + w.beside)
}
