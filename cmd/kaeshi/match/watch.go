package match

import (
	"time"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
)

// watcher shows on standard error how a tournament goes: at a terminal as a bar, above which the table appears as it
// grows, and elsewhere in lines.
type watcher struct {
	*output

	progress *terminal.Progress
	pace     terminal.Pace
	tenth    int       // tenths of the games that were reported
	reported time.Time // when the table was shown last
	beside   string    // the standings beside the bar
	summed   time.Time // when they were computed
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
		_ = w.env.Show(game, true) // out remembers a failure
	} else if g.Detail != "" {
		w.progress.Clear()
		w.env.Log("%v", game)
	}
	const often = time.Minute
	played, total := event.Progress()
	if tenth := 10 * played / total; tenth > w.tenth && tenth < 10 || time.Since(w.reported) > often {
		w.tenth, w.reported = tenth, time.Now()
		w.report(event)
	}
	w.count(event, played, total)
}

// report shows the table above the bar, or a line where there is no terminal.
func (w *watcher) report(event *match.Event) {
	s := event.Standings()
	if !w.progress.Live() {
		w.env.Log("%d of %s: %v", s.Played, lang.Count(s.Total, "game", "games"), s)
		return
	}
	w.progress.Clear()
	_ = s.Brief(w.env.Err, w.env.Language) // a terminal that is gone is noticed elsewhere
}

// count moves the bar on. The standings beside it are computed once a second.
func (w *watcher) count(event *match.Event, played, total int) {
	if !w.progress.Live() {
		return
	}
	if time.Since(w.summed) > time.Second {
		w.summed, w.beside = time.Now(), event.Standings().String()
	}
	w.progress.Show(w.pace.Line(terminal.Bar(played, total), played, total) + "  " + w.beside)
}
